/** What a declaration assumes, as what tests of the function may ask about. */

import { constantOf } from "../evaluate/constant.js";
import type { LoweredFunction } from "../lower/graph.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isNumber } from "../objects/values.js";
import { bare, type ClangNode, isThere, partsOf, walk } from "../tree/clang-tree.js";
import { comparisonsIn, type Facts, type Known, type Test, testOf, testOfValue } from "./compared.js";
import { typeRange } from "./type-range.js";
import { narrowed, type Relation, TURNED, type ValueRange } from "./value-range.js";
import { partsOfBlock } from "./written.js";

/** What holds where the function begins. */
export interface Assumption {
  /** As it is written, without blanks: `n`, `p->state`. */
  readonly subject: string;
  readonly relation: Relation | "in";
  /** But for `in` one; of a relation to something else, none. */
  readonly by: readonly bigint[];
  /** It is said of these bits alone. */
  readonly mask?: bigint | undefined;
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
  for (const test of tests) {
    if (test === undefined) continue;
    const said = assumed.filter((one) => isAbout(one, test, around));
    const range = said.length === 0 ? bitsBy(assumed, test, around) : rangeBy(said, test, around);
    if (range !== undefined) facts.set(test.key, { range, reads: test.reads });
  }
  return facts;
}

/** Of `x & C` by what is said of bits of `x`. */
function bitsBy(
  assumed: readonly Assumption[],
  { what, all }: Test,
  around: Surroundings,
): ValueRange | undefined {
  const said = assumed.filter(({ mask }) => mask !== undefined);
  const of = said.length === 0 ? undefined : maskedIn(what, around);
  if (of === undefined) return undefined;
  let range: ValueRange = { ...all, not: [] };
  for (const { subject, relation, by, mask = 0n } of said) {
    const [value = 0n] = by;
    if (subject !== of.subject) continue;
    const shared = of.bits & mask;
    if (relation === "!=" && value === 0n && shared === mask) range = narrowed(range, "!=", 0n, true);
    if (relation !== "==") continue;
    if (shared === of.bits) range = narrowed(range, "==", value & of.bits, true);
    else if ((shared & value) !== 0n) range = narrowed(range, "!=", 0n, true);
  }
  return range;
}

function maskedIn(
  what: ClangNode,
  around: Surroundings,
): { readonly subject: string; readonly bits: bigint } | undefined {
  const inner = bare(what);
  if (inner.kind !== "BinaryOperator" || inner.opcode !== "&") return undefined;
  const [first, second] = partsOf(inner) as [ClangNode, ClangNode];
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const bits = constantOf(other, around);
    const subject = subjectOf(one, around);
    if (isNumber(bits) && bits >= 0n && subject !== undefined) return { subject, bits };
  }
  return undefined;
}

function isAbout(assumption: Assumption, test: Test, around: Surroundings): boolean {
  const { subject, other, mask } = assumption;
  const { what, sides } = test;
  if (mask !== undefined) return false;
  if (other === undefined) return sides === undefined && subjectOf(what, around) === subject;
  const [first, second] = sides?.map((side) => subjectOf(side, around)) ?? [];
  return (first === subject && second === other) || (first === other && second === subject);
}

/** By all that is assumed of it together. */
function rangeBy(
  said: readonly Assumption[],
  { what, sides, all }: Test,
  around: Surroundings,
): ValueRange | undefined {
  if (sides === undefined) {
    const own = typeRange(beforeConversion(what), around.types);
    if (own === undefined) return undefined;
    // C compares a number that the type does not have with another one.
    const fitting = said.filter(({ by }) => by.every((one) => one >= own.least && one <= own.most));
    return converted(fitting.reduce(withAssumption, own), own, all);
  }
  const first = subjectOf(sides[0], around);
  return said.reduce(
    (range, { subject, relation }) =>
      relation === "in" ? range : narrowed(range, first === subject ? relation : TURNED[relation], 0n, true),
    all,
  );
}

/** Said is it of the value that C converts for the comparison: `n` in `n < sizeof(x)`. */
function beforeConversion(what: ClangNode): ClangNode {
  const [only] = partsOf(what);
  return what.castKind === "IntegralCast" && isThere(only) ? only : what;
}

/** Where C compares numbers of another type: all of them the same, or else the same number only from itself. */
function converted(range: ValueRange, own: ValueRange, all: ValueRange): ValueRange | undefined {
  if (range.least >= all.least && range.most <= all.most) return range;
  if (own.most - own.least > all.most - all.least) return undefined;
  return { ...all, not: range.not.filter((one) => one >= all.least && one <= all.most) };
}

/** So many numbers between two are told one by one. */
const MOST_BETWEEN = 256n;

function withAssumption(range: ValueRange, { relation, by }: Assumption): ValueRange {
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
  const isAsked = (one: Said, test: Test): boolean =>
    one.mask === undefined
      ? isAbout(one, test, around)
      : maskedIn(test.what, around)?.subject === one.subject;
  return assumed.filter((one) => !tests.some((test) => test !== undefined && isAsked(one, test)));
}
