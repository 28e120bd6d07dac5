/** Where a project's running guest is: `.weft/live/guest.json`, written by whoever started it. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive, type Project, stateFolder, writeAtomically } from "../kernel-build/index.js";
import { openAgent } from "./agent-client.js";
import { GuestError } from "./guest-error.js";

export interface GuestRecord {
  readonly version: 1;
  /** Tells this guest from those before it. */
  readonly id: string;
  /** The process that keeps it. */
  readonly processId: number;
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

export function writeGuestRecord(project: Pick<Project, "root">, record: GuestRecord): void {
  writeAtomically(recordFile(project), `${JSON.stringify(record, undefined, 2)}\n`);
}

/** Forgets the guest, unless another one has taken its place. */
export function removeGuestRecord(project: Pick<Project, "root">, id: string): void {
  if (lastGuest(project)?.id === id) rmSync(recordFile(project), { force: true });
}

/** The guest that runs; undefined when there is none, or when who kept it is gone. */
export function runningGuest(project: Pick<Project, "root">): GuestRecord | undefined {
  const record = lastGuest(project);
  return record !== undefined && isAlive(record.processId) ? record : undefined;
}

/** The one that was told of last, whether it runs or not. */
export function lastGuest(project: Pick<Project, "root">): GuestRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(recordFile(project), "utf8")) as GuestRecord | null;
    return record?.version === 1 ? record : undefined;
  } catch {
    return undefined;
  }
}

function recordFile(project: Pick<Project, "root">): string {
  return join(liveFolder(project), "guest.json");
}
