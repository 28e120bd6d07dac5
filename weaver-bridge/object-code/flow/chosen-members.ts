/**
 * Which members an index means that is no index of the source: compilers make one of a condition (`c ? p->a-- : p->b--` is
 * `decl 4(%eax,%ecx,4)`). Where the source names members that lie so many steps from each other, and no array of the place,
 * the instruction accesses one of them, and only the running kernel knows which.
 */
import type { EntryId } from "../dwarf/entries.js";
import type { Types } from "../dwarf/types.js";
import { innermostRecord } from "./element-at.js";
import type { Leaf } from "./locate.js";
import { isInNamed, isNamed, type NamedHere } from "./named-members.js";
import type { Term, Terms } from "./terms.js";

/** A place in a struct, or in several, one behind the other, over which unknown indices move. */
export interface MovedPlace {
  readonly type: EntryId;
  readonly offset: number;
  readonly terms: Terms;
  /** Touched bytes. */
  readonly size: number;
  /** What lies there, in first elements of what the terms go through. */
  leavesAt(offset: number, terms: Terms): readonly Leaf[];
}

/** Conditions choose between no more members to either side. */
const MOST_STEPS = 3;

/** What a condition chooses from, or what an index of the source means. */
export function chosenMembers(
  types: Types,
  place: MovedPlace,
  namesHere: () => NamedHere | undefined,
): readonly Leaf[] {
  const leaves = place.leavesAt(place.offset, place.terms);
  const moving = movingOver(types, place);
  if (moving.length === 0) return leaves;
  const unmoved = place.leavesAt(
    place.offset,
    place.terms.filter((term) => !moving.includes(term)),
  );
  const names = namesHere();
  const isBeside = !unmoved.some(isInArray);
  const doubted = isBeside ? leaves.map((leaf) => ({ ...leaf, isBeside })) : leaves;
  if (names === undefined) return doubted;
  const sets = names.hasMacro ? [names.members, names.around] : [names.members];
  const isMeant = (leaf: Leaf) => sets.some((named) => isNamed(leaf, named) || isInNamed(leaf, named));
  const isMeantArray = (leaf: Leaf) => isInArray(leaf) && isMeant(leaf);
  if (unmoved.some(isMeantArray)) return leaves;
  for (const term of moving)
    for (const named of sets) {
      const found = neighbours(place, term, named);
      if (found.length < 2) continue;
      // An array beside them that is named too may be meant as well.
      const all = leaves.some(isMeantArray) ? [...found, ...leaves] : found;
      const isOne = new Set(all.map(({ entry }) => entry)).size === 1;
      return isOne ? all : all.map((leaf) => ({ ...leaf, isChosen: true }));
    }
  return leaves.some(isMeant) ? leaves : doubted;
}

const isInArray = ({ inArray }: Leaf) => inArray === true;

/** Not from one object to the next; what goes byte by byte is a distance where more than a byte is touched. */
function movingOver(types: Types, { type, terms, size }: MovedPlace): readonly Term[] {
  if (terms.length === 0) return terms;
  const whole = types.size(innermostRecord(type, types));
  return terms.filter(({ by }) => whole > 0 && by % whole !== 0 && (Math.abs(by) > 1 || size === 1));
}

/** Members that are named, from the place on to both sides without a gap. */
function neighbours(
  { offset, terms, size, leavesAt }: MovedPlace,
  moving: Term,
  named: ReadonlySet<string>,
): readonly Leaf[] {
  const others = terms.filter((term) => term !== moving);
  const at = (steps: number) =>
    leavesAt(offset + steps * moving.by, others).filter(
      (leaf) => !isInArray(leaf) && isNamed(leaf, named) && isWithin(leaf, size, Math.abs(moving.by)),
    );
  const found = [...at(0)];
  if (found.length === 0) return found;
  for (const direction of [1, -1])
    for (let steps = 1; steps <= MOST_STEPS; steps++) {
      const next = at(direction * steps);
      if (next.length === 0) break;
      found.push(...next);
    }
  return found;
}

/** All that is touched lies in the member, and a step leads out of it. */
const isWithin = ({ member, distance }: Leaf, size: number, step: number) =>
  member !== undefined && distance >= 0 && distance + size <= member.size && step >= member.size;
