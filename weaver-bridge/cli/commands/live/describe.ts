/** What `weft live` prints, as text and as JSON. */
import { spellAddress } from "../../../guest/index.js";
import type { JournalGap, JournalHook, LiveOutcome } from "../../../live-weave/index.js";

export function describeOutcome({ hooks, unreachable, stopped }: LiveOutcome): string {
  const lines = [
    ...hooks.map((hook) => describeHook(hook)),
    ...unreachable.map(describeGap),
    `${hooks.length} hooks woven${waysOf(hooks)}; the guest stood for ${Math.round(stopped)} ms`,
  ];
  return `${lines.join("\n")}\n`;
}

export const describeGap = ({ place, reason }: JournalGap) => `not hooked: ${place}: ${reason}`;

/** How many need a breakpoint: it costs more than a jump. */
export function waysOf(hooks: readonly JournalHook[]): string {
  const traps = hooks.filter(({ trap }) => trap !== undefined).length;
  return traps === 0
    ? ""
    : `, ${traps} of them by a breakpoint (${((100 * traps) / hooks.length).toFixed(1)} %)`;
}

/** What came of a hook until now. */
interface SeenOfHook {
  readonly hits?: number | undefined;
  /** That its advice logged. */
  readonly last?: string | undefined;
}

export function describeHook(hook: JournalHook, { hits, last }: SeenOfHook = {}): string {
  const count = hits === undefined ? "" : `${String(hits).padStart(10)}  `;
  const titles = hook.effects.map(({ title }) => title).join("; ");
  const trap = hook.trap === undefined ? "" : ` (trap: ${hook.trap})`;
  const said = last === undefined ? "" : `; last: ${last}`;
  const price = hook.cost === undefined ? "" : ` (${hook.cost} instructions a hit)`;
  const module = hook.module === undefined ? "" : ` [${hook.module}]`;
  const doubt = hook.doubt === undefined ? "" : ` (in doubt: ${hook.doubt})`;
  return `${count}${spellAddress(hook.address)} ${hook.place}${module}: ${titles}${trap}${price}${doubt}${said}`;
}

export function outcomeJson({ hooks, unreachable, stopped }: LiveOutcome): object {
  return {
    hooks: hooks.map((hook) => hookJson(hook)),
    unreachable: unreachable.map(gapJson),
    stopped: Math.round(stopped),
  };
}

/** With the place in the source, where it is known. */
export function gapJson({ place, reason, effects }: JournalGap): object {
  const [first] = effects;
  return {
    ...{ place, reason, effects: effects.map(({ id }) => id), titles: effects.map(({ title }) => title) },
    ...(first === undefined ? {} : { range: first.target }),
  };
}

export function hookJson(
  { address, place, module, original, trampoline, trap, cost, doubt, effects }: JournalHook,
  { hits, last }: SeenOfHook = {},
): object {
  return {
    ...{ address, place, how: trap === undefined ? "jump" : "trap", original, trampoline },
    ...(module === undefined ? {} : { module }),
    ...(trap === undefined ? {} : { why: trap }),
    ...(cost === undefined ? {} : { cost }),
    ...(doubt === undefined ? {} : { doubt }),
    ...(hits === undefined ? {} : { hits }),
    ...(last === undefined ? {} : { last }),
    effects,
  };
}
