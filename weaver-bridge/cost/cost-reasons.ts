/**
 * Why code with an advice is not the code without it: what can be seen in the two objects, function by function.
 * Pure; the words are the same for text and JSON.
 */
import type { FunctionShape } from "./function-shape.js";

export const REASONS = {
  "saved-register": "more registers are saved, for values that live across the advice",
  "lost-tail-call": "a tail call is a call, since advice runs after it",
  copy: "a block of memory is copied more often",
  inlined: "the compiler inlines another set of functions",
  "own-code": "the instructions of the advice",
} as const;
export type Reason = keyof typeof REASONS;

export interface CostReason {
  readonly reason: Reason;
  readonly text: string;
  /** Names of functions in which it is seen; for `inlined` those that only one of the objects has. */
  readonly functions: readonly string[];
}

type Shapes = ReadonlyMap<string, FunctionShape>;

/** The most telling first; empty where the code is the same. */
export function costReasons(woven: Shapes, without: Shapes): CostReason[] {
  const found = new Map<Reason, Set<string>>();
  const note = (reason: Reason, name: string) => {
    const names = found.get(reason) ?? new Set();
    found.set(reason, names.add(name));
  };
  // What weaving itself adds is no decision of the compiler about the kernel's functions.
  const noteAlone = (name: string) => note(name.startsWith("__weft_") ? "own-code" : "inlined", name);
  for (const [name, shape] of woven) {
    const plain = without.get(name);
    if (plain === undefined) noteAlone(name);
    else if (shape.text !== plain.text) {
      if (shape.saved > plain.saved) note("saved-register", name);
      if ([...plain.tailCalls].some((callee) => !shape.tailCalls.has(callee) && shape.calls.has(callee)))
        note("lost-tail-call", name);
      if (shape.copies > plain.copies) note("copy", name);
      note("own-code", name);
    }
  }
  for (const name of without.keys()) if (!woven.has(name)) noteAlone(name);
  return inOrder(found);
}

/** Reasons of several units together. */
export function mergeReasons(all: readonly (readonly CostReason[])[]): CostReason[] {
  const found = new Map<Reason, Set<string>>();
  for (const { reason, functions } of all.flat())
    found.set(reason, new Set([...(found.get(reason) ?? []), ...functions]));
  return inOrder(found);
}

function inOrder(found: ReadonlyMap<Reason, ReadonlySet<string>>): CostReason[] {
  return (Object.keys(REASONS) as Reason[]).flatMap((reason) => {
    const names = found.get(reason);
    return names === undefined ? [] : [{ reason, text: REASONS[reason], functions: [...names] }];
  });
}
