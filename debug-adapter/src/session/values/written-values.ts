/** At a data breakpoint: what the memory was and is, and who wrote or read it. GDB itself tells the values of a watched address. */
import type { MeantJoinPoint } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import type { GdbStop } from "../gdb/gdb-stop.js";
import { codePlace, numberOf } from "../gdb/mi-commands.js";
import { createValueReader } from "./value-reader.js";

/** Values as GDB prints them. */
export interface WrittenValues {
  readonly old?: string | undefined;
  readonly new?: string | undefined;
  /** What was read, when nothing was written. */
  readonly value?: string | undefined;
  /** `inode_init at fs/inode.c:42`. */
  readonly by?: string | undefined;
}

/** GDB has stopped for a watched address: behind the instruction, or before it on the way back. */
export async function watchedValues(
  gdb: GdbConnection,
  { value = {} }: GdbStop,
  threadId: number,
  goesBack: boolean,
): Promise<WrittenValues> {
  const by = await accessor(gdb, threadId, goesBack ? 0n : 1n);
  // In the order of time, not in that of stops.
  return goesBack && value.old !== undefined ? { old: value.new, new: value.old, by } : { ...value, by };
}

/** An access that is about to happen. */
export interface ComingAccess {
  readonly before: WrittenValues;
  /** When the instruction is done. */
  after(): Promise<WrittenValues>;
}

/** The machine stands at the access of a pointcut. */
export async function comingAccess(
  gdb: GdbConnection,
  access: MeantJoinPoint,
  threadId: number,
): Promise<ComingAccess> {
  const reader = createValueReader(gdb, threadId);
  const memory = await reader.accessed(access);
  const old = memory === undefined ? undefined : await reader.value(memory);
  const by = await accessor(gdb, threadId, 0n);
  return {
    before: access.kind === "set" ? { old, by } : { value: old, by },
    async after() {
      if (access.kind !== "set") return { value: old, by };
      return { old, by, new: memory === undefined ? undefined : await reader.value(memory) };
    },
  };
}

/** Whose instruction it is, so many bytes before the program counter. */
async function accessor(gdb: GdbConnection, threadId: number, before: bigint): Promise<string | undefined> {
  const counter = await unlessGdbRefuses(numberOf(gdb, "$pc", { threadId, frameId: 0 }));
  if (counter === undefined) return undefined;
  const { symbol, line } = await codePlace(gdb, counter - before);
  if (symbol === "") return line === "" ? undefined : line;
  return line === "" ? symbol : `${symbol} at ${line}`;
}
