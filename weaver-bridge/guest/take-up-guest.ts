/**
 * A guest whose keeper was killed runs on: who takes it up owns its debug stub from then on, and finds what was woven by
 * the guest's own record.
 */
import { readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isPrivate, type Project, startOfProcess, wordsOfProcess } from "../kernel-build/index.js";
import { unlessRefused } from "../model/index.js";
import { type GuestRecord, isKept, lastGuest, removeGuestRecord } from "./guest-record.js";
import { ownRecorded } from "./kept-guest.js";

export interface OrphanedGuest {
  readonly record: GuestRecord & Required<Pick<GuestRecord, "stub" | "debugging" | "machine">>;
  /** Of QEMU. */
  readonly processId: number;
  /** Folder of its sockets, which {@link takeUpGuest} may clear away. */
  readonly folder: string;
}

/**
 * Undefined when there is none: somebody keeps it, it has ended, or an agent serves in it. What the record names is matched
 * with what is there: a folder that one of our processes made, and in it the sockets of a QEMU of this user's that was
 * started with them.
 */
export function orphanedGuest(project: Pick<Project, "root">): OrphanedGuest | undefined {
  const record = lastGuest(project);
  if (record === undefined || isKept(record)) return undefined;
  const { stub, debugging, machine } = record;
  if (stub === undefined || debugging === undefined || machine === undefined) return undefined;
  const folder = dirname(machine.stub);
  const isOurs = /^weft-guest-\d+-\d+-\w{6}$/.test(basename(folder)) && isPrivate(folder);
  const named = [stub, debugging, machine.process].every((path) => path === join(folder, basename(path)));
  const processId = isOurs && named ? machineOf(machine.process) : undefined;
  return processId === undefined
    ? undefined
    : { record: { ...record, stub, debugging, machine }, processId, folder };
}

/** QEMU's number, where that process is a QEMU that was told to write it there. */
function machineOf(file: string): number | undefined {
  return unlessRefused(() => {
    const processId = Number(readFileSync(file, "latin1"));
    const words = processId > 0 ? wordsOfProcess(processId) : undefined;
    const isQemu = /^qemu-system-\w+$/.test(basename(words?.[0] ?? ""));
    return isQemu && words?.[words.indexOf("-pidfile") + 1] === file ? processId : undefined;
  });
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
  { record: { stub, debugging, machine, ...before }, processId, folder }: OrphanedGuest,
): Promise<TakenGuest> {
  for (const socket of [stub, debugging]) rmSync(socket, { force: true });
  const record = { ...before, stub, debugging, machine, processId: process.pid };
  const owner = await ownRecorded(project, record, { stub: machine.stub, visits: stub, debugging });
  const began = startOfProcess(processId);
  const isRunning = () => began !== undefined && startOfProcess(processId) === began;
  return {
    ...{ record, isRunning },
    leave: () => {
      owner.close();
      if (isRunning()) return;
      removeGuestRecord(project, record.id);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
