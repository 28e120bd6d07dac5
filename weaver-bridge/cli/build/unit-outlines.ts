/**
 * Which names units' texts hold, so that a new pointcut asks only those units that may match: `.weft/outlines/`, one
 * file a unit, made when it is first asked for and good until the unit is compiled again.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import {
  type Project,
  preprocess,
  recordFile,
  stateFolder,
  type UnitRecord,
  unitOf,
  writeAtomically,
  writeUnitRecord,
} from "../../kernel-build/index.js";
import { outlineOf } from "../../pointcut/index.js";

/** Undefined when the unit can't be preprocessed. `record` comes back with the outline's digest in it. */
export async function unitOutline(
  project: Project,
  record: UnitRecord,
): Promise<{ record: UnitRecord; outline: string } | undefined> {
  const known = readOutline(project, record);
  if (known !== undefined) return { record, outline: known };
  const unit = unitOf(record.command);
  const text = unit && (await preprocess(unit.command, unit.input, {}).catch(() => undefined));
  if (text?.ok !== true) return undefined;
  const outline = outlineOf(text.text);
  const packed = deflateRawSync(Buffer.from(outline, "latin1"), { level: 3 });
  writeAtomically(outlineFile(project, record), packed);
  const changed = { ...record, outline: digestOf(packed) };
  writeUnitRecord(project, changed);
  return { record: changed, outline };
}

function readOutline(project: Project, record: UnitRecord): string | undefined {
  if (record.outline === undefined) return undefined;
  try {
    const packed = readFileSync(outlineFile(project, record));
    return digestOf(packed) === record.outline ? inflateRawSync(packed).toString("latin1") : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(packed: Buffer): string {
  return createHash("sha1").update(packed).digest("hex");
}

function outlineFile(project: Project, { command }: UnitRecord): string {
  return join(stateFolder(project), "outlines", basename(recordFile(project, command), ".json"));
}
