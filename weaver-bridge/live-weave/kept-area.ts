/**
 * The area that a guest gave, kept as long as it runs. A guest that nobody of ours keeps is known again by a mark at the
 * area's beginning: where it is not there, the machine was started anew, and has nothing of what was woven.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type GuestRecord,
  liveFolder,
  type StoppedGuest,
  stopGuest,
  stubOf,
  unlessUnmapped,
  writeGuestRecord,
} from "../guest/index.js";
import { type Project, readRegular, writeAtomically } from "../kernel-build/index.js";
import { unlessBroken } from "../model/index.js";
import type { CodeArea } from "./advice/link-advice.js";

interface KeptArea extends CodeArea {
  readonly guest: string;
  /** As it was said, where it was. */
  readonly named?: string;
}

/** Some guest's: advice was woven, or nearly. */
export const hasArea = (project: Pick<Project, "root">) => existsSync(areaFile(project));

const areaFile = (project: Pick<Project, "root">) => join(liveFolder(project), "area.json");

/** Undefined also for that of a guest before this one. */
export function keptArea(project: Project, guest: GuestRecord): KeptArea | undefined {
  return unlessBroken(() => {
    const kept = JSON.parse(readRegular(areaFile(project), "utf8")) as KeptArea | null;
    return kept?.guest === guest.id ? kept : undefined;
  });
}

export function keepArea(project: Project, guest: GuestRecord, area: Omit<KeptArea, "guest">): void {
  writeAtomically(areaFile(project), `${JSON.stringify({ guest: guest.id, ...area })}\n`);
}

const MARK = 16;

/** What is left of the area. Rejects with GuestError. */
export async function markGuest(stopped: StoppedGuest, area: CodeArea, id: string): Promise<CodeArea> {
  await stopped.write(area.address, markOf(id));
  return { address: area.address + MARK, size: area.size - MARK };
}

const markOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

/** The guest at the stub, under a new name where it is another than before. Rejects with GuestError. */
export async function foreignGuest(project: Project, record: GuestRecord): Promise<GuestRecord> {
  const kept = record.id === "" ? undefined : keptArea(project, record);
  const stopped = await stopGuest(stubOf(record));
  try {
    const mark = kept && (await unlessUnmapped(stopped.read(kept.address - MARK, MARK)));
    if (mark?.equals(markOf(record.id)) === true) return record;
  } finally {
    await stopped.leave();
  }
  const fresh = { ...record, id: randomUUID() };
  writeGuestRecord(project, fresh);
  return fresh;
}
