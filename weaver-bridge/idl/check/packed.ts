/**
 * Types with strings and sequences inside: their values have no fixed size, so they travel as a stream, the value's own
 * bytes first and behind them, each on a word's boundary, what its strings and sequences hold.
 */
import { roundUp, sizeOf, type Type, type UnionType, unalias, whyNotFlat } from "./types.js";

const DEEPEST = 50;

/** Why no stream can carry the type; undefined when one can. Flat types need none, but have one. */
export function whyNotPacked(type: Type, inside: ReadonlySet<Type> = new Set()): string | undefined {
  const real = unalias(type);
  if (inside.has(real) || inside.size > DEEPEST) return "it contains itself";
  const within = new Set(inside).add(real);
  switch (real.kind) {
    case "string":
      return undefined;
    case "sequence":
      return whyNotPacked(real.element, within);
    case "array":
      return whyNotPacked(real.element, within);
    case "union":
      if (real.discriminator === undefined) return whyNotFlat(real);
      return whyNoMember(real.name, real.members, within);
    case "struct":
      return whyNoMember(real.name, real.members, within);
    default:
      return whyNotFlat(real);
  }
}

function whyNoMember(
  name: string,
  members: readonly { readonly name: string; readonly type: Type }[],
  within: ReadonlySet<Type>,
): string | undefined {
  for (const member of members) {
    const why = whyNotPacked(member.type, within);
    if (why !== undefined) return `member ${member.name} of ${name}: ${why}`;
  }
  return undefined;
}

/** Whether values of this type, which is not flat, can travel as a stream: records, and sequences and arrays with a name. */
export function isPackable(type: Type): boolean {
  const real = unalias(type);
  const named = real.kind === "struct" || real.kind === "union" || type.kind === "alias";
  return named && real.kind !== "string" && whyNotPacked(type) === undefined;
}

/** Bytes of the longest stream; undefined when something in it has no bound. */
export function mostPackedBytes(type: Type): number | undefined {
  const behind = bytesBehind(type);
  return behind === undefined ? undefined : roundUp(sizeOf(type), 4) + behind;
}

/** Of a type that contains itself there is no longest. */
function bytesBehind(type: Type, inside: ReadonlySet<Type> = new Set()): number | undefined {
  const real = unalias(type);
  if (inside.has(real) || inside.size > DEEPEST) return undefined;
  const within = new Set(inside).add(real);
  switch (real.kind) {
    case "string":
      return real.bound === undefined ? undefined : roundUp((real.bound + 1) * (real.wide ? 2 : 1), 4);
    case "sequence": {
      const inner = bytesBehind(real.element, within);
      if (real.bound === undefined || inner === undefined) return undefined;
      return roundUp(real.bound * sizeOf(real.element), 4) + real.bound * inner;
    }
    case "array": {
      const inner = bytesBehind(real.element, within);
      return inner === undefined ? undefined : inner * real.length;
    }
    case "struct":
      return real.members.reduce<number | undefined>((sum, member) => {
        const inner = bytesBehind(member.type, within);
        return sum === undefined || inner === undefined ? undefined : sum + inner;
      }, 0);
    case "union":
      return mostOf(real, within);
    default:
      return 0;
  }
}

function mostOf(union: UnionType, within: ReadonlySet<Type>): number | undefined {
  const arms = union.members.map((member) => bytesBehind(member.type, within));
  return arms.includes(undefined) ? undefined : Math.max(0, ...arms.map((bytes) => bytes ?? 0));
}
