/**
 * Why code with an advice is not the code without it: what can be seen in the two objects, function by function.
 * Pure; the words are the same for text and JSON.
 */

/** What a function looks like in an object. */
export interface FunctionShape {
  /** Registers that it saves where it begins. */
  readonly saved: number;
  /** Instructions that copy blocks of memory. */
  readonly copies: number;
  /** Symbols that it calls, and that it jumps to in the end. */
  readonly calls: ReadonlySet<string>;
  readonly tailCalls: ReadonlySet<string>;
  /** All of it, without addresses. */
  readonly text: string;
}

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

/** Functions of an `objdump -d -r -w --no-show-raw-insn` listing. */
export function functionShapes(listing: string): Map<string, FunctionShape> {
  const shapes = new Map<string, FunctionShape>();
  for (const part of listing.split(/^(?=[0-9a-f]+ <[^>]+>:$)/m)) {
    const name = /^[0-9a-f]+ <([^>]+)>:$/m.exec(part)?.[1];
    if (name !== undefined) shapes.set(name, shapeOf(part.split("\n").slice(1)));
  }
  return shapes;
}

function shapeOf(lines: readonly string[]): FunctionShape {
  const calls = new Set<string>();
  const tailCalls = new Set<string>();
  const text: string[] = [];
  let [saved, copies] = [0, 0];
  let isBeginning = true;
  for (const line of lines) {
    const instruction = /^\s+[0-9a-f]+:\t(\S+)\s*([^\t]*)/.exec(line);
    if (instruction === null) continue;
    const [, name = "", operands = ""] = instruction;
    const symbol = /R_\S+\s+([^\s+-]+)/.exec(line)?.[1];
    if (isBeginning && /^push[lq]?$/.test(name) && operands.startsWith("%")) saved++;
    if (/^(?:call|j)/.test(name)) isBeginning = false;
    if (/^rep/.test(name)) copies++;
    if (symbol !== undefined && name.startsWith("call")) calls.add(symbol);
    if (symbol !== undefined && name.startsWith("jmp")) tailCalls.add(symbol);
    // Where in a section something stands is nothing of the function's.
    const steady = symbol?.startsWith(".") ? operands.replace(/0x[0-9a-f]+/g, "") : operands;
    text.push(`${name} ${steady.replace(/\b[0-9a-f]+ </, "<").trim()} ${symbol ?? ""}`);
  }
  return { saved, copies, calls, tailCalls, text: text.join("\n") };
}
