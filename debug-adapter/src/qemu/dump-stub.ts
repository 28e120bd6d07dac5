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
  const readMemory = async (address: string, count: string) => {
    const size = Math.min(Number.parseInt(count, 16), MOST_BYTES);
    const bytes = await memories[selected]?.read(BigInt(`0x${address}`), size);
    return bytes === undefined || bytes.length === 0 ? "E14" : bytes.toString("hex");
  };
  const digitsOf = (register: Register) =>
    digits(lookUp(dump.cpus[selected] ?? {}, register.name), register.bytes);
  const readRegister = (number: string) => {
    const register = registers[Number.parseInt(number, 16)];
    return register === undefined ? "E01" : digitsOf(register);
  };
  const titleOf = (thread: string) =>
    Buffer.from(`CPU#${Number.parseInt(thread, 16) - 1} [dumped]`).toString("hex");
  const ids = dump.cpus.map((_, index) => (index + 1).toString(16)).join(",");

  /** The first that fits answers, given what stands in its parentheses. */
  const answers: readonly [question: RegExp, answer: (...parts: string[]) => string | Promise<string>][] = [
    [/^m([\da-f]+),([\da-f]+)$/, readMemory],
    [/^qXfer:features:read:target\.xml:([\da-f]+),([\da-f]+)$/, (at, count) => piece(description, at, count)],
    [/^qSupported/, () => `PacketSize=${(2 * MOST_BYTES).toString(16)};qXfer:features:read+`],
    [/^\?$/, () => "T05thread:1;"],
    [/^qC$/, () => "QC1"],
    [/^qAttached$/, () => "1"],
    [/^qfThreadInfo$/, () => `m${ids}`],
    [/^qsThreadInfo$/, () => "l"],
    [/^qThreadExtraInfo,(.*)$/s, titleOf],
    [/^(?:Hg|T)(.*)$/s, select],
    [/^g$/, () => registers.map(digitsOf).join("")],
    [/^p(.*)$/s, readRegister],
    [/^(?:Hc|D|[zZ])/, () => "OK"],
    [/^(?:[cCsSGPMX]|vCont;)/, () => "E01"],
  ];
  return async (content) => {
    for (const [question, answer] of answers) {
      const parts = question.exec(content);
      if (parts !== null) return answer(...parts.slice(1));
    }
    return "";
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
