/** What guards say about the units of a project, at absolute places. */
import { resolve } from "node:path";
import {
  type AliasWarning,
  aliasWarnings,
  type GuardSite,
  guardProblems,
  newMentions,
  pointerDepartures,
  termName,
  unguardable,
  waysOfAssembly,
} from "../guards/index.js";
import { type Project, readUnitRecords, type UnitRecord } from "../kernel-build/index.js";
import type { AssemblyWays, Effect, PointerDeparture, Problem, SourceRange } from "../model/index.js";
import {
  GUARD_FACTS,
  guardsFor,
  guardUnit,
  type KeptTexts,
  type SpecFile,
  targetProblems,
} from "../pipeline/index.js";
import { type AnalysedUnit, mapUnits } from "./analyse-units.js";
import type { TargetUnit } from "./target.js";
import { unitProblems } from "./unit-problems.js";

export interface PlacedTerms {
  readonly terms: readonly string[];
  readonly range: SourceRange;
  readonly within?: string;
}

export interface SitePlace extends PlacedTerms {
  readonly certainty: GuardSite["certainty"];
  readonly how: string;
  readonly reason: string;
  readonly guarded: GuardSite["guarded"];
}

export interface AliasPlace extends PlacedTerms {
  readonly kind: AliasWarning["kind"];
  readonly chain: readonly string[];
  readonly harmless?: string;
}

export interface GuardedPlaces {
  readonly sites: readonly SitePlace[];
  readonly aliases: readonly AliasPlace[];
  readonly effects: readonly Effect[];
  readonly problems: readonly Problem[];
  /** What assembly files may write by. */
  readonly assembly: readonly AssemblyWays[];
  /** Of what stands beside terms, to other units. */
  readonly departures: readonly PointerDeparture[];
  /** Not where units before it have shown all that it could. */
  readonly isRead: boolean;
}

/** Units of a kernel that is read as a whole; of a larger one those that bring something new. */
const SMALL = 200;

/** A run shows writes of the kernel that was built: of a large one, what the units tell in which its build put guards. */
export function unitsWithGuards(project: Project, units: readonly TargetUnit[]): readonly TargetUnit[] {
  if (units.length <= SMALL) return units;
  const files = (records: readonly UnitRecord[]) =>
    new Set(records.map(({ command }) => resolve(command.directory, command.file)));
  const records = readUnitRecords(project);
  const built = files(records);
  const guarded = files(records.filter(({ map }) => map.effects.some(({ by }) => by.tool === "guards")));
  return units.filter(({ command, input }) => {
    const file = resolve(command.directory, input.path);
    return guarded.has(file) || !built.has(file);
  });
}

/** Of units that the guards concern; a place in a header is told by each unit that includes it. */
export function guardedPlaces(
  units: Parameters<typeof mapUnits>[0],
  specs: readonly SpecFile[],
  texts?: KeptTexts,
): Promise<GuardedPlaces[]> {
  const always = units.length <= SMALL || newMentions(specs.flatMap(({ guards }) => guards));
  return mapUnits(units, [], { always, wanted: GUARD_FACTS, texts }, (one) => {
    const { problems, ...places } = placesIn(one, specs);
    const guards = guardsFor(one.analysis.unitText, specs);
    const refused = targetProblems(one.unit, guards, specs);
    return { ...places, problems: [...problems, ...refused, ...unread(one, specs), ...unitProblems(one)] };
  });
}

/** A function that clang can't read may write anything. */
function unread({ unit, analysis }: AnalysedUnit, specs: readonly SpecFile[]): Problem[] {
  const { partial, failure, unitText } = analysis;
  const broken = analysis.problems.find(({ code }) => code === "weave/broken-code");
  const reason = (failure ?? partial)?.reason ?? broken?.message;
  const isConcerned = guardsFor(unitText, specs).some(({ protects }) => protects.length > 0);
  if (reason === undefined || !isConcerned) return [];
  const file = resolve(unit.command.directory, unit.input.path);
  return [
    {
      code: "guards/unread",
      severity: "error",
      range: { file, startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
      message: `what is written in a part of it is not known: ${reason}`,
      hint: "Write it so that clang reads it as well (GNU nested functions it does not), or build this unit without what it guards.",
    },
  ];
}

function placesIn({ unit, analysis }: AnalysedUnit, specs: readonly SpecFile[]): GuardedPlaces {
  const { facts, unitText } = analysis;
  if (facts === undefined)
    return {
      ...{ sites: [], aliases: [], effects: [], problems: [], assembly: [], departures: [] },
      isRead: false,
    };
  const { directory } = unit.command;
  const absolute = (range: SourceRange) => ({ ...range, file: resolve(directory, range.file) });
  const placeOf = ({ range, terms, guard, within }: GuardSite | AliasWarning): PlacedTerms => {
    return {
      terms: terms.map((term) => termName(guard, term)),
      range: absolute(facts.lineMap.rangeOf(range)),
      ...(within === undefined ? {} : { within }),
    };
  };
  const { effects, ...guarded } = guardUnit(facts, unitText, specs, directory);
  const sites = guarded.sites.map(
    (site): SitePlace => ({
      ...placeOf(site),
      certainty: site.certainty,
      how: site.how,
      reason: site.reason,
      guarded: site.guarded,
    }),
  );
  const guards = guardsFor(unitText, specs);
  const warnings = aliasWarnings(facts, unitText, guards);
  const aliases = warnings.map(
    (alias): AliasPlace => ({
      ...placeOf(alias),
      kind: alias.kind,
      chain: alias.chain,
      ...(alias.harmless === undefined ? {} : { harmless: alias.harmless }),
    }),
  );
  return {
    sites,
    aliases,
    effects: effects.map((effect) => ({ ...effect, target: absolute(effect.target) })),
    isRead: true,
    assembly: waysOfAssembly(facts, unitText, guards),
    departures: pointerDepartures(facts, unitText, guards, (range) => absolute(facts.lineMap.rangeOf(range))),
    problems: [
      ...unguardable(facts, unitText, guards, guarded.sites),
      ...guardProblems(facts, guards, guarded.sites, warnings),
    ].map(({ range, ...problem }) => ({
      ...problem,
      range: absolute(facts.lineMap.rangeOf(range)),
    })),
  };
}
