/** Registers of x86 in the packets of a debug stub, and what a stub tells GDB of them (GDB's own `i386-*.xml`). */
import type { GdbTarget, StubRegisters } from "../stub-registers.js";

/** `wide`: those of `order` are of eight bytes. */
export function stubRegisters(order: readonly string[], wide: boolean, least: number): StubRegisters {
  const place = (register: string) => (wide ? 8 : 4) * order.indexOf(register);
  return {
    ...{ order, least },
    read: (packet, register) =>
      wide ? Number(packet.readBigInt64LE(place(register))) : packet.readUInt32LE(place(register)),
    write: (packet, register, value) =>
      wide
        ? packet.writeBigInt64LE(BigInt(value), place(register))
        : packet.writeUInt32LE(value >>> 0, place(register)),
  };
}

const SEGMENTS = ["cs", "ss", "ds", "es", "fs", "gs"];
/** GDB wants to hear of them. */
const FLOATING = [
  ...Array.from({ length: 8 }, (_, index) => `st${index}`),
  ...["fctrl", "fstat", "ftag", "fiseg", "fioff", "foseg", "fooff", "fop"],
];
const BASES = ["fs_base", "gs_base"];
const CONTROL = ["cr0", "cr2", "cr3", "cr4"];

type Register = GdbTarget["registers"][number];

/** `order`: general registers and the program counter. */
export function gdbTarget(order: readonly string[], word: 4 | 8): GdbTarget {
  const type = word === 8 ? "int64" : "int32";
  const core = [...order, "eflags", ...SEGMENTS].map((name): Register => {
    const isNarrow = word === 4 || /^(?:eflags|[c-gs]s)$/.test(name);
    const pointer = /^[re](?:[sb]p)$/.test(name) ? "data_ptr" : /^[re]ip$/.test(name) ? "code_ptr" : type;
    return { name, bytes: isNarrow ? 4 : 8, type: isNarrow && word === 8 ? "int32" : pointer };
  });
  const registers = [
    ...core,
    ...FLOATING.map((name) =>
      name.startsWith("st") ? { name, bytes: 10, type: "i387_ext" } : { name, bytes: 4, type: "int32" },
    ),
    ...(word === 8 ? BASES : []).map((name) => ({ name, bytes: 8, type: "int64" })),
    ...CONTROL.map((name) => ({ name, bytes: word, type })),
  ];
  return { registers, description: describe(word, registers) };
}

function describe(word: 4 | 8, registers: readonly Register[]): string {
  const feature = (name: string, wanted: (register: Register) => boolean) => {
    const list = registers.map((register, number) =>
      wanted(register)
        ? `<reg name="${register.name}" bitsize="${register.bytes * 8}" type="${register.type}" regnum="${number}"/>`
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
