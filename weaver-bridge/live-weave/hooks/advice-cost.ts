/**
 * What advice takes a hit, by its code: the fewest instructions from its entry to its return. Functions of the kernel that
 * it calls are not in it.
 */
import type { Machine, MovableInstruction } from "../../object-code/index.js";

interface Piece {
  readonly address: number;
  readonly bytes: Buffer;
}

/** Undefined for code that does not return, or is larger than anybody would count. */
export function createCosts(
  pieces: readonly Piece[],
  machine: Machine,
): (entry: number) => number | undefined {
  const known = new Map<number, number | undefined>();
  const cost = (entry: number): number | undefined => {
    if (known.has(entry)) return known.get(entry);
    known.set(entry, undefined); // Of what calls itself.
    const found = fewest(entry, pieces, { machine, cost });
    known.set(entry, found);
    return found;
  };
  return cost;
}

const MOST = 2000;

/** The nearest return is met first: what is reached is looked at in the order of how far it is. */
function fewest(
  entry: number,
  pieces: readonly Piece[],
  { machine, cost }: { readonly machine: Machine; readonly cost: (entry: number) => number | undefined },
): number | undefined {
  const reached = new Map([[entry, 0]]);
  const done = new Set<number>();
  while (done.size < MOST) {
    const next = [...reached].filter(([at]) => !done.has(at)).sort(([, left], [, right]) => left - right)[0];
    if (next === undefined) return undefined;
    const [at, so] = next;
    done.add(at);
    const step = stepAt(at, pieces, machine);
    if (step === undefined) continue;
    if (step.isReturn) return so + 1;
    const { called } = step;
    const inside = called === undefined || !isOwn(called, pieces) ? 0 : (cost(called) ?? 0);
    for (const to of step.next) {
      const far = so + 1 + inside;
      if (far < (reached.get(to) ?? Number.POSITIVE_INFINITY)) reached.set(to, far);
    }
  }
  return undefined;
}

function afterwards({ address, length, flow, target }: MovableInstruction): number[] {
  const behind = address + length;
  switch (flow) {
    case "jump":
      return target === undefined ? [] : [target];
    case "branch":
      return target === undefined ? [behind] : [behind, target];
    case "next":
    case "call":
    case "indirect-call":
      return [behind];
    default:
      return [];
  }
}

const pieceAt = (address: number, pieces: readonly Piece[]) =>
  pieces.find((piece) => piece.address <= address && address < piece.address + piece.bytes.length);

const isOwn = (address: number, pieces: readonly Piece[]) => pieceAt(address, pieces) !== undefined;

interface Step {
  readonly isReturn: boolean;
  readonly called: number | undefined;
  readonly next: readonly number[];
}

function stepAt(at: number, pieces: readonly Piece[], machine: Machine): Step | undefined {
  const piece = pieceAt(at, pieces);
  if (piece === undefined) return undefined;
  const start = at - piece.address;
  const bytes = piece.bytes.subarray(start, start + machine.code.longestInstruction);
  for (const instruction of machine.code.eachMovable(bytes, at))
    return {
      isReturn: instruction.flow === "return",
      called: instruction.flow === "call" ? instruction.target : undefined,
      next: afterwards(instruction),
    };
  return undefined;
}
