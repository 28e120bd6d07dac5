/** What a declaration assumes, as what tests of the function may ask about. */
import type { LoweredFunction } from "../lower/graph.js";
import type { Surroundings } from "../objects/surroundings.js";
import { type ClangNode, walk } from "../tree/clang-tree.js";
import { comparisonsIn, type Facts, type Known, type Test, testOf, testOfValue } from "./compared.js";
import { narrowed, type Relation, TURNED, type ValueRange } from "./value-range.js";
import { partsOfBlock } from "./written.js";

/** What holds where the function begins. */
export interface Assumption {
  /** As it is written, without blanks: `n`, `p->state`. */
  readonly subject: string;
  readonly relation: Relation | "in";
  /** But for `in` one; of a relation to something else, none. */
  readonly by: readonly bigint[];
  /** What the subject is compared with, as it is written, without blanks. */
  readonly other?: string | undefined;
}

/** Of those that some test asks about. */
export function assumedBy(
  assumed: readonly Assumption[],
  tests: readonly (Test | undefined)[],
  around: Surroundings,
): Facts {
  const facts = new Map<string, Known>();
  for (const one of assumed)
    for (const test of tests) {
      const known = test && rangeBy(one, test, facts.get(test.key)?.range ?? test.all, around);
      if (test !== undefined && known !== undefined) facts.set(test.key, { range: known, reads: test.reads });
    }
  return facts;
}

/** Undefined where the test is about something else. */
function rangeBy(
  { subject, relation, by, other }: Assumption,
  { what, sides, all }: Test,
  range: ValueRange,
  around: Surroundings,
): ValueRange | undefined {
  if (other !== undefined) {
    const [first, second] = sides?.map((side) => subjectOf(side, around)) ?? [];
    if (relation === "in" || first === undefined) return undefined;
    if (first === subject && second === other) return narrowed(range, relation, 0n, true);
    return first === other && second === subject ? narrowed(range, TURNED[relation], 0n, true) : undefined;
  }
  if (sides !== undefined || subjectOf(what, around) !== subject) return undefined;
  // C compares a number that the type does not have with another one.
  const isOutside = by.some((one) => one < all.least || one > all.most);
  return isOutside ? undefined : withAssumption(range, relation, by);
}

/** So many numbers between two are told one by one. */
const MOST_BETWEEN = 256n;

function withAssumption(
  range: ValueRange,
  relation: Assumption["relation"],
  by: readonly bigint[],
): ValueRange {
  const [least = 0n, ...others] = [...by].sort((one, other) => (one < other ? -1 : 1));
  if (relation !== "in") return narrowed(range, relation, least, true);
  const most = others.at(-1) ?? least;
  let left = narrowed(narrowed(range, ">=", least, true), "<=", most, true);
  for (let one = least + 1n; one < most && most - least <= MOST_BETWEEN; one++)
    if (!by.includes(one)) left = narrowed(left, "!=", one, true);
  return left;
}

/** As it is written, without blanks; undefined where it is about what the function itself declares. */
function subjectOf(what: ClangNode, around: Surroundings): string | undefined {
  const isOwn = walk(what).some(
    ({ referencedDecl }) => referencedDecl?.kind === "VarDecl" && around.isLocal(referencedDecl.id),
  );
  return isOwn ? undefined : around.spelling(what)?.replace(/\s+/g, "");
}

/** Those that nothing in the function tests. */
export function unusedAssumptions<Said extends Assumption>(
  { blocks }: LoweredFunction,
  around: Surroundings,
  assumed: readonly Said[],
): Said[] {
  const conditions = blocks.flatMap((block) => [
    ...(block.exit.kind === "branch" ? [block.exit.condition] : []),
    ...partsOfBlock(block).flatMap(({ nodes }) => nodes.flatMap(comparisonsIn)),
  ]);
  const values = blocks.flatMap(({ exit }) => (exit.kind === "switch" ? [exit.value] : []));
  const tests = [
    ...conditions.map((node) => testOf(node, around, () => false)),
    ...values.map((node) => testOfValue(node, around, () => false)),
  ];
  return assumed.filter(
    (one) => !tests.some((test) => test !== undefined && rangeBy({ ...one, by: [] }, test, test.all, around)),
  );
}
