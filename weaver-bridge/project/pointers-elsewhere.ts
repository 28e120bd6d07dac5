/** Pointers to a guarded term's neighbours that leave their unit: whether another unit of the project reckons with them. */
import {
  aliasProblem,
  arrivingFlow,
  functionBodies,
  GUARD_FACTS,
  newLines,
  sharedFunctions,
  subjectOf,
} from "../guards/index.js";
import { groupBy, type PointerDeparture, type PointerLeaves, type Problem } from "../model/index.js";
import type { KeptTexts, SpecFile } from "../pipeline/index.js";
import { mapUnits } from "./analyse-units.js";
import type { TargetUnit } from "./target.js";

/** Of more units those are read that have a line with one of the names which no unit before had. */
const SMALL = 200;

/** From unit to unit no more often than this. */
const ROUNDS = 4;

/** Departures whose pointer is reckoned with somewhere, each once, with the rest of its way. */
export async function reckonedElsewhere(
  units: readonly TargetUnit[],
  departures: readonly PointerDeparture[],
  texts?: KeptTexts,
): Promise<PointerDeparture[]> {
  const reached: PointerDeparture[] = [];
  const asked = new Set<string>();
  const shared = new Map<TargetUnit, ReadonlySet<string>>();
  let open = departures;
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    // Of the same pointer by the same name it is asked once, and told wherever it left.
    const groups = groupBy(open, keyOf);
    const fresh = [...groups].filter(([key]) => !asked.has(key));
    for (const [key] of fresh) asked.add(key);
    const answers = await ask(
      { units, shared, texts },
      fresh.map(([, [one]]) => one as PointerDeparture),
    );
    const next: PointerDeparture[] = [];
    for (const { about, chain, to } of answers)
      for (const one of groups.get(keyOf(about)) ?? []) {
        const further = { ...one, chain: [...one.chain, ...chain] };
        if (to === undefined) reached.push(further);
        else next.push({ ...further, to });
      }
    open = next;
  }
  return [...new Map(reached.map((one) => [placeOf(one), one])).values()];
}

const keyOf = ({ to, pointer }: PointerDeparture) => JSON.stringify([to, pointer]);
const placeOf = ({ range, subject }: PointerDeparture) => JSON.stringify([range, subject]);

interface Answer {
  readonly about: PointerDeparture;
  readonly chain: readonly string[];
  /** Where it leaves that unit again; absent where it is reckoned with there. */
  readonly to?: PointerLeaves;
}

interface Asked {
  readonly units: readonly TargetUnit[];
  /** Functions that each has for others, as far as it was asked before. */
  readonly shared: Map<TargetUnit, ReadonlySet<string>>;
  readonly texts: KeptTexts | undefined;
}

async function ask(
  { units, shared, texts }: Asked,
  departures: readonly PointerDeparture[],
): Promise<readonly Answer[]> {
  if (departures.length === 0) return [];
  const given = departures.filter(({ to }) => to.is === "argument");
  const named = departures.filter(({ to }) => !/^argument\b/.test(to.is));
  const isAnywhere = departures.some(({ to }) => to.is === "argument behind a pointer");
  const names = [...new Set(named.map(({ to }) => to.name))];
  const word = new RegExp(`\\b(?:${names.join("|")})\\b`);
  const isNew = newLines(word);
  const isNamed = (text: string) =>
    names.length > 0 && (units.length <= SMALL ? word.test(text) : isNew(text));
  const functionsOf = ofLastText(sharedFunctions);
  const takes = (functions: ReadonlySet<string>) => given.some(({ to }) => functions.has(to.name));
  const always = (text: string) => isAnywhere || takes(functionsOf(text)) || isNamed(text);
  const asked = units.filter((unit) => {
    const functions = shared.get(unit);
    return functions === undefined || isAnywhere || names.length > 0 || takes(functions);
  });
  const found = await mapUnits(asked, [], { always, wanted: GUARD_FACTS, texts }, ({ unit, analysis }) => {
    const { facts, unitText } = analysis;
    const functions = functionsOf(unitText);
    shared.set(unit, copied(functions));
    if (facts === undefined) return [];
    const code = { facts, unitText, bodyAt: functionBodies(facts, unitText) };
    return departures.flatMap((about): Answer[] => {
      if (about.to.is === "argument" && !functions.has(about.to.name)) return [];
      const { moved, leaves } = arrivingFlow(code, about.to, about.pointer);
      const there = (chain: readonly string[]) => [`in ${unit.input.path}`, ...chain];
      if (moved !== undefined) return [{ about, chain: there(moved) }];
      return leaves.map(({ to, chain }) => ({ about, to, chain: there(chain) }));
    });
  });
  return found.flat();
}

/** Of one text it may be asked again. */
function ofLastText<T>(compute: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly value: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, value: compute(text) };
    return last.value;
  };
}

/** Parts of a text keep all of it. */
const copied = (names: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(JSON.parse(JSON.stringify([...names])) as string[]);

/** Of guards that something relies on. */
export function elsewhereProblems(
  reached: readonly PointerDeparture[],
  specs: readonly SpecFile[],
): Problem[] {
  const guards = specs.flatMap((spec) => spec.guards);
  return reached.flatMap(({ subject, range, to, pointer: _, ...one }): Problem[] => {
    const guard = guards.find((each) => subjectOf(each) === subject && each.protects.length > 0);
    if (guard === undefined) return [];
    const callee = to.is === "argument" ? { callee: to.name } : {};
    const { range: __, ...problem } = aliasProblem({
      ...{ ...one, ...callee, guard, kind: "bytes", range: { start: 0, end: 0 } },
    });
    return [{ ...problem, range }];
  });
}
