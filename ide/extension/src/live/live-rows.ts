// What `weft live list --json` prints, as the rows of the Live view. Pure; knows nothing of VS Code's API.
import { unlessBroken } from "@weft/weaver-bridge/model";
import { plainWords } from "../trees/plain-words.js";

interface Place {
  readonly file: string;
  readonly startLine: number;
  readonly startColumn: number;
}

interface Effect {
  readonly title: string;
  readonly by: { readonly name: string };
  readonly target: Place;
  readonly origin: Place;
}

interface Hook {
  readonly address: number;
  readonly place: string;
  readonly module?: string;
  readonly how: "jump" | "trap";
  readonly why?: string;
  /** Instructions. */
  readonly cost?: number;
  readonly hits?: number;
  readonly effects: readonly Effect[];
}

interface Gap {
  readonly place: string;
  readonly reason: string;
  readonly titles?: readonly string[];
  readonly range?: Place;
}

export interface Problem {
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly hint?: string;
  readonly range?: Place & { readonly endLine: number; readonly endColumn: number };
}

/** Of weave, list and unweave; what an answer does not have is absent. */
export interface LiveAnswer {
  readonly hooks?: readonly Hook[];
  readonly unreachable?: readonly Gap[];
  readonly unwoven?: number;
  readonly stopped?: number;
  readonly problems: readonly Problem[];
}

export interface LiveRow {
  /** The same for the same thing in the next answer. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly look: "guest" | "problem" | "aspect" | "jump" | "trap" | "gaps" | "gap";
  readonly place?: Place;
  readonly below: readonly LiveRow[];
}

/** `undefined` for what is no answer of these commands. */
export function parseAnswer(out: string): LiveAnswer | undefined {
  return unlessBroken(() => {
    const answer = JSON.parse(out) as Partial<LiveAnswer> | null;
    return Array.isArray(answer?.problems) ? (answer as LiveAnswer) : undefined;
  });
}

export function isWithoutGuest({ problems }: LiveAnswer): boolean {
  return problems.some(({ code }) => code === "live/no-guest");
}

/** What keeps the command from its work, in words. */
export function errorIn({ problems }: LiveAnswer): string | undefined {
  const error = problems.find(({ severity }) => severity === "error");
  return error && plainWords(`${capital(error.message)}.${error.hint === undefined ? "" : ` ${error.hint}`}`);
}

/** None where no guest runs. */
export function liveRows({ hooks, unreachable = [], problems }: LiveAnswer): LiveRow[] {
  if (hooks === undefined) return [];
  return [guestRow(hooks, problems), ...aspectRows(hooks), ...gapRows(unreachable)];
}

function guestRow(hooks: readonly Hook[], problems: readonly Problem[]): LiveRow {
  const traps = hooks.filter(({ how }) => how === "trap").length;
  const parts = [counted(hooks.length, "hook"), ...(traps === 0 ? [] : [counted(traps, "trap")])];
  const description = hooks.length === 0 ? "nothing is woven into it" : parts.join(", ");
  return {
    ...{ id: "guest", label: "The guest runs", description, look: "guest" },
    tooltip: `The guest runs: ${description}`,
    below: problems.map(({ code, message, hint }) => ({
      id: code,
      label: plainWords(capital(message)),
      description: plainWords(hint ?? ""),
      look: "problem",
      below: [],
      tooltip: [message, hint].filter(Boolean).join("\n"),
    })),
  };
}

/** An aspect with its hooks; a hook of several aspects stands with each. */
function aspectRows(hooks: readonly Hook[]): LiveRow[] {
  const aspects = new Map<string, { readonly first: Effect; readonly hooks: Hook[] }>();
  for (const hook of hooks)
    for (const effect of hook.effects) {
      const key = `${effect.origin.file} ${effect.by.name}`;
      const aspect = aspects.get(key) ?? { first: effect, hooks: [] };
      aspects.set(key, aspect);
      if (!aspect.hooks.includes(hook)) aspect.hooks.push(hook);
    }
  return [...aspects].map(([id, { first, hooks: own }]) => {
    const hits = own.reduce((sum, hook) => sum + (hook.hits ?? 0), 0);
    const description = `${counted(hits, "hit")}, ${counted(own.length, "hook")}`;
    return {
      ...{ id, label: first.by.name, description, look: "aspect", place: first.origin },
      tooltip: `aspect ${first.by.name}, ${first.origin.file}`,
      below: own.map((hook) => hookRow(id, hook)),
    };
  });
}

function hookRow(aspect: string, hook: Hook): LiveRow {
  const { address, place, module, how, why, cost, hits, effects } = hook;
  const price = cost === undefined ? "" : `, ${counted(cost, "instruction")} a hit`;
  const way = why === undefined ? `${how}${price}` : `${how}: ${plainWords(why)}`;
  const count = hits === undefined ? "hits are not known" : counted(hits, "hit");
  const titles = effects.map(({ title }) => title);
  const [first] = effects;
  const [what, where] = partsOf(place);
  const owner = module === undefined ? [] : [`module ${module}`];
  return {
    // The count first: a laptop's side bar has no room for all of it.
    ...{ id: `${aspect} ${address}`, look: how, below: [] },
    label: hits === undefined ? what : `${hits.toLocaleString("en")} × ${what}`,
    description: [...(hits === undefined ? [count] : []), way, ...where, ...owner].join(", "),
    tooltip: [count, ...titles, `${place}, ${spellAddress(address)}: ${way}`].join("\n"),
    ...(first === undefined ? {} : { place: first.target }),
  };
}

/** What a narrow view must show first, and the rest: `f inlined at g+0x12`, `get of s::m in f:7`. */
function partsOf(place: string): readonly [string, readonly string[]] {
  const [, label = place, where] = /^(.+?) ((?:inlined at|in) .+)$/.exec(place) ?? [];
  return [label, where === undefined ? [] : [where]];
}

function gapRows(unreachable: readonly Gap[]): LiveRow[] {
  if (unreachable.length === 0) return [];
  const below = unreachable.map(
    ({ place, reason, titles = [], range }, index): LiveRow => ({
      ...{ id: `gap ${index} ${place}`, label: partsOf(place)[0], look: "gap", below: [] },
      description: plainWords(reason),
      tooltip: [...titles, `${place} is not hooked: ${plainWords(reason)}`].join("\n"),
      ...(range === undefined ? {} : { place: range }),
    }),
  );
  const description = counted(unreachable.length, "place");
  return [
    {
      id: "gaps",
      label: "Not hooked",
      description,
      look: "gaps",
      tooltip: `Not hooked: ${description}`,
      below,
    },
  ];
}

/** `1 hit`, `1,200 hits`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

function capital(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

/** The highest 2 GB of x86_64 have negative numbers. */
const spellAddress = (address: number) =>
  `0x${(address < 0 ? BigInt.asUintN(64, BigInt(address)) : address).toString(16)}`;
