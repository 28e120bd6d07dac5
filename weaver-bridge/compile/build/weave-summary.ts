/** Sums up the records of all units: the weave map that debugger and tests read, and the numbers that people read. */
import { resolve } from "node:path";
import {
  hasSource,
  type Project,
  readUnitRecords,
  sourceNames,
  type UnitRecord,
  type WeaveMap,
  weaveMapFile,
  writeAtomically,
} from "../../kernel-build/index.js";
import { isOfAspect, type StubFunction } from "../../model/index.js";

export interface BuildSummary {
  readonly version: 1;
  readonly project: string;
  readonly image: string | undefined;
  /** Absolute path of the weave map. */
  readonly weaveMap: string;
  readonly units: {
    readonly total: number;
    readonly woven: number;
    readonly unchanged: number;
    readonly notWoven: number;
  };
  readonly effects: number;
  readonly notWoven: readonly { readonly source: string; readonly reason: string }[];
  /** Join points by advice: `Trace: before`, with how many places in how many units. */
  readonly aspects: readonly { readonly aspect: string; readonly effects: number; readonly units: number }[];
}

/** Writes `.weft/weave-map.json` from the records of units whose sources still exist, which come back too. */
export function collectWeaveMap(
  project: Project,
  stubs: readonly StubFunction[] = [],
): {
  readonly summary: BuildSummary;
  readonly map: WeaveMap;
  readonly records: readonly UnitRecord[];
} {
  const records = readUnitRecords(project).filter(hasSource);
  const map: WeaveMap = {
    version: 2,
    project: project.name,
    units: records.map((record) => record.map),
    ...(stubs.length === 0 ? {} : { stubs }),
  };
  const file = weaveMapFile(project);
  writeAtomically(file, JSON.stringify(map));
  const image = project.build?.image;
  const summary: BuildSummary = {
    version: 1,
    project: project.name,
    image: image === undefined ? undefined : resolve(project.root, image),
    weaveMap: file,
    units: {
      total: records.length,
      woven: count(records, "woven"),
      unchanged: count(records, "unchanged"),
      notWoven: count(records, "not-woven"),
    },
    effects: records.reduce((sum, record) => sum + record.map.effects.length, 0),
    notWoven: records
      .filter((record) => record.map.status === "not-woven")

      .map(({ map: { directory, source, reason } }) => ({
        source: sourceNames(directory, project.root).nameOf(source),
        reason: reason ?? "",
      })),
    aspects: countAspects(records),
  };
  return { summary, map, records };
}

export function describeSummary(summary: BuildSummary): string {
  const { total, woven, unchanged, notWoven } = summary.units;
  const lines = [
    `weft build: ${total} units: ${woven} woven, ${unchanged} without matching advice, ${notWoven} not woven`,
    ...summary.aspects.map(
      ({ aspect, effects, units }) => `  ${aspect}: ${effects} join points in ${units} units`,
    ),
    ...byReason(summary.notWoven),
    `  weave map: ${summary.weaveMap}`,
    ...(summary.image === undefined ? [] : [`  image: ${summary.image}`]),
  ];
  return `${lines.join("\n")}\n`;
}

const MOST_SOURCES = 3;

/** What several units have in common is told once, with the number of them. */
function byReason(notWoven: BuildSummary["notWoven"]): string[] {
  const groups = new Map<string, { readonly reason: string; readonly sources: string[] }>();
  for (const { source, reason } of notWoven) {
    const common = reason.replace(/(?<![^\s:])[^\s:]+:\d+:\d+: /g, "");
    const group = groups.get(common) ?? { reason, sources: [] };
    group.sources.push(source);
    groups.set(common, group);
  }
  return [...groups.values()].map(({ reason, sources }) => {
    const [first = ""] = sources;
    if (sources.length === 1) return `  not woven: ${first}: ${reason}`;
    const named = sources.slice(0, MOST_SOURCES).join(", ");
    const more = sources.length > MOST_SOURCES ? ", …" : "";
    return `  ${sources.length} units not woven (${named}${more}), for one reason: ${reason}. weft check ${first} says more.`;
  });
}

function count(records: readonly UnitRecord[], status: UnitRecord["map"]["status"]): number {
  return records.filter((record) => record.map.status === status).length;
}

function countAspects(records: readonly UnitRecord[]): BuildSummary["aspects"] {
  const found = new Map<string, { effects: number; units: number }>();
  for (const record of records) {
    const here = new Map<string, number>();
    for (const effect of record.map.effects.filter(isOfAspect))
      here.set(effect.by.name, (here.get(effect.by.name) ?? 0) + 1);
    for (const [aspect, effects] of here) {
      const known = found.get(aspect) ?? { effects: 0, units: 0 };
      found.set(aspect, { effects: known.effects + effects, units: known.units + 1 });
    }
  }
  return [...found]
    .map(([aspect, numbers]) => ({ aspect, ...numbers }))
    .sort((a, b) => (a.aspect < b.aspect ? -1 : 1));
}
