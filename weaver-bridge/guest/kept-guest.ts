/**
 * What makes a guest reachable: QEMU's debug stub and QMP on unix sockets that only this user can open, its memory as a
 * file that can be read while it runs, and the record that says where they are.
 */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Project, type RunRecipe, temporaryFolder } from "../kernel-build/index.js";
import { type GuestRecord, removeGuestRecord, writeGuestRecord } from "./guest-record.js";

export interface KeptGuest {
  readonly record: GuestRecord;
  /** The recipe with QEMU's further arguments. */
  readonly recipe: RunRecipe;
  /** To be called when the guest has ended. */
  forget(): void;
}

const DEFAULT_MEGABYTES = 128;

/** Throws the system's error when the record can't be written. */
export function keepGuest(project: Project, recipe: RunRecipe): KeptGuest {
  // Not below the project: the path of a socket has at most 107 bytes.
  const folder = temporaryFolder("weft-guest-");
  const stub = join(folder, "stub");
  const control = join(folder, "qmp");
  const id = randomUUID();
  const given = recipe.arguments ?? [];
  const memory = given.includes("-m") || given.includes("-numa") ? undefined : join(folder, "memory");
  const megabytes = recipe.memory ?? DEFAULT_MEGABYTES;
  const backend = `memory-backend-file,id=weft-memory,size=${megabytes}M,mem-path=${memory},share=on`;
  const more = [
    ...["-gdb", `unix:${stub},server=on,wait=off`, "-qmp", `unix:${control},server=on,wait=off`],
    ...(memory === undefined ? [] : ["-object", backend, "-machine", "memory-backend=weft-memory"]),
  ];
  const record: GuestRecord = {
    ...{ version: 1, id, processId: process.pid, stub, control },
    ...(memory === undefined ? {} : { memory }),
  };
  writeGuestRecord(project, record);
  return {
    record,
    recipe: { ...recipe, arguments: [...given, ...more] },
    forget: () => {
      removeGuestRecord(project, id);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
