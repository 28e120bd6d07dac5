/**
 * Advice compiled as the kernel is, for a link. It does not depend on where its hooks are, but for what *around* takes the
 * place of: so it begins before that is known.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  compileArguments,
  inParallel,
  runProcess,
  temporaryFolder,
  wovenExtension,
} from "../../kernel-build/index.js";
import { type Problem, settled } from "../../model/index.js";
import { readElf } from "../../object-code/index.js";
import { LIVE_ENDINGS, type LiveAdvice, liveText, sizedLog } from "../../weaver/index.js";
import { ownSections } from "./own-sections.js";

export interface AdvisedUnit {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  readonly advice: LiveAdvice;
}

export interface CompiledUnit {
  /** An ELF file. */
  readonly object: Buffer;
  /** Names that it asks for. */
  readonly missing: readonly string[];
  /** What the hooks call. */
  readonly roots: readonly string[];
  /** Symbols of arguments, also of hooks that found no place. */
  readonly distances: readonly string[];
  readonly source: string;
  /** Its command does not keep the compiler from SSE registers, so the kernel may use them. */
  readonly mayUseSse: boolean;
}

const { guarded, enter, leave, behind, around, convention } = LIVE_ENDINGS;

/** The options come last, so that they win. */
const OPTIONS = ["-w", "-ffunction-sections", "-fdata-sections", "-fno-pic", "-fno-pie"];
const MORE = ["-fno-asynchronous-unwind-tables", "-fno-exceptions", "-fno-common"];

/** What advice is compiled for, beside its unit. */
export interface AdviceRoom {
  /** Of the area, for what is logged. */
  readonly bytes: number;
  /** Of the log; a power of two. */
  readonly rings: number;
  /** A debugger is there, which asks for variables: that takes a tenth longer than lines alone. */
  readonly isDebugged: boolean;
  /** Of the machine's addresses. */
  readonly bits: 32 | 64;
  /** The area is in the highest 2 GB. */
  readonly isHigh: boolean;
}

/** What is known of hooks by the time, by symbol. */
export type Known = ReadonlyMap<string, number>;

/** What was compiled of these units last: they are planned and linked anew where somebody stands in the way of a jump. */
const LAST = new WeakMap<
  readonly AdvisedUnit[],
  { readonly key: string; readonly compiled: Promise<(CompiledUnit | Problem)[]> }
>();

/** By unit, up to the first that the compiler rejects. Rejects with ProcessError for a missing tool. */
export function compileAdvice(units: readonly AdvisedUnit[], room: AdviceRoom, known: Known) {
  const key = JSON.stringify([room, [...known].filter(([name]) => name.endsWith(convention)).sort()]);
  const last = LAST.get(units);
  if (last?.key === key) return last.compiled;
  const compiled = compileUnits(units, room, known);
  LAST.set(units, { key, compiled });
  return compiled;
}

/** While others plan where the hooks are; resolves when no compiler of ours takes processors from a guest that stands. */
export async function beginToCompile(units: readonly AdvisedUnit[], room: AdviceRoom): Promise<void> {
  if (units.some(({ advice }) => advice.hooks.some((hook) => hook.around !== undefined))) return;
  // Who asks for it is told of what fails.
  await settled(compileAdvice(units, room, new Map()));
}

async function compileUnits(units: readonly AdvisedUnit[], room: AdviceRoom, known: Known) {
  const folder = temporaryFolder("weft-live-");
  try {
    const made: (CompiledUnit | Problem)[] = [];
    await inParallel([...units.entries()], async ([index, unit]) => {
      if (!made.some(isRejected))
        made[index] = await compileUnit(unit, join(folder, String(index)), room, known);
    });
    return made;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const isRejected = (made: CompiledUnit | Problem): made is Problem => "code" in made;

/** Of a kernel that leaves SSE to programs. */
const NO_SSE = new Set(["-mno-sse", "-mgeneral-regs-only"]);

/** Hooks keep general registers alone, and what is named is reached by 32 bits from code that is not moved. */
function optionsFor({ bits, isHigh }: AdviceRoom): string[] {
  if (bits === 32) return [];
  return ["-mgeneral-regs-only", "-mno-red-zone", `-mcmodel=${isHigh ? "kernel" : "small"}`];
}

/** Our own, in functions without the compiler's. */
const FRAMES = /; \.cfi_adjust_cfa_offset -?\d+/g;

/** Words that are known when the places of hooks are. */
const CONVENTIONS = new RegExp(`\\b__weft_live_\\w+${convention}\\b`, "g");

async function compileUnit(
  unit: AdvisedUnit,
  base: string,
  room: AdviceRoom,
  known: Known,
  hasLines = true,
): Promise<CompiledUnit | Problem> {
  const { command, input, advice } = unit;
  // In a file, since who computes meanwhile feeds nobody.
  const text = `${base}${wovenExtension(input)}`;
  const place = { text, output: `${base}.s`, mode: "assembly" } as const;
  const given = compileArguments(command, input, place);
  const argv = [...command.compiler, ...given, ...OPTIONS, ...MORE, ...optionsFor(room)];
  argv.push(hasLines ? (room.isDebugged ? "-g" : "-g1") : "-g0");
  const compiled = (isWhole: boolean) => {
    const written = sizedLog(liveText(advice, isWhole), room.bytes, room.rings, room.bits);
    writeFileSync(
      text,
      written.replace(CONVENTIONS, (word) => String(known.get(word) ?? 0)),
      "latin1",
    );
    return runProcess(argv, { directory: command.directory });
  };
  let compile = await compiled(false);
  if (compile.code !== 0) compile = await compiled(true);
  if (compile.code !== 0) return rejected(compile.errors.toString());
  const written = readFileSync(`${base}.s`, "latin1");
  const own = ownSections(hasLines ? written : written.replace(FRAMES, ""));
  writeFileSync(`${base}.s`, own.text, "latin1");
  const file = `${base}.o`;
  const assemble = await runProcess(
    [...command.compiler, `-m${room.bits}`, "-x", "assembler", "-c", "-o", file, `${base}.s`],
    { directory: command.directory },
  );
  // Lines are for debuggers: what can't be said without the code that is gone is not said.
  if (assemble.code !== 0 && hasLines) return compileUnit(unit, base, room, known, false);
  if (assemble.code !== 0) return rejected(assemble.errors.toString());
  const object = readFileSync(file);
  const missing = missingIn(object);
  const mayUseSse = room.bits === 64 && !given.some((word) => NO_SSE.has(word));
  return { object, missing, mayUseSse, ...calledOf(advice, own.calls), source: input.path };
}

/** By hooks. */
function calledOf({ hooks }: LiveAdvice, calling: ReadonlySet<string>) {
  const chosen = (name: string) => (calling.has(name) ? `${name}${guarded}` : name);
  const roots = hooks.flatMap(({ symbol, runsBefore, runsAfter, access, around: inPlace }) => {
    return [
      ...(inPlace === undefined ? [] : [`${symbol}${around}`]),
      ...(runsBefore ? [chosen(symbol)] : []),
      ...(runsAfter && access !== undefined ? [chosen(`${symbol}${behind}`)] : []),
      ...(runsAfter && access === undefined ? [`${symbol}${enter}`, chosen(`${symbol}${leave}`)] : []),
    ];
  });
  return { roots, distances: hooks.flatMap(({ uses }) => [...uses.arguments.values()]) };
}

function missingIn(object: Buffer): string[] {
  const symbols = readElf(object).symbols.filter(
    ({ section, kind, binding }) => section === undefined && kind !== "file" && binding !== "local",
  );
  return symbols.map(({ name }) => name);
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
