/** The shadows of a unit by where they stand. */
import type {
  AccessShadow,
  BuiltinShadow,
  CallShadow,
  Conversion,
  Mention,
  TextRange,
  UnitFacts,
} from "../../model/index.js";
import { contains } from "../../model/index.js";
import { once } from "./once.js";
import { indexRanges } from "./range-index.js";

interface Sorted {
  readonly gets: readonly AccessShadow[];
  readonly sets: readonly AccessShadow[];
  readonly refs: readonly AccessShadow[];
  readonly calls: readonly CallShadow[];
  readonly builtins: readonly BuiltinShadow[];
}

/** By kind, each in the order of facts. */
export const shadowsOf = once((facts: UnitFacts): Sorted => {
  const gets: AccessShadow[] = [];
  const sets: AccessShadow[] = [];
  const refs: AccessShadow[] = [];
  const calls: CallShadow[] = [];
  const builtins: BuiltinShadow[] = [];
  const accesses = { get: gets, set: sets, ref: refs };
  for (const one of facts.shadows)
    if (one.kind === "call") calls.push(one);
    else if (one.kind === "builtin") builtins.push(one);
    else if (one.kind === "get" || one.kind === "set" || one.kind === "ref") accesses[one.kind].push(one);
  return { gets, sets, refs, calls, builtins };
});

const calls = once((facts: UnitFacts) => indexRanges(shadowsOf(facts).calls, ({ range }) => range));

/** That a place stands in, in the order of facts. */
export const callsAround = (facts: UnitFacts, range: TextRange): CallShadow[] => calls(facts).around(range);

/** That get what stands at a place, as an argument or in one. */
export const callsGiven = (facts: UnitFacts, range: TextRange): CallShadow[] =>
  callsAround(facts, range).filter((one) => one.arguments.some((given) => contains(given.range, range)));

const builtins = once((facts: UnitFacts) => indexRanges(shadowsOf(facts).builtins, ({ range }) => range));

/** Operators that a place stands in, in the order of facts. */
export const builtinsAround = (facts: UnitFacts, range: TextRange): BuiltinShadow[] =>
  builtins(facts).around(range);

const members = once((facts: UnitFacts) =>
  indexRanges(
    [...shadowsOf(facts).sets, ...shadowsOf(facts).gets].filter(({ object }) => object !== undefined),
    ({ lvalue }) => lvalue,
  ),
);

/** Members that are written or read of an object in which a place stands, those that are written first. */
export const membersAround = (facts: UnitFacts, range: TextRange): AccessShadow[] =>
  members(facts).around(range);

const references = once((facts: UnitFacts) => indexRanges(shadowsOf(facts).refs, ({ range }) => range));

/** Names whose value is not taken, in a range, in the order of facts. */
export const referencesWithin = (facts: UnitFacts, range: TextRange): AccessShadow[] =>
  references(facts).within(range);

/** Those that a place stands in. */
export const referencesAround = (facts: UnitFacts, range: TextRange): AccessShadow[] =>
  references(facts).around(range);

const accesses = once((facts: UnitFacts) => {
  const found = new Map<string, AccessShadow>();
  for (const one of facts.shadows) {
    if (one.kind !== "ref" && one.kind !== "set") continue;
    const key = placeKey(one.lvalue);
    if (!found.has(key)) found.set(key, one);
  }
  return found;
});

const placeKey = ({ start, end }: TextRange) => `${start}:${end}`;

/** The access that is made of the whole which a mention is a part of, or of all that stands in a range. */
export const accessOf = (facts: UnitFacts, { range }: Pick<Mention, "range">): AccessShadow | undefined =>
  accesses(facts).get(placeKey(range));

const addressed = once((facts: UnitFacts) =>
  indexRanges(
    (facts.escapes?.mentions ?? []).filter(({ role }) => role === "ref"),
    ({ range }) => range,
  ),
);

/** Members of which a part has its address used in a range, in the order of facts. */
export const addressedWithin = (facts: UnitFacts, range: TextRange): Mention[] =>
  addressed(facts).within(range);

const conversions = once((facts: UnitFacts) =>
  indexRanges(facts.escapes?.conversions ?? [], ({ range }) => range),
);

/** Expressions in a range that become of another type, in the order of facts. */
export const conversionsWithin = (facts: UnitFacts, range: TextRange): Conversion[] =>
  conversions(facts).within(range);
