/**
 * Which of several members is meant that share the bytes of an instruction, by what its line of source names: the second
 * source of the same fact. Where nothing is named, nothing is dropped but what is far-fetched.
 */
import type { Leaf } from "./locate.js";

/** What the statement names that an instruction was compiled from. */
export interface NamedHere {
  /** Members: after `->` or `.`. */
  readonly members: ReadonlySet<string>;
  /** Those of them that are written and never read there. */
  readonly assigned: ReadonlySet<string>;
  /** Those of them that are read and never written there. */
  readonly read: ReadonlySet<string>;
  /** Those of them whose address is taken: `&p->link`. */
  readonly taken: ReadonlySet<string>;
  /** Those that stand there without an index: an array's name is its address. */
  readonly decayed: ReadonlySet<string>;
  /** Something is called that is no function: a macro may name others. */
  readonly hasMacro: boolean;
  /** Structs, as in casts. */
  readonly structs: ReadonlySet<string>;
  /** An element at a constant distance: `p[-1].b`, `(p + 1)->b`. */
  readonly isNeighbour: boolean;
  /** All of what a pointer leads to, in an assignment: `*p = *q`. */
  readonly hasWhole: boolean;
  /** Behind a `*` that leads somewhere: `*pp = b`. */
  readonly led: ReadonlySet<string>;
  /** All identifiers. */
  readonly words: ReadonlySet<string>;
  /** Members that the function names. */
  readonly around: ReadonlySet<string>;
  /** All identifiers of the function. */
  readonly wordsAround: ReadonlySet<string>;
}

export function meantOf(leaves: readonly Leaf[], namesHere: () => NamedHere | undefined): readonly Leaf[] {
  if (leaves.length < 2) return leaves;
  const names = namesHere();
  const likely = byGuess(bySize(leaves, names), names);
  if (names === undefined) return likely;
  const [inStatement, inFunction] = [waysToName(names), (leaf: Leaf) => isNamed(leaf, names.around)];
  const isHere = inStatement.find((is) => likely.some(is));
  if (isHere === undefined) return names.hasMacro ? likely : named(likely, inFunction);
  // A bit-field is accessed with what else its word holds.
  const isWithBits = likely.some((leaf) => isHere(leaf) && leaf.member?.bits !== undefined);
  const isAlone = isWithBits || likely.some((leaf) => isHere(leaf) && leaf.isUnlike === true);
  const isMeant = (leaf: Leaf) => !isAlone && isBesideOthers(leaf) && inFunction(leaf);
  return alone(likely.filter((leaf) => isHere(leaf) || isMeant(leaf)));
}

/** Of those that share their bytes the ones that are named, if any is. */
function named(leaves: readonly Leaf[], isOne: (leaf: Leaf) => boolean): readonly Leaf[] {
  const shared = leaves.filter(isShared);
  return shared.some(isOne) && !shared.every(isOne)
    ? alone(leaves.filter((leaf) => !isShared(leaf) || isOne(leaf)))
    : leaves;
}

/** Of members that share their bytes one is left. */
function alone(kept: readonly Leaf[]): readonly Leaf[] {
  const isOne = new Set(kept.map(({ entry }) => entry)).size === 1;
  return isOne ? kept.map(({ inUnion: _, isOneOfCasts: __, isUnlike: ___, ...leaf }) => leaf) : kept;
}

/** Halves of a large member of a union are of another one's size: that one is meant only where the source does not name it. */
function bySize(leaves: readonly Leaf[], names: NamedHere | undefined): readonly Leaf[] {
  const alike = leaves.filter(({ isUnlike }) => isUnlike !== true);
  if (alike.length === leaves.length) return leaves;
  const isIn = (named: ReadonlySet<string>) => (leaf: Leaf) => isNamed(leaf, named) || isInNamed(leaf, named);
  // By the function where the statement is another one's: compilers give folded code one line.
  const named = [names?.members ?? NONE, names?.around ?? NONE].find((some) => leaves.some(isIn(some)));
  return leaves.some((leaf) => leaf.isUnlike === true && isIn(named ?? NONE)(leaf)) ? leaves : alike;
}

const NONE: ReadonlySet<string> = new Set();

/** Whether a member's address is a `ref` of the source, and not a step of the code on the way to what it accesses. */
export function isTaken(leaf: Leaf, isArray: boolean, names: NamedHere | undefined): boolean {
  if (names === undefined || leaf.member === undefined) return true;
  if (isNamed(leaf, names.members))
    return isNamed(leaf, names.taken) || (isArray && isNamed(leaf, names.decayed));
  return names.hasMacro || isNamed(leaf, names.around);
}

const isShared = ({ inUnion, isOneOfCasts }: Leaf) => inUnion === true || isOneOfCasts === true;

/** It has bytes of its own. */
const isBesideOthers = (leaf: Leaf) => !isShared(leaf) && leaf.member?.bits === undefined;

export const isNamed = ({ member }: Leaf, names: ReadonlySet<string>) =>
  member !== undefined && names.has(member.name);

/** By the statement, the surest first. */
const waysToName = ({ members }: NamedHere): ((leaf: Leaf) => boolean)[] => [
  (leaf) => isNamed(leaf, members),
  (leaf) => isInNamed(leaf, members),
];

/** Of a member that is a struct: `&dir->entries`, behind which a macro or an inlined function names the rest. */
export const isInNamed = ({ wholes = [] }: Leaf, names: ReadonlySet<string>) =>
  wholes.some(({ name }) => name !== undefined && names.has(name));

/** The most likely guesses that the source names; else the most likely. */
function byGuess(leaves: readonly Leaf[], names: NamedHere | undefined): readonly Leaf[] {
  if (leaves.every(({ guess }) => guess === undefined)) return leaves;
  const level = (list: readonly Leaf[]) => Math.min(...list.map(({ guess = 0 }) => guess));
  const ways = names === undefined ? [] : [...waysToName(names), (leaf: Leaf) => isNamed(leaf, names.around)];
  for (const isMeant of ways) {
    const found = leaves.filter(isMeant);
    if (found.length > 0) return found.filter(({ guess = 0 }) => guess === level(found));
  }
  return leaves.filter(({ guess = 0 }) => guess === level(leaves));
}
