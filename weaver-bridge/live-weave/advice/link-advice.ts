/** Advice of several units, compiled as the kernel is, linked against the running kernel at a place in its memory. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  compileArguments,
  inParallel,
  runProcess,
  temporaryFolder,
} from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import {
  LIVE_AREA,
  LIVE_ENDINGS,
  LIVE_LOG,
  type LiveAdvice,
  liveText,
  sizedLog,
} from "../../weaver/index.js";
import type { CodeRange } from "../hooks/saved-addresses.js";
import { type KernelImage, readLinkedImage } from "../image/kernel-image.js";
import { kernelDefinitions, sourceName } from "./kernel-definitions.js";
import { ownSections } from "./own-sections.js";

export interface AdvisedUnit {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  readonly advice: LiveAdvice;
}

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
  /** For a debugger: with lines and call frames, and without types. */
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
  /** For what is logged: a power of two. */
  readonly rings: number;
  /** What else symbols of the advice stand for. */
  readonly distances?: ReadonlyMap<string, number>;
}

interface CompiledUnit {
  readonly object: string;
  /** What the hooks call. */
  readonly roots: readonly string[];
  /** Symbols of arguments, also of hooks that found no place. */
  readonly distances: readonly string[];
  readonly source: string;
}

const { guarded, enter, leave, behind } = LIVE_ENDINGS;

/** The options come last, so that they win. */
const OPTIONS = ["-w", "-g1", "-ffunction-sections", "-fdata-sections", "-fno-pic", "-fno-pie"];
const MORE = ["-fno-asynchronous-unwind-tables", "-fno-exceptions", "-fno-common"];

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
  const { base, area, rings, distances = [] } = place;
  const key = JSON.stringify([image.digest, base, area, rings, [...distances].sort()]);
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
  const folder = temporaryFolder("weft-live-");
  try {
    const made: (CompiledUnit | Problem)[] = [];
    await inParallel([...units.entries()], async ([index, unit]) => {
      if (!made.some(isRejected)) made[index] = await compileUnit(unit, join(folder, String(index)), place);
    });
    const wrong = made.find(isRejected);
    if (wrong !== undefined) return { value: undefined, problems: [wrong] };
    return await link(made as CompiledUnit[], image, place, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isRejected = (made: CompiledUnit | Problem): made is Problem => "code" in made;

/** Our own, in functions without the compiler's. */
const FRAMES = /; \.cfi_adjust_cfa_offset -?\d+/g;

/** Words that are known when the places of hooks are. */
const CONVENTIONS = new RegExp(`\\b__weft_live_\\w+${LIVE_ENDINGS.convention}\\b`, "g");

async function compileUnit(
  unit: AdvisedUnit,
  base: string,
  at: LinkPlace,
  hasLines = true,
): Promise<CompiledUnit | Problem> {
  const { command, input, advice } = unit;
  const { distances, area, rings } = at;
  const place = { text: "-", output: `${base}.s`, mode: "assembly" } as const;
  const argv = [...command.compiler, ...compileArguments(command, input, place), ...OPTIONS, ...MORE];
  if (!hasLines) argv.push("-g0");
  const compiled = (isWhole: boolean) => {
    const text = sizedLog(liveText(advice, isWhole), area.size, rings);
    const input = text.replace(CONVENTIONS, (word) => String(distances?.get(word) ?? 0));
    return runProcess(argv, { directory: command.directory, input });
  };
  let compile = await compiled(false);
  if (compile.code !== 0) compile = await compiled(true);
  if (compile.code !== 0) return rejected(compile.errors.toString());
  const written = readFileSync(`${base}.s`, "latin1");
  const own = ownSections(hasLines ? written : written.replace(FRAMES, ""));
  writeFileSync(`${base}.s`, own.text, "latin1");
  const object = `${base}.o`;
  const assemble = await runProcess(
    [...command.compiler, "-m32", "-x", "assembler", "-c", "-o", object, `${base}.s`],
    { directory: command.directory },
  );
  // Lines are for debuggers: what can't be said without the code that is gone is not said.
  if (assemble.code !== 0 && hasLines) return compileUnit(unit, base, at, false);
  if (assemble.code !== 0) return rejected(assemble.errors.toString());
  const roots = advice.hooks.flatMap(({ symbol, runsBefore, runsAfter, access, around }) => {
    const chosen = (name: string) => (own.calls.has(name) ? `${name}${guarded}` : name);
    return [
      ...(around === undefined ? [] : [`${symbol}${LIVE_ENDINGS.around}`]),
      ...(runsBefore ? [chosen(symbol)] : []),
      ...(runsAfter && access !== undefined ? [chosen(`${symbol}${behind}`)] : []),
      ...(runsAfter && access === undefined ? [`${symbol}${enter}`, chosen(`${symbol}${leave}`)] : []),
    ];
  });
  const read = advice.hooks.flatMap(({ uses }) => [...uses.arguments.values()]);
  return { object, roots, distances: read, source: input.path };
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
  for (const [name, address] of await kernelDefinitions(units, image)) definitions.set(name, address);
  writeFileSync(script, linkerScript(base, definitions));
  const roots = units.flatMap((unit) => unit.roots).map((symbol) => `--undefined=${symbol}`);
  const argv = ["ld", "-m", "elf_i386", "-z", "noexecstack", "--no-warn-rwx-segments", "--gc-sections"];
  const run = await runProcess(
    [...argv, "--build-id=none", ...roots, "-T", script, "-o", output, ...units.map(({ object }) => object)],
    { directory: folder },
  );
  if (run.code !== 0) return { value: undefined, problems: linkProblems(run.errors.toString(), image) };
  return { value: linkedAdvice(readLinkedImage(output), readFileSync(output), base), problems: [] };
}

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
  const lines = [...definitions].map(([name, address]) => `"${name}" = 0x${address.toString(16)};`);
  return `${lines.join("\n")}
SECTIONS {
  . = 0x${base.toString(16)};
  .advice : { *(.text .text.*) *(.rodata .rodata.*) }
  . = ALIGN(32);
  .advice.data : { *(.data .data.* .bss .bss.* COMMON) }
  /DISCARD/ : { *(.comment) *(.note .note.*) *(.eh_frame) }
}
`;
}

function rejected(said: string): Problem {
  const place = /^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$/m.exec(said);
  const assembler = /^.*:\d+: Error: (.*)$/m.exec(said)?.[1];
  const message = place?.[4] ?? assembler ?? said.trim().split("\n")[0] ?? "";
  const [line, column] = [Number(place?.[2]), Number(place?.[3])];
  return {
    code: "live/advice-rejected",
    severity: "error",
    ...(place === null
      ? {}
      : {
          range: {
            file: place[1] as string,
            ...{ startLine: line, startColumn: column, endLine: line, endColumn: column + 1 },
          },
        }),
    message: `the compiler rejects the advice: ${message}`,
    hint: "It is compiled with the unit's own command, behind the unit's text.",
  };
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
