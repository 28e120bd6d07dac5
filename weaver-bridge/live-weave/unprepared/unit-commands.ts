/**
 * How the units of an image were compiled, by what the image itself tells: the compiler notes its options (`DW_AT_producer`),
 * and the line table which headers were read; from those and what the sources include follow the folders. What no image has
 * are macros of the command line (`-D`).
 */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type CompileCommand, kbuildCommand } from "../../kernel-build/index.js";
import { AT, TAG } from "../../object-code/index.js";
import { type ImageCode, unitAt } from "../resolve/index.js";
import { includeFolders } from "./include-folders.js";

type Unit = ImageCode["debug"]["entries"]["units"][number];

/** `which`: whether there is a program of the name. Of units whose source is there; assembler has none. */
export function commandsOfImage(
  { debug, machine }: ImageCode,
  textOf: (file: string) => string | undefined,
  which: (program: string) => boolean,
): CompileCommand[] {
  const units = debug.entries.units.flatMap((unit) => {
    const { root } = unit;
    if (debug.entries.tags[root] !== TAG.compile_unit) return [];
    const { directory, source } = unitAt(debug, root);
    if (!/\.(?:c|cc|cpp|cxx|C)$/.test(source) || !existsSync(source)) return [];
    const built = kbuildCommand(source, directory, [dirname(source)]);
    const folders = built === undefined ? includeFolders(filesOf(unit, source), textOf) : [];
    return [{ root, directory, source, built, folders }];
  });
  const foldersIn = new Map<string, Set<string>>();
  for (const { directory, folders } of units) {
    const all = foldersIn.get(directory) ?? new Set();
    foldersIn.set(directory, all);
    for (const folder of folders) all.add(folder);
  }
  return units.map(({ root, directory, source, built, folders }) => {
    if (built !== undefined) return built;
    const [compiler, ...options] = compilerOf(debug.text(root, AT.producer) ?? "", machine.bits, which);
    // A header of which nothing was used is in no line table: units that are compiled in one folder look in the same ones.
    const all = new Set([...folders, ...(foldersIn.get(directory) ?? [])]);
    const words = [...all].flatMap((folder) => ["-I", folder]);
    return { directory, file: source, arguments: [compiler, ...options, ...words, "-c", source] };
  });

  function filesOf(unit: Unit, source: string): string[] {
    const lines = debug.lines(unit);
    const found = new Set([source]);
    for (let number = 1; ; number++) {
      const file = lines.fileName(number);
      if (file === undefined) return [...found];
      found.add(file);
    }
  }
}

/** What decides about types, code and language; nothing that runs a program or reads a file. */
const TAKEN =
  /^-(?:m[\w=.,+-]+|O\w*|std=[\w+]+|ansi|f(?!plugin|dump|profile|lto|random-seed|diagnostics|debug|file-prefix|macro-prefix|sanitize-)[\w=+-]+)$/;

/** `GNU C17 12.2.0 -m32 -O2 …`, `Debian clang version 16.0.6`, which notes no options. */
export function compilerOf(
  producer: string,
  bits: number,
  which: (program: string) => boolean,
): [compiler: string, ...options: string[]] {
  const isClang = /\bclang\b/i.test(producer);
  const isPlus = /\bC\+\+/.test(producer);
  const version = /\b(\d+)\.\d+/.exec(producer)?.[1];
  const name = isClang ? (isPlus ? "clang++" : "clang") : isPlus ? "g++" : "gcc";
  const exact = `${name}-${version}`;
  const options = producer.split(/\s+/).filter((word) => TAKEN.test(word));
  const own = isClang && options.length === 0 ? [...UNSAID] : options;
  const width = own.some((option) => /^-m(?:16|32|64|x32)$/.test(option)) ? [] : [`-m${bits}`];
  return [version !== undefined && which(exact) ? exact : name, ...width, ...own];
}

/** Of a compiler that does not note them. */
const UNSAID = ["-O1", "-ffreestanding", "-fno-pic", "-fno-pie", "-fno-stack-protector"];
