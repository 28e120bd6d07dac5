/**
 * A program that asked the kernel by `int` stands behind that instruction: what begins there may be the next inlined call,
 * of which nothing has run. GDB names that one, as below faults it is right to; here frames say whose the `int` was.
 */
import { normalize } from "node:path";
import { noneIfNotRun } from "@weft/weaver-bridge/kernel-build";
import { factsOfWord } from "@weft/weaver-bridge/machine";
import type { RawFrame } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { readMemory, wordSize } from "../gdb/mi-commands.js";
import { inlineChains } from "./inline-chains.js";

/** `file`: with the symbols of the program that runs, or of the kernel. */
export async function nameCallers(
  gdb: GdbConnection,
  frames: readonly RawFrame[],
  file: string,
): Promise<RawFrame[]> {
  const trap = frames.findIndex(({ symbol }) => symbol === "<signal handler called>");
  const address = trap === -1 ? undefined : frames[trap + 1]?.address;
  if (address === undefined || !(await isBehindInt(gdb, BigInt(address)))) return [...frames];
  const behind = frames.findIndex((frame, index) => index > trap && frame.address !== address);
  const end = behind === -1 ? frames.length : behind;
  const group = frames.slice(trap + 1, end);
  const chains = await inlineChains(file, [Number(BigInt(address)) - 1]).catch(noneIfNotRun);
  const chain = [...(chains?.values() ?? [])][0] ?? [];
  if (chain.length === 0 || chain.at(-1)?.symbol !== group.at(-1)?.symbol) return [...frames];
  const [innermost] = group;
  const named = chain.map((link, index): RawFrame => {
    const own = group[group.length - (chain.length - index)] ?? innermost;
    return { ...(own as RawFrame), symbol: link.symbol, file: normalize(link.file), line: link.line };
  });
  return [...frames.slice(0, trap + 1), ...named, ...frames.slice(end)];
}

async function isBehindInt(gdb: GdbConnection, address: bigint): Promise<boolean> {
  const bytes = await unlessGdbRefuses(readMemory(gdb, address - 2n, 2));
  return bytes !== undefined && factsOfWord(await wordSize(gdb)).bytes.isTrap(bytes);
}
