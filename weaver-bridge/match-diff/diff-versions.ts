/** From two versions of a project to what they weave differently: parses only units that may differ. */
import type { Problem } from "../model/index.js";
import { changedSelections } from "../pipeline/index.js";
import { keptIndexForDiff } from "../project/kept-index.js";
import type { TargetUnit } from "../project/target.js";
import { pairAdvice } from "./diff-advice.js";
import { type Comparison, compare, type Difference } from "./diff-compare.js";
import type { DiffSide } from "./diff-sides.js";
import { functionsOf, placeKey, pointsOfUnits, tableOf, type UnitPoints } from "./diff-table.js";
import { isSameUnit, pairUnits, sortUnits, type UnitPair, unitsWith } from "./diff-units.js";

export interface Found {
  readonly differences: readonly Difference[];
  readonly problems: readonly Problem[];
  /** Units can't be read. */
  readonly isPartial: boolean;
}

type Points = Map<TargetUnit, UnitPoints>;

/** What is known so far. */
interface Known {
  readonly before: Points;
  readonly after: Points;
  /** The earlier code with the later aspects; absent when the aspects are the same. */
  readonly middle?: Points;
}

/** `onProgress` gets steps done, and steps as far as they are known. */
export async function differ(
  before: DiffSide,
  after: DiffSide,
  onProgress: (done: number, all: number) => void,
): Promise<Found> {
  const names = pairAdvice(before.aspects, after.aspects);
  const textsOf = ({ aspects }: DiffSide) => aspects.map((file) => file.text).join("\0");
  const hasMiddle = textsOf(before) !== textsOf(after);
  const earlier = { files: before.aspects, names: names.before };
  const later = { files: after.aspects, names: names.after };
  const known: Known = { before: new Map(), after: new Map(), ...(hasMiddle ? { middle: new Map() } : {}) };
  const steps = createSteps(onProgress);

  async function add(to: Points, side: DiffSide, units: readonly TargetUnit[], aspects: typeof earlier) {
    steps.expect(units.length);
    const found = await pointsOfUnits(side, units, aspects.files, aspects.names, steps.step);
    for (const [unit, points] of found) to.set(unit, points);
  }
  async function analyse(pairs: readonly UnitPair[]) {
    await add(known.before, before, unitsOf(pairs, "before"), earlier);
    await add(known.after, after, unitsOf(pairs, "after"), later);
    if (known.middle === undefined) return;
    const other = [];
    for (const pair of pairs) {
      const same = laterOfSameText(pair, known);
      if (same !== undefined && pair.before !== undefined) known.middle.set(pair.before, same);
      else other.push(pair);
    }
    await add(known.middle, before, unitsOf(other, "before"), later);
  }
  const compared = (functions: Pick<Comparison, "functionsBefore" | "functionsAfter">) => {
    const hidden = unreadUnits(pairs, known);
    const table = (points: Points) => tableOf(new Map([...points].filter(([unit]) => !hidden.has(unit))));
    return compare({
      before: table(known.before),
      after: table(known.after),
      ...(known.middle === undefined ? {} : { middle: table(known.middle) }),
      ...functions,
      namesBefore: new Set(names.before.values()),
      namesAfter: new Set(names.after.values()),
    });
  };

  const pairs = pairUnits(before, after);
  steps.expect(pairs.length);
  const changed = hasMiddle ? changedSelections(earlier, later) : [];
  const isOwnFolder = after.root === after.of;
  const kept = isOwnFolder ? await keptIndexForDiff(after, changed, before.changes) : undefined;
  const { touched, untouched } = await sortUnits([before, after], pairs, changed, kept, steps.step);
  await analyse(touched);
  let differences = compared(NOT_KNOWN);
  // A header that one unit no longer includes may still be in others.
  const headers = touched.every(isSameUnit) ? new Set<string>() : headersIn(differences, known);
  const including = await unitsWith(headers, after, untouched, kept);
  if (including.length > 0) {
    await analyse(including);
    differences = compared(NOT_KNOWN);
  }
  const differing = pairsWith(differences, [...touched, ...including], known);
  const [then, now] = [unitsOf(differing, "before"), unitsOf(differing, "after")];
  steps.expect(then.length + now.length);
  if (differing.length > 0)
    differences = compared({
      functionsBefore: await functionsOf(before, then, steps.step),
      functionsAfter: await functionsOf(after, now, steps.step),
    });
  const all = [...known.before.values(), ...known.after.values()];
  const unread = new Set(all.flatMap(({ text, file }) => (text === undefined ? [file] : [])));
  return {
    differences: differences.filter(({ joinPoint }) => !unread.has(joinPoint.range.file)),
    problems: all.flatMap(({ problems }) => problems),
    isPartial: unread.size > 0,
  };
}

const NOT_KNOWN = { functionsBefore: new Set<string>(), functionsAfter: new Set<string>() };

function createSteps(onProgress: (done: number, all: number) => void) {
  let done = 0;
  let all = 0;
  return {
    expect: (more: number) => void (all += more),
    step: () => onProgress(++done, all),
  };
}

function unitsOf(pairs: readonly UnitPair[], version: keyof UnitPair): TargetUnit[] {
  return pairs.flatMap((pair) => pair[version] ?? []);
}

/** Units of which one version can't be read: nothing is known of what differs, in their headers neither. */
function unreadUnits(pairs: readonly UnitPair[], { before, after }: Known): ReadonlySet<TargetUnit> {
  const isUnread = (unit: TargetUnit | undefined, points: Points) => {
    const known = unit && points.get(unit);
    return known !== undefined && known.text === undefined;
  };
  const hidden = pairs.filter((pair) => isUnread(pair.before, before) || isUnread(pair.after, after));
  return new Set([...unitsOf(hidden, "before"), ...unitsOf(hidden, "after")]);
}

/** Where the code is the same, what the aspects of now do to the code of then is what they do now. */
function laterOfSameText({ before, after }: UnitPair, known: Known): UnitPoints | undefined {
  const then = before && known.before.get(before);
  const now = after && known.after.get(after);
  return then?.text !== undefined && then.text === now?.text ? now : undefined;
}

/** Files of differences that are no unit's own. */
function headersIn(differences: readonly Difference[], known: Known): Set<string> {
  const files = new Set(differences.map(({ joinPoint }) => joinPoint.range.file));
  for (const { file } of [...known.before.values(), ...known.after.values()]) files.delete(file);
  return files;
}

/** One pair for each join point whose difference depends on which functions there are. */
function pairsWith(
  differences: readonly Difference[],
  pairs: readonly UnitPair[],
  known: Known,
): readonly UnitPair[] {
  const open = new Set(
    differences
      .filter(({ cause }) => cause === "new function" || cause === "function removed")
      .map(({ joinPoint }) => placeKey(joinPoint)),
  );
  return pairs.filter(({ before, after }) => {
    const places = [before && known.before.get(before), after && known.after.get(after)].flatMap((unit) => [
      ...(unit?.points.keys() ?? []),
    ]);
    return places.filter((place) => open.delete(place)).length > 0;
  });
}
