/**
 * Which names units' texts hold, so that a new pointcut asks only those units that may match: `.weft/outlines/`, one
 * file a unit, made by the compile that reads the unit's text or else when it is first asked for, and good until the
 * unit is compiled again.
 */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ClangError, outlineOf } from "../clang-ast/src/index.js";
import {
  type CompileCommand,
  noneIfNotRun,
  type Project,
  preprocess,
  readRegular,
  recordFile,
  stateFolder,
  type UnitRecord,
  unitOf,
  writeAtomically,
  writeUnitRecord,
} from "../kernel-build/index.js";
import { unlessBroken } from "../model/index.js";

/** Bytes of an outline; a unit of a Linux has some hundred thousand. */
const LONGEST = 64 << 20;

/** For the unit's record. `text` is preprocessed, latin1. Empty without an outline, see {@link outlined}. */
export function keepOutline(
  project: Project,
  command: CompileCommand,
  text: string,
): Pick<UnitRecord, "outline"> {
  const outline = outlined(text);
  return outline === undefined ? {} : { outline: writeOutline(project, command, outline) };
}

/** Undefined when the unit can't be preprocessed. `record` comes back with the outline's digest in it. */
export async function unitOutline(
  project: Project,
  record: UnitRecord,
): Promise<{ record: UnitRecord; outline: string } | undefined> {
  const known = readOutline(project, record);
  if (known !== undefined) return { record, outline: known };
  const unit = unitOf(record.command);
  const text = unit && (await preprocess(unit.command, unit.input, {}).catch(noneIfNotRun));
  const outline = text?.ok === true ? outlined(text.text) : undefined;
  if (outline === undefined) return undefined;
  const changed = { ...record, outline: writeOutline(project, record.command, outline) };
  writeUnitRecord(project, changed);
  return { record: changed, outline };
}

/** `text` is preprocessed, latin1. Undefined where the native part of Weft is missing or too old. */
export function outlined(text: string): string | undefined {
  try {
    return outlineOf(text);
  } catch (error) {
    if (!(error instanceof ClangError)) throw error;
    return undefined;
  }
}

/** The digest of what is written. */
function writeOutline(project: Project, command: CompileCommand, outline: string): string {
  const packed = deflateRawSync(Buffer.from(outline, "latin1"), { level: 1 });
  writeAtomically(outlineFile(project, command), packed);
  return digestOf(packed);
}

function readOutline(project: Project, record: UnitRecord): string | undefined {
  if (record.outline === undefined) return undefined;
  return unlessBroken(() => {
    const packed = readRegular(outlineFile(project, record.command));
    if (digestOf(packed) !== record.outline) return undefined;
    // Who wrote the record may have written the outline too.
    return inflateRawSync(packed, { maxOutputLength: LONGEST }).toString("latin1");
  });
}

function digestOf(packed: Buffer): string {
  return createHash("sha1").update(packed).digest("hex");
}

function outlineFile(project: Project, command: CompileCommand): string {
  return join(stateFolder(project), "outlines", basename(recordFile(project, command), ".json"));
}
