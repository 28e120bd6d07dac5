/** Which numbers something may be, as comparisons with constants tell. */

export interface ValueRange {
  readonly least: bigint;
  readonly most: bigint;
  /** Within, but none of these. */
  readonly not: readonly bigint[];
}

export type Relation = "==" | "!=" | "<" | ">" | "<=" | ">=";

const OPPOSITE: Readonly<Record<Relation, Relation>> = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  ">": "<=",
  "<=": ">",
  ">=": "<",
};

/** Of the right side seen from the left one. */
export const TURNED: Readonly<Record<Relation, Relation>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  ">": "<",
  "<=": ">=",
  ">=": "<=",
};

export const isRelation = (text: string | undefined): text is Relation =>
  text !== undefined && text in OPPOSITE;

/** What is left of the range where the comparison came out so. */
export function narrowed(range: ValueRange, relation: Relation, by: bigint, isTrue: boolean): ValueRange {
  const told = isTrue ? relation : OPPOSITE[relation];
  switch (told) {
    case "==":
      return { ...range, least: by, most: by };
    case "!=":
      return { ...range, not: [...range.not, by] };
    case "<":
      return { ...range, most: smaller(range.most, by - 1n) };
    case "<=":
      return { ...range, most: smaller(range.most, by) };
    case ">":
      return { ...range, least: larger(range.least, by + 1n) };
    case ">=":
      return { ...range, least: larger(range.least, by) };
  }
}

/** How the comparison comes out, where it does so for all numbers of the range. */
export function decided(
  { least, most, not }: ValueRange,
  relation: Relation,
  by: bigint,
): boolean | undefined {
  if (relation === "!=") {
    const isEqual = decided({ least, most, not }, "==", by);
    return isEqual === undefined ? undefined : !isEqual;
  }
  if (relation === "==") {
    if (by < least || by > most || not.includes(by)) return false;
    return least === most ? true : undefined;
  }
  const [isAlways, isNever] = {
    "<": [most < by, least >= by],
    "<=": [most <= by, least > by],
    ">": [least > by, most <= by],
    ">=": [least >= by, most < by],
  }[relation];
  return isAlways ? true : isNever ? false : undefined;
}

/** What holds on both ways. */
export function either(one: ValueRange, other: ValueRange): ValueRange {
  const isOut = (by: bigint, { least, most, not }: ValueRange) => by < least || by > most || not.includes(by);
  return {
    least: smaller(one.least, other.least),
    most: larger(one.most, other.most),
    not: [...new Set([...one.not, ...other.not])].filter((by) => isOut(by, one) && isOut(by, other)),
  };
}

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);
const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right);
