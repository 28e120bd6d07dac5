/**
 * What a compiler is: its family, its target, the dialect that it takes. Names lie (`mycc`, a script with `gcc -m32` in
 * it, a `cc` that is Clang), so the compiler itself is asked for its predefined macros. That runs it, and a folder's
 * compiler is run for those only who trust the folder: {@link askCompiler} is called where the compiler is run anyway,
 * and what {@link compilerIdentity} says without it is a guess by name.
 */
import { realpathSync, statSync } from "node:fs";
import { basename, delimiter, isAbsolute, resolve } from "node:path";
import { unlessRefused } from "../../model/index.js";
import { ProcessError } from "../process/process-error.js";
import { isProgram } from "../process/programs.js";
import { runProcess } from "../process/run-process.js";
import { type CompilerCommand, type CompilerInput, lastValue, unitLanguage } from "./compiler-command.js";

export interface CompilerIdentity {
  readonly family: "gcc" | "clang";
  /** A triple that libclang knows, the command's `-m32` and the like included. */
  readonly target: string;
  /** The compiler's language standard where the command names none: `-std=gnu17`. */
  readonly standard: string;
  /** Options of libclang for what the compiler does without being told by the command: `-funsigned-char`. */
  readonly implied: readonly string[];
  /** The first number of its version, where it was asked. */
  readonly release?: number;
  /** It has a warning of line markers to be switched off: Clang 15 and later. Older ones warn of the option. */
  readonly warnsOfMarkers?: boolean;
}

/** Options of the language's meaning, which predefined macros tell as well. */
export const MEANING =
  /^(-std=.*|-ansi|-ffreestanding|-fno-builtin(-.*)?|-f(un)?signed-(char|bitfields)|-fshort-enums|-fshort-wchar|-fms-extensions|-fplan9-extensions|-fgnu89-inline|-fno-rtti|-fno-exceptions|-fpermissive|-fchar8_t|-mlong-double-.*)$/;
/** Options that choose the target, or the compiler behind the driver. */
const TARGET = /^(-m.*|--?target.*|-arch|-b|-B|--?specs.*|-E[BL]|-fhosted|-f(no-)?(rtti|exceptions))$/;
const DEADLINE = 20_000;
const MOST_KEPT = 500;

/** Undefined: it did not answer. */
const ANSWERS = new Map<string, CompilerIdentity | undefined>();
let searched: string | undefined = process.env.PATH;
/** Programs, and their stamps, since {@link searchCompilersIn} was called, which is once for each call that is answered. */
let found: Map<string, readonly [string, string]> | undefined;

/**
 * From now on compilers are searched in `path`, and what scripts among them are is asked again: they may look at an
 * environment that is another one now. Undefined: who knows what is found, so all are asked again.
 */
export function searchCompilersIn(path: string | undefined): void {
  searched = path;
  found = new Map();
  for (const key of ANSWERS.keys()) if (path === undefined || key.startsWith("#!")) ANSWERS.delete(key);
}

/** Runs the compiler, once for each program file, target and dialect. Never throws: who doesn't answer is guessed. */
export async function askCompiler(
  command: CompilerCommand,
  input: CompilerInput,
  signal?: AbortSignal,
): Promise<CompilerIdentity> {
  const key = keyOf(command, input);
  if (!ANSWERS.has(key)) {
    const answer = await predefinedMacros(command, input, signal);
    if (ANSWERS.size > MOST_KEPT) ANSWERS.clear();
    if (signal?.aborted !== true) ANSWERS.set(key, answer && identityOf(answer, input));
  }
  return compilerIdentity(command, input);
}

/** As the compiler said when it was asked; else by its name and the command's options. Runs nothing. */
export function compilerIdentity(command: CompilerCommand, input: CompilerInput): CompilerIdentity {
  return ANSWERS.get(keyOf(command, input)) ?? guess(command, input);
}

async function predefinedMacros(
  command: CompilerCommand,
  input: CompilerInput,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string> | undefined> {
  const words = [...command.compiler, ...decisive(command), "-E", "-dM", "-x", languageOf(input), "-"];
  try {
    const run = await runProcess(words, {
      directory: command.directory,
      input: "",
      signal,
      deadline: DEADLINE,
    });
    const macros = run.output.toString("latin1").matchAll(/^#define (\w+) ?(.*)$/gm);
    const found = new Map(Array.from(macros, ([, name = "", value = ""]) => [name, value]));
    return run.code === 0 && found.has("__SIZEOF_POINTER__") ? found : undefined;
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    return undefined; // Whoever compiles with it says so.
  }
}

function languageOf(input: CompilerInput): "c" | "c++" {
  return unitLanguage(input) ?? "c";
}

function decisive({ items }: CompilerCommand): string[] {
  return items.flatMap((item) =>
    item.kind === "option" && (MEANING.test(item.name) || TARGET.test(item.name)) ? item.words : [],
  );
}

function keyOf(command: CompilerCommand, input: CompilerInput): string {
  return [...programOf(command), ...command.compiler, languageOf(input), ...decisive(command)].join("\0");
}

/** Stamp and file. */
function programOf(command: CompilerCommand): readonly [string, string] {
  const key = `${command.directory}\0${command.compiler.at(-1)}`;
  const known = found?.get(key);
  if (known !== undefined) return known;
  const file = programFile(command);
  const program = [stampOf(file), file] as const;
  found?.set(key, program);
  return program;
}

/** Where the shell would find the compiler; its name where it can't be found. */
function programFile({ compiler, directory }: CompilerCommand): string {
  const name = compiler.at(-1) ?? "";
  if (name.includes("/")) return isAbsolute(name) ? name : resolve(directory, name);
  const places = (searched ?? "").split(delimiter).map((folder) => resolve(directory, folder, name));
  return places.find(isProgram) ?? name;
}

/** Begins with `#!` for what may be a script: compilers themselves are larger. */
function stampOf(file: string): string {
  const status = unlessRefused(() => statSync(realpathSync.native(file)));
  if (status === undefined) return "#!";
  const { size, mtimeMs, ino } = status;
  return `${size < LARGEST_SCRIPT ? "#!" : ""}${ino} ${size} ${mtimeMs}`;
}

const LARGEST_SCRIPT = 64 * 1024;

function identityOf(macros: ReadonlyMap<string, string>, input: CompilerInput): CompilerIdentity {
  const isCxx = languageOf(input) === "c++";
  const implied = [
    ...(macros.has("__CHAR_UNSIGNED__") ? ["-funsigned-char"] : []),
    ...(macros.get("__SIZEOF_WCHAR_T__") === "2" ? ["-fshort-wchar"] : []),
    ...(macros.get("__STDC_HOSTED__") === "0" ? ["-ffreestanding"] : []),
    ...(!isCxx && macros.has("__GNUC_GNU_INLINE__") ? ["-fgnu89-inline"] : []),
    ...(isCxx && !macros.has("__GXX_RTTI") ? ["-fno-rtti"] : []),
    ...(isCxx && !macros.has("__EXCEPTIONS") ? ["-fno-exceptions"] : []),
  ];
  return {
    family: macros.has("__clang__") ? "clang" : "gcc",
    target: targetOf(macros),
    standard: standardOf(macros, isCxx),
    implied,
    release: Number(macros.get("__clang_major__") ?? macros.get("__GNUC__") ?? 0),
    warnsOfMarkers: Number(macros.get("__clang_major__") ?? 0) >= 15,
  };
}

/** First the macro that tells it. */
const PROCESSORS: readonly (readonly [string, string])[] = [
  ["__i386__", "i686-linux-gnu"],
  ["__aarch64__", "aarch64-linux-gnu"],
  ["__arm__", "arm-linux-gnueabi"],
  ["__powerpc64__", "powerpc64-linux-gnu"],
  ["__powerpc__", "powerpc-linux-gnu"],
  ["__s390x__", "s390x-linux-gnu"],
  ["__loongarch64", "loongarch64-linux-gnu"],
  ["__m68k__", "m68k-linux-gnu"],
];

/** Kernels' own compilers (i686-elf-gcc) know types that Clang has only where a system is, so all targets have one. */
function targetOf(macros: ReadonlyMap<string, string>): string {
  const isLittle = macros.get("__BYTE_ORDER__") !== "__ORDER_BIG_ENDIAN__";
  const is64 = macros.get("__SIZEOF_POINTER__") === "8";
  const isWindows = macros.has("_WIN32") || (is64 && macros.get("__SIZEOF_LONG__") === "4");
  if (macros.has("__x86_64__")) return targetOfX86(macros, isWindows);
  if (macros.has("__riscv")) return `riscv${macros.get("__riscv_xlen") ?? "64"}-linux-gnu`;
  if (macros.has("__mips__"))
    return `mips${is64 ? "64" : ""}${isLittle ? "el" : ""}-linux-gnu${is64 ? "abi64" : ""}`;
  const known = PROCESSORS.find(([macro]) => macros.has(macro))?.[1] ?? HERE;
  if (known === "i686-linux-gnu" && isWindows) return "i686-w64-windows-gnu";
  if (known.startsWith("arm-"))
    return `arm${isLittle ? "" : "eb"}-linux-gnueabi${macros.has("__ARM_PCS_VFP") ? "hf" : ""}`;
  return inByteOrder(known, isLittle);
}

/** Of 64 bits, with pointers of 32 where it is the x32 ABI. */
function targetOfX86(macros: ReadonlyMap<string, string>, isWindows: boolean): string {
  if (isWindows) return "x86_64-w64-windows-gnu";
  return `x86_64-linux-gnu${macros.get("__SIZEOF_POINTER__") === "4" ? "x32" : ""}`;
}

/** The other byte order of a processor that has both. */
function inByteOrder(target: string, isLittle: boolean): string {
  if (!isLittle && target.startsWith("aarch64")) return "aarch64_be-linux-gnu";
  return isLittle && target.startsWith("powerpc64") ? "powerpc64le-linux-gnu" : target;
}

const HERE = process.arch === "x64" ? "x86_64-linux-gnu" : `${process.arch}-linux-gnu`;

/** The newest that libclang knows too, for a newer one. */
function standardOf(macros: ReadonlyMap<string, string>, isCxx: boolean): string {
  const value = Number.parseInt(macros.get(isCxx ? "__cplusplus" : "__STDC_VERSION__") ?? "0", 10);
  const known = isCxx ? CXX_STANDARDS : C_STANDARDS;
  const year = known.findLast(([from]) => value >= from)?.[1] ?? "98";
  const dialect = macros.has("__STRICT_ANSI__") ? "c" : "gnu";
  return `-std=${dialect}${isCxx ? "++" : ""}${year}`;
}

const C_STANDARDS: readonly (readonly [number, string])[] = [
  [0, "89"],
  [199901, "99"],
  [201112, "11"],
  [201710, "17"],
  [201711, "2x"],
];
const CXX_STANDARDS: readonly (readonly [number, string])[] = [
  [0, "98"],
  [201103, "11"],
  [201402, "14"],
  [201703, "17"],
  [201704, "20"],
  [202003, "2b"],
];

/** Target: named, by the compiler's prefix, or this machine's with `-m32`/`-m64` applied. */
function guess({ compiler, items }: CompilerCommand, input: CompilerInput): CompilerIdentity {
  const name = basename(compiler.at(-1) ?? "");
  const named = lastValue(items, "-target") ?? lastValue(items, "--target");
  const prefix = /^((?:i[3-6]86|x86_64|aarch64|arm|riscv\d+(?!\d))[\w-]*)-(?:gcc|g\+\+|cc|c\+\+|clang)/.exec(
    name,
  )?.[1];
  let width: string | undefined;
  for (const item of items)
    if (item.kind === "option" && /^-m(16|32|64|x32)$/.test(item.name)) width = item.name;
  const hosted = (named ?? prefix ?? HERE).replace(/^(i[3-6]86|x86_64)-.*$/, "$1-linux-gnu");
  const narrow = width === "-m32" || width === "-m16" ? hosted.replace(/^x86_64/, "i686") : hosted;
  return {
    family: /clang/.test(name) ? "clang" : "gcc",
    target: width === "-m64" ? narrow.replace(/^i[3-6]86/, "x86_64") : narrow,
    standard: languageOf(input) === "c++" ? "-std=gnu++17" : "-std=gnu17",
    implied: [],
  };
}
