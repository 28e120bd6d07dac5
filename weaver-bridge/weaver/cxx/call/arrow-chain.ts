/**
 * `p->f()` and `p->v` where `p` is an object with an operator `->`, which may give another such object. One arrow stands
 * for several calls, so that all join points that share it decide together what is written there:
 *
 *     pp->f(a)    W3(pp.operator->().operator->(), a)       W3(W2(W1(pp)), a)       W1(pp)->f(a)
 */
import type { CallShadow, Shadow, TextRange, UnitFacts } from "../../../model/index.js";
import { tokenize } from "../../text/c-tokens.js";
import { rangeKey } from "../../text/range-key.js";
import type { Edit } from "../../text/text-edits.js";

export interface ArrowChains {
  /** Whether the object of a call or an access, in the unit's text, ends in an arrow that calls functions. */
  isChain(object: TextRange): boolean;
  /** The call of an operator `->` is woven: its wrapper is open before the object, `close` ends it. */
  weave(shadow: CallShadow, close: string): void;
  /** What the arrows lead to is woven: it gets a pointer. */
  consume(object: TextRange): void;
  /** What stands at the arrows. */
  edits(): Edit[];
}

export function createArrowChains({ shadows }: UnitFacts, text: string): ArrowChains {
  const chains = new Map<string, CallShadow[]>();
  for (const shadow of shadows) if (isArrow(shadow)) chainOf(chains, shadow.range).unshift(shadow);
  const closings = new Map<Shadow, string>();
  const touched = new Map<string, TextRange>();
  const consumed = new Set<string>();
  const touch = (range: TextRange) => touched.set(rangeKey(range), range);
  return {
    isChain: (object) => chains.has(rangeKey(object)),
    weave: (shadow, close) => {
      closings.set(shadow, close);
      touch(shadow.range);
    },
    consume: (object) => {
      consumed.add(rangeKey(object));
      touch(object);
    },
    edits: () =>
      [...touched].map(([key, { start, end }]): Edit => {
        const chain = chains.get(key) ?? [];
        const isConsumed = consumed.has(key);
        const last = isConsumed ? chain.length : chain.findLastIndex((shadow) => closings.has(shadow)) + 1;
        const steps = chain.slice(0, last).map((shadow) => closings.get(shadow) ?? ".operator->()");
        const arrow = tokenize(text, start, end).at(-1);
        return {
          start: arrow?.start ?? end,
          end,
          text: `${steps.join("")}${isConsumed ? "" : "->"}`,
          role: "replace",
          rank: 0,
        };
      }),
  };
}

function isArrow(shadow: Shadow): shadow is CallShadow {
  return shadow.kind === "call" && shadow.form === "arrow";
}

/** The calls that share one arrow, innermost first. */
function chainOf(chains: Map<string, CallShadow[]>, range: TextRange): CallShadow[] {
  const key = rangeKey(range);
  const known = chains.get(key) ?? [];
  chains.set(key, known);
  return known;
}
