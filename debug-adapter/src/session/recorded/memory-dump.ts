/** A dump of a machine that is debugged, and whether a dump is of the kernel whose symbols GDB has. */
import { rename, rm } from "node:fs/promises";
import type { Machine } from "../../qemu/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { readMemory } from "../gdb/mi-commands.js";

/** Writes the file whole or not at all. Throws QEMU's reason. */
export async function dumpMachine(
  machine: Pick<Machine, "dump"> | undefined,
  gdb: GdbConnection,
  file: string,
): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  try {
    if (machine?.dump !== undefined) await machine.dump(temporary);
    else {
      const said = await gdb.consoleCommand(`monitor dump-guest-memory "${temporary}"`);
      if (said.trim() !== "") throw new Error(said.trim());
    }
    await rename(temporary, file);
  } catch (error) {
    throw new Error(`The memory was not written into ${file}: ${(error as Error).message}`);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Pieces of code that are compared, and bytes of each. */
const PIECES = 64;
const PIECE = 64;
/** Kernels patch their own code, in a few places. */
const ENOUGH = 0.9;

/** What the user should know of a dump that another build of the kernel left, a sentence. */
export async function otherBuild(gdb: GdbConnection): Promise<string | undefined> {
  const sections = await gdb.consoleCommand("maintenance info sections CODE");
  const ranges = [...sections.matchAll(/(0x[\da-f]+)->(0x[\da-f]+) at 0x[\da-f]+: (\S+)/g)].filter(
    ([, , , name = ""]) => !name.startsWith(".init"),
  );
  const ends = ranges.map(([, start = "0", end = "0"]) => ({ start: BigInt(start), end: BigInt(end) }));
  const total = ends.reduce((sum, { start, end }) => sum + end - start, 0n);
  let [equal, compared] = [0, 0];
  for (let index = 0; index < PIECES; index++) {
    const address = addressAt(ends, (total * BigInt(index)) / BigInt(PIECES));
    if (address === undefined) continue;
    const [file, memory] = [await bytesFrom(gdb, address, "on"), await bytesFrom(gdb, address, "off")];
    if (file === undefined || memory === undefined) continue;
    compared += file.length;
    equal += file.filter((byte, at) => byte === memory[at]).length;
  }
  await gdb.sendCommand("-gdb-set trust-readonly-sections off");
  if (compared === 0)
    return "The dump has no code where the kernel of weft.json has its own: it is of another kernel.";
  if (equal / compared >= ENOUGH) return undefined;
  const percent = Math.round((100 * equal) / compared);
  return `The dump is of another build: ${percent} % of the code that was compared is the same. Lines, stacks and values may be wrong; open it with the kernel that ran.`;
}

function addressAt(
  ranges: readonly { readonly start: bigint; readonly end: bigint }[],
  offset: bigint,
): bigint | undefined {
  let left = offset;
  for (const { start, end } of ranges) {
    if (left < end - start) return start + left;
    left -= end - start;
  }
  return undefined;
}

async function bytesFrom(
  gdb: GdbConnection,
  address: bigint,
  file: "on" | "off",
): Promise<Buffer | undefined> {
  await gdb.sendCommand(`-gdb-set trust-readonly-sections ${file}`);
  return unlessGdbRefuses(readMemory(gdb, address, PIECE));
}
