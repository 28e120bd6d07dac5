/**
 * A dump as a debug stub: GDB meets on a socket what it would meet on a machine that stands, so that everything which
 * holds for a machine at a stop, sleeping tasks as threads among it, holds for a dump. Nothing runs, and nothing changes.
 */
import { lookUp } from "@weft/weaver-bridge/model";
import type { DumpedRegisters, DumpFile } from "./dump-file.js";
import { createDumpMemory } from "./dump-memory.js";

const CORE_32 = "eax ecx edx ebx esp ebp esi edi eip eflags cs ss ds es fs gs".split(" ");
const CORE_64 =
  "rax rbx rcx rdx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip eflags cs ss ds es fs gs".split(" ");
/** GDB wants to hear of them; no dump has them. */
const FLOATING = [
  ...Array.from({ length: 8 }, (_, index) => `st${index}`),
  ...["fctrl", "fstat", "ftag", "fiseg", "fioff", "foseg", "fooff", "fop"],
];
const BASES = ["fs_base", "gs_base"];
const CONTROL = ["cr0", "cr2", "cr3", "cr4"];
/** Bytes that a packet asks for, at most: what its answer takes is twice that. */
const MOST_BYTES = 0x4000;

interface Register {
  readonly name: string;
  readonly bytes: number;
  readonly type: string;
}

/** Answers packets of GDB, as the debug stub of a machine that has the dump's processors and memory. */
export function createDumpStub(dump: DumpFile): (content: string) => Promise<string> {
  const memories = dump.cpus.map((cpu) => createDumpMemory(dump, cpu));
  const registers = registersOf(dump.word);
  const description = describe(dump.word, registers);
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

function registersOf(word: 4 | 8): Register[] {
  const type = word === 8 ? "int64" : "int32";
  const core = (word === 8 ? CORE_64 : CORE_32).map((name): Register => {
    const isNarrow = word === 4 || /^(?:eflags|[c-gs]s)$/.test(name);
    const pointer = /^[re](?:[sb]p)$/.test(name) ? "data_ptr" : /^[re]ip$/.test(name) ? "code_ptr" : type;
    return { name, bytes: isNarrow ? 4 : 8, type: isNarrow && word === 8 ? "int32" : pointer };
  });
  return [
    ...core,
    ...FLOATING.map((name) =>
      name.startsWith("st") ? { name, bytes: 10, type: "i387_ext" } : { name, bytes: 4, type: "int32" },
    ),
    ...(word === 8 ? BASES : []).map((name) => ({ name, bytes: 8, type: "int64" })),
    ...CONTROL.map((name) => ({ name, bytes: word, type })),
  ];
}

function describe(word: 4 | 8, registers: readonly Register[]): string {
  const feature = (name: string, wanted: (register: Register) => boolean) => {
    const list = registers.map(({ name: own, bytes, type }, number) =>
      wanted(registers[number] as Register)
        ? `<reg name="${own}" bitsize="${bytes * 8}" type="${type}" regnum="${number}"/>`
        : "",
    );
    return `<feature name="org.gnu.gdb.i386.${name}">${list.join("")}</feature>`;
  };
  const isBase = ({ name }: Register) => BASES.includes(name);
  const isControl = ({ name }: Register) => CONTROL.includes(name);
  return [
    '<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target>',
    `<architecture>i386${word === 8 ? ":x86-64" : ""}</architecture>`,
    feature("core", (register) => !isBase(register) && !isControl(register)),
    word === 8 ? feature("segments", isBase) : "",
    feature("system", isControl),
    "</target>",
  ].join("");
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
