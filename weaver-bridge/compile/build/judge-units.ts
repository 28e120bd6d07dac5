/**
 * What the present aspects mean for units that were woven with others, told from what is known of the units: what was
 * woven into them, and which names are in their text.
 */

import {
  inParallel,
  type Project,
  type UnitRecord,
  unitLanguage,
  unitOf,
  writeUnitRecord,
} from "../../kernel-build/index.js";
import { isOfAspect } from "../../model/index.js";
import {
  type AspectChanges,
  aspectChanges,
  type Concern,
  type LoadedAspects,
  withGain,
} from "../../pipeline/index.js";
import { unitOutline } from "../../project/unit-outlines.js";
import { openSnapshot } from "./aspect-snapshots.js";
import { createProgress } from "./progress.js";

export interface Verdict {
  readonly record: UnitRecord;
  readonly concern: Concern;
}

export async function judgeUnits(
  project: Project,
  aspects: LoadedAspects,
  records: readonly UnitRecord[],
): Promise<Verdict[]> {
  const changesSince = snapshotComparer(project, aspects);
  const verdicts: Verdict[] = [];
  const asked: (Verdict & { changes: AspectChanges })[] = [];
  for (const record of records) {
    const changes = record.aspects === aspects.digest ? undefined : changesSince(record.aspects);
    const concern = concernOf(record, aspects, changes);
    const isOpen = concern === "none" || concern === "lines";
    if (isOpen && changes?.gainsNothing === false) asked.push({ record, concern, changes });
    else verdicts.push({ record, concern });
  }
  const progress = createProgress((count) => `reading the names in ${count}`, asked.length);
  await inParallel(asked, async ({ changes, ...verdict }) => {
    const { record, concern } = await afterOutline(project, verdict, changes);
    // Next time it is known.
    if (concern === "none") writeUnitRecord(project, { ...record, aspects: aspects.digest });
    verdicts.push({ record, concern });
    progress.step();
  });
  progress.end();
  return verdicts;
}

function concernOf(
  { aspects: made, map, command }: UnitRecord,
  { digest }: LoadedAspects,
  changes: AspectChanges | undefined,
): Concern {
  if (map.status === "not-woven") return "unknown";
  if (made === digest) return "none";
  const unit = unitOf(command);
  if (unit === undefined) return "none";
  return changes?.concern(map.effects.filter(isOfAspect), unitLanguage(unit.input) ?? "c") ?? "unknown";
}

async function afterOutline(project: Project, told: Verdict, changes: AspectChanges): Promise<Verdict> {
  const known = await unitOutline(project, told.record);
  if (known === undefined) return { ...told, concern: withGain(told.concern) };
  const { record, outline } = known;
  const { directory } = record.command;
  const unit = unitOf(record.command);
  const language = (unit && unitLanguage(unit.input)) ?? "c";
  const mayGain = changes.mayGain(outline, record.map.effects.filter(isOfAspect), { language, directory });
  return { record, concern: mayGain ? withGain(told.concern) : told.concern };
}

/** Undefined where nobody knows any more which aspects those were. */
function snapshotComparer(project: Project, aspects: LoadedAspects) {
  const known = new Map<string, AspectChanges | undefined>();
  return (digest: string): AspectChanges | undefined => {
    if (!known.has(digest)) {
      const before = openSnapshot(project, digest);
      known.set(digest, before && aspectChanges(before.files, aspects.files));
    }
    return known.get(digest);
  };
}
