/** Advice of several units, compiled as the kernel is, linked against the running kernel at a place in its memory. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spellAddress } from "../../guest/index.js";
import { runProcess, temporaryFolder } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { LIVE_AREA, LIVE_ENDINGS } from "../../weaver/index.js";
import type { CodeRange } from "../hooks/saved-addresses.js";
import { type KernelImage, readLinkedImage } from "../image/kernel-image.js";
import {
  type AdviceRoom,
  type AdvisedUnit,
  type CompiledUnit,
  compileAdvice,
  isRejected,
  type Known,
} from "./compile-advice.js";
import { kernelDefinitions, sourceName } from "./kernel-definitions.js";

export interface LinkedAdvice {
  /** What goes to memory, by address. */
  readonly pieces: readonly { readonly address: number; readonly bytes: Buffer }[];
  /** First address behind all of it. */
  readonly end: number;
  /** Of a function of a hook, guarded where its advice calls something, or of an object; undefined where it has none. */
  addressOf(symbol: string): number | undefined;
  /** Likewise, from its first byte up to its last. */
  rangeOf(symbol: string): CodeRange | undefined;
  isGuarded(symbol: string): boolean;
  /** For a debugger: with lines and call frames, and with what variables are where one is there. */
  readonly file: Buffer;
}

/** Memory of the guest that nobody uses and that the kernel may execute and write. */
export interface CodeArea {
  readonly address: number;
  readonly size: number;
}

export interface LinkPlace {
  /** The area's part that is free begins there. */
  readonly base: number;
  readonly area: CodeArea;
  readonly room: AdviceRoom;
  /** What else symbols of the advice stand for. */
  readonly distances?: Known;
}

const { guarded } = LIVE_ENDINGS;

interface Linked {
  readonly value: LinkedAdvice | undefined;
  readonly problems: readonly Problem[];
}

/** What was linked of these units last, which are planned anew where somebody stands in the way of a jump. */
const LAST = new WeakMap<
  readonly AdvisedUnit[],
  { readonly key: string; readonly linked: Promise<Linked> }
>();

/** Problems instead of a value for what the compiler or the linker rejects; rejects with ProcessError for a missing tool. */
export async function linkAdvice(
  units: readonly AdvisedUnit[],
  image: KernelImage,
  place: LinkPlace,
): Promise<Linked> {
  const { base, area, room, distances = [] } = place;
  const key = JSON.stringify([image.digest, base, area, room, [...distances].sort()]);
  const last = LAST.get(units);
  if (last?.key === key) return last.linked;
  const linked = linkUnits(units, image, place);
  LAST.set(units, { key, linked });
  return linked;
}

async function linkUnits(
  units: readonly AdvisedUnit[],
  image: KernelImage,
  place: LinkPlace,
): Promise<Linked> {
  const made = await compileAdvice(units, place.room, place.distances ?? new Map());
  const wrong = made.find(isRejected);
  if (wrong !== undefined) return { value: undefined, problems: [wrong] };
  const folder = temporaryFolder("weft-live-");
  try {
    return await link(made as CompiledUnit[], image, place, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function link(
  units: readonly CompiledUnit[],
  image: KernelImage,
  { base, area, distances }: LinkPlace,
  folder: string,
): Promise<{ readonly value: LinkedAdvice | undefined; readonly problems: readonly Problem[] }> {
  const script = join(folder, "advice.ld");
  const output = join(folder, "advice.elf");
  const definitions = new Map<string, number>([
    [LIVE_AREA.start, area.address],
    [LIVE_AREA.end, area.address + area.size],
    ...units.flatMap((unit) => unit.distances.map((name): [string, number] => [name, 0])),
    ...(distances ?? []),
  ]);
  const placed = units.map((unit, index) => {
    const file = join(folder, `${index}.o`);
    writeFileSync(file, unit.object);
    return { ...unit, file };
  });
  for (const [name, address] of await kernelDefinitions(placed, image)) definitions.set(name, address);
  writeFileSync(script, linkerScript(base, definitions));
  const roots = units.flatMap((unit) => unit.roots).map((symbol) => `--undefined=${symbol}`);
  const argv = [
    "ld",
    "-m",
    FORMATS[image.machine.bits],
    "-z",
    "noexecstack",
    "--no-warn-rwx-segments",
    "--gc-sections",
  ];
  const run = await runProcess(
    [...argv, "--build-id=none", ...roots, "-T", script, "-o", output, ...placed.map(({ file }) => file)],
    { directory: folder },
  );
  if (run.code !== 0) return { value: undefined, problems: linkProblems(run.errors.toString(), image) };
  const linked = readLinkedImage(output);
  const called = units.some(({ mayUseSse }) => mayUseSse) ? calledOutside(linked) : undefined;
  if (called !== undefined) return { value: undefined, problems: [usesSse(called, definitions)] };
  return { value: linkedAdvice(linked, readFileSync(output), base), problems: [] };
}

/** Where code of the advice calls or jumps to that is none; "pointer" where nobody knows. */
function calledOutside({ symbols, machine, bytesAt }: KernelImage): number | "pointer" | undefined {
  const own = symbols.filter(({ kind, size }) => kind === "function" && size > 0);
  const isOwn = (target: number) =>
    own.some(({ address, size }) => address <= target && target < address + size);
  for (const { address, size } of own)
    for (const { flow, target } of machine.code.decode(bytesAt(address, size) ?? new Uint8Array(), address)) {
      if (flow === "indirect-call" || flow === "indirect-jump") return "pointer";
      if ((flow === "call" || flow === "jump") && target !== undefined && !isOwn(target)) return target;
    }
  return undefined;
}

function usesSse(called: number | "pointer", definitions: ReadonlyMap<string, number>): Problem {
  const name = [...definitions].find(([, address]) => address === called)?.[0];
  const what = called === "pointer" ? "by a pointer" : sourceName(name ?? spellAddress(called));
  return {
    code: "live/sse",
    severity: "error",
    message: `the advice calls ${what}, and a unit's command does not keep the compiler from SSE registers (-mno-sse), which hooks on x86_64 do not save`,
    hint: "Advice that calls nothing can be woven; or build the kernel with -mno-sse or -mgeneral-regs-only.",
  };
}

const FORMATS = { 32: "elf_i386", 64: "elf_x86_64" } as const;

function linkedAdvice(linked: KernelImage, file: Buffer, base: number): LinkedAdvice {
  const symbols = new Map(linked.symbols.map((symbol) => [symbol.name, symbol]));
  const find = (symbol: string) => symbols.get(`${symbol}${guarded}`) ?? symbols.get(symbol);
  const sections = linked.sections.filter(({ size }) => size > 0);
  return {
    file,
    pieces: sections.map(({ address, size, bytes }) => ({
      address,
      bytes: bytes.length === 0 ? Buffer.alloc(size) : Buffer.from(bytes),
    })),
    end: Math.max(base, ...sections.map(({ address, size }) => address + size)),
    addressOf: (symbol) => find(symbol)?.address,
    rangeOf: (symbol) => {
      const found = find(symbol);
      return found && { start: found.address, end: found.address + found.size };
    },
    isGuarded: (symbol) => symbols.has(`${symbol}${guarded}`),
  };
}

function linkerScript(base: number, definitions: ReadonlyMap<string, number>): string {
  const lines = [...definitions].map(([name, address]) => `"${name}" = ${spellAddress(address)};`);
  return `${lines.join("\n")}
SECTIONS {
  . = ${spellAddress(base)};
  .advice : { *(.text .text.*) *(.rodata .rodata.*) }
  . = ALIGN(32);
  .advice.data : { *(.data .data.* .bss .bss.* COMMON) }
  /DISCARD/ : { *(.comment) *(.note .note.*) *(.eh_frame) }
}
`;
}

function linkProblems(said: string, image: KernelImage): Problem[] {
  const names = new Set(
    [...said.matchAll(/undefined reference to [`'](.+?)'/g)].map(([, name = ""]) => sourceName(name)),
  );
  if (names.size === 0)
    return [
      {
        code: "live/link",
        severity: "error",
        message: `the advice can't be linked: ${said.trim().split("\n").slice(0, 2).join(" ")}`,
      },
    ];
  return [...names].map((name) => undefinedSymbol(name, image));
}

function undefinedSymbol(name: string, image: KernelImage): Problem {
  const same = image.symbols.filter((symbol) => symbol.name === name);
  const base = { code: "live/undefined-symbol", severity: "error" } as const;
  if (same.length > 1)
    return {
      ...base,
      message: `the kernel has ${same.length} static symbols named '${name}', in ${same.map(({ unit }) => unit).join(", ")}`,
      hint: "Advice can name one of them only where it is woven into that one's unit.",
    };
  return {
    ...base,
    message: `the running kernel has no symbol '${name}'`,
    hint: "It is not in the kernel, or the optimizer inlined all its uses or removed it. Use what the kernel has (weft live weave links against its symbols).",
  };
}
