/**
 * A dump as a debug stub: GDB meets on a socket what it would meet on a machine that stands, so that everything which
 * holds for a machine at a stop, sleeping tasks as threads among it, holds for a dump. Nothing runs, and nothing changes.
 */

import { factsOfWord, type MachineFacts } from "@weft/weaver-bridge/machine";
import { lookUp } from "@weft/weaver-bridge/model";
import type { DumpedRegisters, DumpFile } from "./dump-file.js";
import { createDumpMemory } from "./dump-memory.js";

/** Bytes that a packet asks for, at most: what its answer takes is twice that. */
const MOST_BYTES = 0x4000;

type Register = MachineFacts["gdb"]["registers"][number];

/** Answers packets of GDB, as the debug stub of a machine that has the dump's processors and memory. */
export function createDumpStub(dump: DumpFile): (content: string) => Promise<string> {
  const memories = dump.cpus.map((cpu) => createDumpMemory(dump, cpu));
  const { registers, description } = factsOfWord(dump.word).gdb;
  let selected = 0;
  const select = (id: string) => {
    const number = Number.parseInt(id.split(".").at(-1) ?? "", 16);
    if (number >= 1 && number <= dump.cpus.length) selected = number - 1;
    return number <= dump.cpus.length ? "OK" : "E01";
  };
  const digitsOf = (register: Register) =>
    digits(lookUp(dump.cpus[selected] ?? {}, register.name), register.bytes);

  return async (content) => {
    const [, address, count] = /^m([\da-f]+),([\da-f]+)$/.exec(content) ?? [];
    if (address !== undefined && count !== undefined) {
      const wanted = Math.min(Number.parseInt(count, 16), MOST_BYTES);
      const bytes = await memories[selected]?.read(BigInt(`0x${address}`), wanted);
      return bytes === undefined || bytes.length === 0 ? "E14" : bytes.toString("hex");
    }
    const [, at, length] = /^qXfer:features:read:target\.xml:([\da-f]+),([\da-f]+)$/.exec(content) ?? [];
    if (at !== undefined && length !== undefined) return piece(description, at, length);
    if (content.startsWith("qSupported"))
      return `PacketSize=${(2 * MOST_BYTES).toString(16)};qXfer:features:read+`;
    if (content === "?") return "T05thread:1;";
    if (content === "qC") return "QC1";
    if (content === "qAttached") return "1";
    if (content === "qfThreadInfo")
      return `m${dump.cpus.map((_, index) => (index + 1).toString(16)).join(",")}`;
    if (content === "qsThreadInfo") return "l";
    if (content.startsWith("qThreadExtraInfo,"))
      return Buffer.from(`CPU#${Number.parseInt(content.slice(17), 16) - 1} [dumped]`).toString("hex");
    if (/^(?:Hg|T)/.test(content)) return select(content.replace(/^(?:Hg|T)/, ""));
    if (content === "g") return registers.map(digitsOf).join("");
    if (content.startsWith("p")) {
      const register = registers[Number.parseInt(content.slice(1), 16)];
      return register === undefined ? "E01" : digitsOf(register);
    }
    if (/^(?:Hc|D|[zZ])/.test(content)) return "OK";
    return /^(?:[cCsSGPMX]|vCont;)/.test(content) ? "E01" : "";
  };
}

function piece(text: string, at: string, length: string): string {
  const [start, count] = [Number.parseInt(at, 16), Number.parseInt(length, 16)];
  return `${start + count < text.length ? "m" : "l"}${text.slice(start, start + count)}`;
}

/** Lowest byte first; `x` for what the dump does not say. */
function digits(value: DumpedRegisters[string] | undefined, bytes: number): string {
  if (value === undefined) return "xx".repeat(bytes);
  const hex = BigInt.asUintN(8 * bytes, value)
    .toString(16)
    .padStart(2 * bytes, "0");
  return (hex.match(/../g) ?? []).reverse().join("");
}
