/**
 * A guest whose keeper was killed runs on: who takes it up owns its debug stub from then on, and finds what was woven by
 * the guest's own record.
 */
import { readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { isAlive, type Project } from "../kernel-build/index.js";
import { type GuestRecord, lastGuest, removeGuestRecord } from "./guest-record.js";
import { ownRecorded } from "./kept-guest.js";

export interface OrphanedGuest {
  readonly record: GuestRecord & Required<Pick<GuestRecord, "stub" | "debugging" | "machine">>;
  /** Of QEMU. */
  readonly processId: number;
}

/** Undefined when there is none: somebody keeps it, it has ended, or an agent serves in it. */
export function orphanedGuest(project: Pick<Project, "root">): OrphanedGuest | undefined {
  const record = lastGuest(project);
  if (record === undefined || isAlive(record.processId)) return undefined;
  const { stub, debugging, machine } = record;
  if (stub === undefined || debugging === undefined || machine === undefined) return undefined;
  const processId = processOf(machine.process);
  return processId === undefined ? undefined : { record: { ...record, stub, debugging, machine }, processId };
}

function processOf(file: string): number | undefined {
  try {
    const processId = Number(readFileSync(file, "latin1"));
    return processId > 0 && isAlive(processId) ? processId : undefined;
  } catch {
    return undefined;
  }
}

export interface TakenGuest {
  readonly record: GuestRecord;
  isRunning(): boolean;
  /** The guest runs on, and can be taken up again; when it has ended, what it left is cleared away. */
  leave(): void;
}

/** Rejects when its sockets can't be made. */
export async function takeUpGuest(
  project: Pick<Project, "root">,
  { record: { stub, debugging, machine, ...before }, processId }: OrphanedGuest,
): Promise<TakenGuest> {
  for (const socket of [stub, debugging]) rmSync(socket, { force: true });
  const record = { ...before, stub, debugging, machine, processId: process.pid };
  const owner = await ownRecorded(project, record, { stub: machine.stub, visits: stub, debugging });
  const isRunning = () => isAlive(processId);
  return {
    ...{ record, isRunning },
    leave: () => {
      owner.close();
      if (isRunning()) return;
      removeGuestRecord(project, record.id);
      rmSync(dirname(machine.stub), { recursive: true, force: true });
    },
  };
}
