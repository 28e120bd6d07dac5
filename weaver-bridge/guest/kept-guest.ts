/**
 * What makes a guest reachable: QEMU's debug stub behind its one owner, on unix sockets that only this user can open, its
 * memory as a file that can be read while it runs, and the record that says where they are.
 */
import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Project, type RunRecipe, readRegular, temporaryFolder } from "../kernel-build/index.js";
import { type GuestRecord, type Machine, removeGuestRecord, writeGuestRecord } from "./guest-record.js";
import { AGENT_PATH, initrdWithAgent } from "./initrd-with-agent.js";
import { ownStub, type StubOwner, type StubOwnerSettings } from "./stub-owner.js";

export interface KeptGuest<Record extends GuestRecord = GuestRecord> {
  readonly record: Record;
  /** The recipe with QEMU's further arguments. */
  readonly recipe: RunRecipe;
  /** To be called when the guest has ended. */
  forget(): void;
}

/** Rejects with the system's error when the record can't be written. */
export async function keepGuest(project: Project, recipe: RunRecipe): Promise<KeptGuest<StubRecord>> {
  // Not below the project: the path of a socket has at most 107 bytes.
  const folder = temporaryFolder("weft-guest-");
  const stub = join(folder, "qemu");
  const memory = sharedMemory(recipe, join(folder, "memory"));
  const machine = { stub, process: join(folder, "process") };
  const own = ["-gdb", `unix:${stub},server=on,wait=off`, "-pidfile", machine.process, ...memory.arguments];
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const shared = await shareGuest(project, { stub, folder, machine, ...memory.file });
    return {
      record: shared.record,
      recipe: { ...recipe, arguments: [...(recipe.arguments ?? []), ...own] },
      forget: () => {
        shared.forget();
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/**
 * A guest without a debug stub, in which an agent serves at the second serial port: `program` is put before the initial
 * file system's own /init. Rejects with the system's error.
 */
export async function keepAgentGuest(
  project: Project,
  recipe: RunRecipe & { readonly initrd: string },
  program: Buffer,
): Promise<KeptGuest> {
  const folder = temporaryFolder("weft-guest-");
  const [agent, initrd] = [join(folder, "agent"), join(folder, "initrd")];
  const memory = sharedMemory(recipe, join(folder, "memory"));
  const port = `socket,id=weft-agent,path=${agent},server=on,wait=off`;
  const own = ["-chardev", port, "-device", "isa-serial,chardev=weft-agent,index=1", ...memory.arguments];
  const record: GuestRecord = { version: 1, id: randomUUID(), processId: process.pid, agent, ...memory.file };
  const forget = () => {
    removeGuestRecord(project, record.id);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    writeFileSync(initrd, initrdWithAgent(readRegular(resolve(project.root, recipe.initrd)), program));
    writeGuestRecord(project, record);
  } catch (error) {
    forget();
    throw error;
  }
  const append = `${recipe.append ?? ""} rdinit=${AGENT_PATH}`.trim();
  return {
    record,
    recipe: { ...recipe, initrd, append, arguments: [...(recipe.arguments ?? []), ...own] },
    forget,
  };
}

export interface SharedGuestSettings {
  /** QEMU's debug stub, which nobody else connects to. */
  readonly stub: string;
  /** Where sockets may be made. */
  readonly folder: string;
  readonly memory?: string;
  /** Where QEMU runs on without this process. */
  readonly machine?: Machine;
  readonly standsAfterDebugger?: boolean;
}

type StubRecord = GuestRecord & { readonly stub: string };

export interface SharedGuest {
  readonly record: StubRecord;
  /** Unix socket where a debugger meets the stub. */
  readonly debugging: string;
  forget(): void;
}

/** Tells everybody where this process's guest is met; nothing is left behind when it rejects. */
export async function shareGuest(
  project: Pick<Project, "root">,
  { stub, folder, memory, machine, standsAfterDebugger = false }: SharedGuestSettings,
): Promise<SharedGuest> {
  const id = randomUUID();
  const visits = join(folder, "visits");
  const debugging = join(folder, "debugging");
  const record: StubRecord = {
    ...{ version: 1, id, processId: process.pid, stub: visits, debugging },
    ...(memory === undefined ? {} : { memory }),
    ...(machine === undefined ? {} : { machine }),
  };
  const owner = await ownRecorded(project, record, { stub, visits, debugging, standsAfterDebugger });
  return {
    ...{ record, debugging },
    forget: () => {
      removeGuestRecord(project, id);
      owner.close();
    },
  };
}

/** From then on others find the stub's owner by the record. Rejects when its sockets or the record can't be made. */
export async function ownRecorded(
  project: Pick<Project, "root">,
  record: GuestRecord,
  settings: StubOwnerSettings,
): Promise<StubOwner> {
  const owner = await ownStub(settings);
  try {
    writeGuestRecord(project, record);
  } catch (error) {
    owner.close();
    throw error;
  }
  return owner;
}

const DEFAULT_MEGABYTES = 128;

/** QEMU's arguments that put the guest's memory into a file; none where the recipe arranges memory by itself. */
export function sharedMemory(
  { arguments: given = [], memory = DEFAULT_MEGABYTES }: RunRecipe,
  file: string,
): { readonly arguments: readonly string[]; readonly file: { readonly memory?: string } } {
  if (given.includes("-m") || given.includes("-numa")) return { arguments: [], file: {} };
  const backend = `memory-backend-file,id=weft-memory,size=${memory}M,mem-path=${file},share=on`;
  return {
    arguments: ["-object", backend, "-machine", "memory-backend=weft-memory"],
    file: { memory: file },
  };
}
