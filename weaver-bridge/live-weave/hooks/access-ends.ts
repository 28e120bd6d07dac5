/**
 * Where `after` advice on a `set` runs that takes several instructions (a `long long` in halves, bits over two words): behind
 * the last of them, where control leads to it from the first without a branch.
 */
import type { LiveHook } from "../../weaver/index.js";
import type { ImageCode } from "../resolve/index.js";

interface AccessPart {
  readonly address: number;
  /** An instruction before it began the access. */
  readonly isRest?: boolean | undefined;
}

interface AccessEnds<T> {
  /** One for each access. */
  readonly ends: readonly T[];
  /** Those of `ends` behind which the access goes on, or may. */
  readonly unfinished: readonly T[];
}

/** `isStraight`: nothing but the next instruction comes behind each from the one address to the other. */
export function accessEnds<T extends AccessPart>(
  parts: readonly T[],
  isStraight: (from: number, to: number) => boolean,
): AccessEnds<T> {
  const accesses = accessesAmong(parts);
  const counts = new Set(accesses.map(({ length }) => length));
  const ends = accesses.map((access) => {
    const [first, last] = [access[0], access.at(-1)] as [T, T];
    const isKnown = counts.size === 1 && (first === last || isStraight(first.address, last.address));
    return { end: isKnown ? last : first, isKnown };
  });
  return {
    ends: ends.map(({ end }) => end),
    unfinished: ends.flatMap(({ end, isKnown }) => (isKnown ? [] : end)),
  };
}

/** Of one join point, each with its rest; of several at once they are in no order. */
function accessesAmong<T extends AccessPart>(parts: readonly T[]): T[][] {
  const found: T[][] = [];
  for (const one of [...parts].sort((left, right) => left.address - right.address)) {
    const last = found.at(-1);
    if (one.isRest === true && last !== undefined) last.push(one);
    else found.push([one]);
  }
  return found;
}

const UNFINISHED =
  "the access takes several instructions, and after advice runs behind the first: it may see half of the number";

interface HookPlan {
  readonly code: ImageCode | undefined;
  refuse(hook: LiveHook, place: string, reason: string): void;
}

interface AdvisedAccess {
  readonly hook: LiveHook;
  readonly place: string;
  readonly kind: "get" | "set" | "ref";
}

/** Of accesses that take several instructions the one that has the hook. */
export function countedParts<T extends AccessPart>(
  { hook, place, kind }: AdvisedAccess,
  parts: readonly T[],
  { code, refuse }: HookPlan,
): readonly T[] {
  const firsts = parts.filter(({ isRest }) => isRest !== true);
  if (!hook.runsAfter || kind !== "set" || firsts.length === parts.length) return firsts;
  const { ends, unfinished } = hook.runsBefore
    ? { ends: firsts, unfinished: firsts }
    : accessEnds(parts, (from, to) => code !== undefined && isStraight(from, to, code));
  if (unfinished.length > 0) refuse(hook, `${place}: its end`, UNFINISHED);
  return ends;
}

function isStraight(from: number, to: number, code: ImageCode): boolean {
  const copy = code.functions.ownAt(from);
  const between = copy && code.instructionsOf(copy).filter(({ address }) => from <= address && address < to);
  return between?.every(({ flow }) => flow === "next") === true;
}
