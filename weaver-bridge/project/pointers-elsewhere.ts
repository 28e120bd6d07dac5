/** Pointers to a guarded term's neighbours that leave their unit: whether another unit of the project reckons with them. */
import { resolve } from "node:path";
import { aliasProblem, arrivingFlow, functionBodies, GUARD_FACTS, subjectOf } from "../guards/index.js";
import { readLatin1 } from "../kernel-build/index.js";
import { groupBy, type PointerDeparture, type PointerLeaves, type Problem } from "../model/index.js";
import type { SpecFile } from "../pipeline/index.js";
import { mapUnits } from "./analyse-units.js";
import type { TargetUnit } from "./target.js";

/** Of more units only those are preprocessed whose own file has one of the names. */
const SMALL = 200;

/** From unit to unit no more often than this. */
const ROUNDS = 4;

/** Departures whose pointer is reckoned with somewhere, each once, with the rest of its way. */
export async function reckonedElsewhere(
  units: readonly TargetUnit[],
  departures: readonly PointerDeparture[],
): Promise<PointerDeparture[]> {
  const reached: PointerDeparture[] = [];
  const asked = new Set<string>();
  let open = departures;
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    // Of the same pointer by the same name it is asked once, and told wherever it left.
    const groups = groupBy(open, keyOf);
    const fresh = [...groups].filter(([key]) => !asked.has(key));
    for (const [key] of fresh) asked.add(key);
    const answers = await ask(
      units,
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

async function ask(
  units: readonly TargetUnit[],
  departures: readonly PointerDeparture[],
): Promise<readonly Answer[]> {
  if (departures.length === 0) return [];
  const names = [...new Set(departures.map(({ to }) => to.name))];
  const word = new RegExp(`\\b(?:${names.join("|")})\\b`);
  const isNamed = (text: string) => word.test(text);
  const asked =
    units.length <= SMALL
      ? units
      : units.filter(({ command, input }) =>
          isNamed(readLatin1(resolve(command.directory, input.path)) ?? ""),
        );
  const found = await mapUnits(asked, [], { always: isNamed, wanted: GUARD_FACTS }, ({ unit, analysis }) => {
    const { facts, unitText } = analysis;
    if (facts === undefined) return [];
    const code = { facts, unitText, bodyAt: functionBodies(facts, unitText) };
    return departures.flatMap((about): Answer[] => {
      const { moved, leaves } = arrivingFlow(code, about.to, about.pointer);
      const there = (chain: readonly string[]) => [`in ${unit.input.path}`, ...chain];
      if (moved !== undefined) return [{ about, chain: there(moved) }];
      return leaves.map(({ to, chain }) => ({ about, to, chain: there(chain) }));
    });
  });
  return found.flat();
}

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
