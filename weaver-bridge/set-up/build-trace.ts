/** What a build does, whoever tells it: units compiled, programs linked, guests started. Data from words; reads no disk. */
import { basename, resolve } from "node:path";
import {
  type CompileCommand,
  isCompilerName,
  parseCompilerCommand,
  unitLanguage,
  withoutWeft,
} from "../kernel-build/index.js";

export interface LinkCommand {
  /** Absolute. */
  readonly output: string;
  readonly inputs: number;
  /** A linker script or an address of its text: no program of the host. */
  readonly placed: boolean;
  /** The linker script, absolute. */
  readonly script?: string;
  /** Of `-e`. */
  readonly entry?: string;
}

/** Words of a call of QEMU, and where it is made. */
export interface GuestCommand {
  readonly directory: string;
  readonly words: readonly string[];
}

export interface BuildTrace {
  readonly compiles: readonly CompileCommand[];
  /** Sources that compilers and assemblers are given as assembler code, absolute. */
  readonly assembled: readonly string[];
  readonly links: readonly LinkCommand[];
  readonly guests: readonly GuestCommand[];
  /** Names of all programs that are called without a path. */
  readonly programs: ReadonlySet<string>;
}

const LINKER = /^(?:.*-)?(?:ld|ld\.bfd|ld\.gold|ld\.lld)$/;
const GUEST = /^qemu(?:-system-\w+|-kvm)?$/;
const ASSEMBLER = /^(?:(?:.*-)?as|nasm|yasm)$/;
/** As gas and NASM have them. */
const ASSEMBLED = /\.(?:[sS]|asm|nasm)$/;

export interface TraceWriter {
  readonly trace: BuildTrace;
  /** One command without operators of the shell; `directory` is absolute. */
  add(words: readonly string[], directory: string): void;
}

/** `compiler`: a further name that counts as one. */
export function writeTrace(compiler?: string): TraceWriter {
  const compiles: CompileCommand[] = [];
  const assembled: string[] = [];
  const links: LinkCommand[] = [];
  const guests: GuestCommand[] = [];
  const programs = new Set<string>();
  /** Sources of what builds in several steps preprocess first, absolute. */
  const preprocessed = new Map<string, string>();
  const readCompiler = (words: readonly string[], directory: string) => {
    const command = parseCompilerCommand(words, directory);
    const [program] = command.compiler.slice(-1);
    if (program !== undefined && !program.includes("/")) programs.add(program);
    if (command.mode === "link") links.push(...linkOf(words, directory));
    const from = (path: string) => preprocessed.get(resolve(directory, path)) ?? path;
    if (command.mode === "preprocess" && command.output !== undefined)
      for (const { path } of command.inputs)
        preprocessed.set(resolve(directory, command.output), resolve(directory, path));
    if (!["object", "assembly", "link"].includes(command.mode)) return;
    for (const input of command.inputs)
      if (/\.[sS]$/.test(input.path)) assembled.push(resolve(directory, input.path));
      else if (unitLanguage(input) !== undefined)
        compiles.push({
          ...{ directory, file: from(input.path), arguments: [...words] },
          ...(command.output === undefined || command.mode === "link" ? {} : { output: command.output }),
        });
  };
  const add = (called: readonly string[], directory: string) => {
    const words = withoutWeft(called);
    const program = words[0] ?? "";
    const name = basename(program);
    if (/^[\w.+-]+$/.test(program)) programs.add(program);
    if (GUEST.test(name)) guests.push({ directory, words });
    else if (LINKER.test(name)) links.push(...linkOf(words, directory));
    else if (ASSEMBLER.test(name))
      assembled.push(...words.filter((word) => ASSEMBLED.test(word)).map((file) => resolve(directory, file)));
    else if (isCompiler(words, compiler)) readCompiler(words, directory);
  };
  return { trace: { compiles, assembled, links, guests, programs }, add };
}

function isCompiler(words: readonly string[], compiler: string | undefined): boolean {
  const { compiler: named } = parseCompilerCommand(words, "/");
  const name = basename(named.at(-1) ?? "");
  return isCompilerName(name) || name === compiler;
}

function linkOf(words: readonly string[], directory: string): LinkCommand[] {
  const output = words[words.indexOf("-o") + 1];
  if (!words.includes("-o") || output === undefined) return [];
  // Nothing that a debugger could read.
  if (words.some((word, at) => /oformat/.test(word) && /binary/.test(`${word} ${words[at + 1]}`))) return [];
  const inputs = words.filter((word) => /\.(o|obj|a|ko)$/.test(word)).length;
  const placed = words.some((word) => /^(-T.*|--script.*|-Wl,.*(-T|--script|-Ttext).*|-Ttext.*)$/.test(word));
  const [script, entry] = [optionOf(words, "-T", "--script"), optionOf(words, "-e", "--entry")];
  return [
    {
      ...{ output: resolve(directory, output), inputs, placed },
      ...(script === undefined ? {} : { script: resolve(directory, script) }),
      ...(entry === undefined ? {} : { entry }),
    },
  ];
}

/** What follows `short`, or `long` and `=`, of the linker's options; also handed on by a compiler's `-Wl,`. */
function optionOf(called: readonly string[], short: string, long: string): string | undefined {
  const words = called.flatMap((word) => (word.startsWith("-Wl,") ? word.slice(4).split(",") : [word]));
  const at = words.findIndex(
    (word) =>
      word === short ||
      word === long ||
      word.startsWith(`${long}=`) ||
      (short === "-T" && /^-T(?!text|data|bss)./.test(word)),
  );
  const word = words[at] ?? "";
  if (word === short || word === long) return words[at + 1];
  return at < 0 ? undefined : word.startsWith(long) ? word.slice(long.length + 1) : word.slice(short.length);
}

/** Several, as one; a file that is compiled twice to the same object counts once. */
export function joinTraces(traces: readonly BuildTrace[]): BuildTrace {
  const compiles = new Map<string, CompileCommand>();
  for (const one of traces.flatMap((trace) => trace.compiles))
    compiles.set([one.directory, one.file, one.output ?? ""].join("\0"), one);
  return {
    compiles: [...compiles.values()],
    assembled: traces.flatMap((trace) => trace.assembled),
    links: traces.flatMap((trace) => trace.links),
    guests: traces.flatMap((trace) => trace.guests),
    programs: new Set(traces.flatMap((trace) => [...trace.programs])),
  };
}

/** The commonest compiler, as words. */
export function compilerOf({ compiles }: BuildTrace): string[] {
  const counts = new Map<string, number>();
  for (const { arguments: words, directory } of compiles) {
    const text = parseCompilerCommand(words, directory).compiler.join(" ");
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [most] = [...counts].sort((left, right) => right[1] - left[1]);
  return (most?.[0] ?? "gcc").split(" ");
}

/** What is linked to an address of its own, from most objects; boot loaders and programs are smaller. `booted`: a file that boots. */
export function kernelOf(links: readonly LinkCommand[], booted?: string): string | undefined {
  return linkOfKernel(links, booted)?.output;
}

export function linkOfKernel(links: readonly LinkCommand[], booted?: string): LinkCommand | undefined {
  const direct = links.find(({ output }) => booted !== undefined && output.endsWith(`/${booted}`));
  // Of several passes over the same objects the last one counts.
  const [largest] = links
    .filter(({ placed }) => placed)
    .reverse()
    .sort((left, right) => right.inputs - left.inputs);
  return direct ?? largest;
}

/** Where the object of a unit is, absolute. */
export function objectOf({ directory, file, output }: CompileCommand): string {
  return resolve(directory, output ?? `${basename(file).replace(/\.[^.]*$/, "")}.o`);
}

/** Whether at least half of the units are compiled with `-g`, in one of its forms. */
export function hasDebugInfo({ compiles }: BuildTrace): boolean {
  const having = compiles.filter(({ arguments: words }) =>
    words.some((word) => /^-g(?!0|code|no)/.test(word)),
  );
  return having.length * 2 >= compiles.length;
}
