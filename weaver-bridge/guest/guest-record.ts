/**
 * Where a project's running guest is, written by whoever started it. What counts stands in the user's own runtime folder, by
 * the project's real path; `.weft/live/guest.json` is a copy for people and tools that look, and is never believed: it comes
 * with the folder.
 */
import { createHash } from "node:crypto";
import { existsSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  isAlive,
  type Project,
  processKind,
  readRegular,
  runtimeFolder,
  startOfProcess,
  stateFolder,
  writeAtomically,
} from "../kernel-build/index.js";
import { unlessBroken } from "../model/index.js";
import { openAgent } from "./agent-client.js";
import { GuestError } from "./guest-error.js";

export interface GuestRecord {
  readonly version: 1;
  /** Tells this guest from those before it. */
  readonly id: string;
  /** The process that keeps it. */
  readonly processId: number;
  /** When that process began: another one may have its number by now. Written with the record. */
  readonly started?: string;
  /** Unix socket for visits to QEMU's debug stub, which its one owner serves; absent where there is an agent instead. */
  readonly stub?: string;
  /** Unix socket of the port at whose other end an agent serves, in the guest. */
  readonly agent?: string;
  /** Unix socket where one debugger meets the stub. */
  readonly debugging?: string;
  /** Absent where who keeps the guest ends it, too. */
  readonly machine?: Machine;
  /** The guest's physical memory as a file; absent where QEMU keeps it to itself. */
  readonly memory?: string;
  /** `stub` is QEMU's own, of a machine that nobody of ours started or keeps. */
  readonly isForeign?: true;
}

/** What stays when the keeper of a guest is killed. */
export interface Machine {
  /** QEMU's own debug stub, which nobody but the owner connects to. */
  readonly stub: string;
  /** File with the number of QEMU's process. */
  readonly process: string;
}

/** Throws GuestError. */
export function stubOf({ stub }: GuestRecord): string {
  if (stub !== undefined) return stub;
  const message = "this guest has no debug stub";
  throw new GuestError("guest/no-stub", message, "For this start it with weft run --live, without --agent.");
}

/**
 * The guest as it is now: where an agent serves, its `id` tells this run of the kernel from those before it. Rejects with
 * GuestError.
 */
export async function presentGuest(record: GuestRecord): Promise<GuestRecord> {
  if (record.agent === undefined) return record;
  const agent = await openAgent(record.agent);
  agent.leave();
  return { ...record, id: agent.hello.instance };
}

/** Folder of all that is known about what was done to the guest. */
export function liveFolder(project: Pick<Project, "root">): string {
  return join(stateFolder(project), "live");
}

/** Throws the system's error. */
export function writeGuestRecord(project: Pick<Project, "root">, record: GuestRecord): void {
  const started = startOfProcess(record.processId);
  const kept = { ...record, ...(started === undefined ? {} : { started }) };
  const text = `${JSON.stringify(kept, undefined, 2)}\n`;
  writeAtomically(copyFor(project), text);
  writeAtomically(recordFile(project), text);
}

/** Forgets the guest, unless another one has taken its place. */
export function removeGuestRecord(project: Pick<Project, "root">, id: string): void {
  if (lastGuest(project)?.id !== id) return;
  for (const file of [recordFile(project), copyFor(project)]) rmSync(file, { force: true });
}

/** The guest that runs; undefined when there is none, or when who kept it is gone. */
export function runningGuest(project: Pick<Project, "root">): GuestRecord | undefined {
  const record = lastGuest(project);
  return record !== undefined && isKept(record) ? record : undefined;
}

/** Whether the very process that wrote it is there. A machine that needs no keeper is there until it does not answer. */
export function isKept({ processId, started, isForeign }: GuestRecord): boolean {
  if (isForeign === true) return true;
  return isAlive(processId) && (started === undefined || startOfProcess(processId) === started);
}

/** The one that was told of last, whether it runs or not. */
export function lastGuest(project: Pick<Project, "root">): GuestRecord | undefined {
  return unlessBroken(() => {
    const record = JSON.parse(readRegular(recordFile(project), "utf8")) as GuestRecord | null;
    return record?.version === 1 ? record : undefined;
  });
}

/** The folder has a record, and none of ours stands behind it: what it says of processes and sockets is not believed. */
export function hasForeignRecord(project: Pick<Project, "root">): boolean {
  return existsSync(copyFor(project)) && lastGuest(project) === undefined;
}

const copyFor = (project: Pick<Project, "root">) => join(liveFolder(project), "guest.json");

function recordFile({ root }: Pick<Project, "root">): string {
  const key = createHash("sha256").update(realpathSync(root)).digest("hex").slice(0, 32);
  return join(runtimeFolder(), `guest-${processKind()}-${key}.json`);
}
