/**
 * The aspects that objects were woven with, as they were then: `.weft/aspects/DIGEST.json`, by the digest that the
 * records of units name. Without one nothing is known about what an edit changed.
 */

import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Project, readRegular, stateFolder, writeAtomically } from "../../kernel-build/index.js";
import { unlessBroken } from "../../model/index.js";
import { type LoadedAspects, loadAspects } from "../../pipeline/index.js";

interface Snapshot {
  readonly version: 1;
  /** Absolute names and latin1 texts, in order. */
  readonly files: readonly { readonly file: string; readonly text: string }[];
  readonly currentThread?: Project["currentThread"];
}

const LAST = "last";

/** Keeps `aspects`, and of the others only those that are named in `used`. True when the last ones kept were others. */
export function keepSnapshot(project: Project, aspects: LoadedAspects, used: ReadonlySet<string>): boolean {
  const { currentThread } = project;
  const files = aspects.files
    .filter(({ thread }) => thread === undefined)
    .map(({ file, text }) => ({ file, text }));
  const snapshot: Snapshot = { version: 1, files, ...(currentThread && { currentThread }) };
  const file = snapshotFile(project, aspects.digest);
  if (!existsSync(file)) writeAtomically(file, JSON.stringify(snapshot));
  for (const name of readdirSync(folderOf(project))) {
    const digest = name.replace(/\.json$/, "");
    if (name !== LAST && digest !== aspects.digest && !used.has(digest))
      rmSync(join(folderOf(project), name), { force: true });
  }
  const last = join(folderOf(project), LAST);
  const before = existsSync(last) ? readRegular(last, "utf8") : undefined;
  if (before !== aspects.digest) writeAtomically(last, aspects.digest);
  return before !== undefined && before !== aspects.digest;
}

/** Undefined when there is none, or a broken one. */
export function openSnapshot(project: Project, digest: string): LoadedAspects | undefined {
  const snapshot = unlessBroken(
    () => JSON.parse(readRegular(snapshotFile(project, digest), "utf8")) as Snapshot | null,
  );
  if (snapshot?.version !== 1) return undefined;
  const texts = new Map(snapshot.files.map(({ file, text }) => [file, text]));
  const loaded = loadAspects(
    [...texts.keys()],
    project.root,
    { file: project.file, currentThread: snapshot.currentThread },
    texts,
  );
  return loaded.digest === digest ? loaded : undefined;
}

function snapshotFile(project: Project, digest: string): string {
  return join(folderOf(project), `${digest}.json`);
}

function folderOf(project: Project): string {
  return join(stateFolder(project), "aspects");
}
