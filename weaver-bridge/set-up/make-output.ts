/**
 * What make says it would do (`make -n -w`), as data: units compiled, programs linked, guests started. Reads text alone;
 * what it can't read it leaves out.
 */
import { basename, resolve } from "node:path";
import {
  type CompileCommand,
  parseCompilerCommand,
  splitWords,
  unitLanguage,
} from "../kernel-build/index.js";

export interface LinkCommand {
  /** Absolute. */
  readonly output: string;
  readonly inputs: number;
  /** A linker script or an address of its text: no program of the host. */
  readonly placed: boolean;
}

/** Words of a call of QEMU, and where it is made. */
export interface GuestCommand {
  readonly directory: string;
  readonly words: readonly string[];
}

export interface MakeOutput {
  readonly compiles: readonly CompileCommand[];
  readonly links: readonly LinkCommand[];
  readonly guests: readonly GuestCommand[];
}

const COMPILER = /^(?:.*-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-\d+(?:\.\d+)*)?$/;
const LINKER = /^(?:.*-)?(?:ld|ld\.bfd|ld\.gold|ld\.lld)$/;
const GUEST = /^qemu(?:-system-\w+|-kvm)?$/;

/** `root`: where make was started, absolute. `compiler`: a further name that counts as one. */
export function parseMakeOutput(text: string, root: string, compiler?: string): MakeOutput {
  const compiles: CompileCommand[] = [];
  const links: LinkCommand[] = [];
  const guests: GuestCommand[] = [];
  const folders = [root];
  for (const line of text.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    const moved = /^\S*make(?:\[\d+\])?: (Entering|Leaving) directory [`'](.*)'$/.exec(line);
    if (moved?.[1] === "Entering") folders.push(moved[2] as string);
    else if (moved !== null) folders.pop();
    let directory = folders.at(-1) ?? root;
    for (const command of simpleCommands(line)) {
      const words = withoutAssignments(splitWords(command));
      const name = basename(words[0] ?? "");
      if (name === "cd" && words[1] !== undefined) directory = resolve(directory, words[1]);
      else if (GUEST.test(name)) guests.push({ directory, words });
      else if (LINKER.test(name)) links.push(...linkOf(words, directory));
      else if (isCompiler(words, compiler)) readCompiler(words, directory, compiles, links);
    }
  }
  return { compiles, links, guests };
}

function isCompiler(words: readonly string[], compiler: string | undefined): boolean {
  const { compiler: named } = parseCompilerCommand(words, "/");
  const name = basename(named.at(-1) ?? "");
  return COMPILER.test(name) || name === compiler;
}

function readCompiler(
  words: readonly string[],
  directory: string,
  compiles: CompileCommand[],
  links: LinkCommand[],
): void {
  const command = parseCompilerCommand(words, directory);
  if (command.mode === "link") links.push(...linkOf(words, directory));
  if (command.mode !== "object" && command.mode !== "link") return;
  for (const input of command.inputs)
    if (unitLanguage(input) !== undefined)
      compiles.push({ directory, file: input.path, arguments: [...words] });
}

function linkOf(words: readonly string[], directory: string): LinkCommand[] {
  const output = words[words.indexOf("-o") + 1];
  if (!words.includes("-o") || output === undefined) return [];
  // Nothing that a debugger could read.
  if (words.some((word, at) => /oformat/.test(word) && /binary/.test(`${word} ${words[at + 1]}`))) return [];
  const inputs = words.filter((word) => /\.(o|a|ko)$/.test(word)).length;
  const placed = words.some((word) => /^(-T.*|--script.*|-Wl,.*(-T|--script|-Ttext).*|-Ttext.*)$/.test(word));
  return [{ output: resolve(directory, output), inputs, placed }];
}

function withoutAssignments(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !/^\w+=/.test(word));
  return first < 0 ? [] : words.slice(first);
}

/** Parts of a line of the shell between `;`, `&&`, `||`, `|`, `&` and parentheses, quotes respected. */
function simpleCommands(line: string): string[] {
  const parts: string[] = [];
  let part = "";
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (character === "\\" && quote !== "'") part += character + (line[++at] ?? "");
    else if (quote === "" && /[;&|()]/.test(character)) {
      parts.push(part);
      part = "";
    } else {
      if (quote === "" && /["'`]/.test(character)) quote = character;
      else if (character === quote) quote = "";
      part += character;
    }
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== "");
}

/** What `make -p` prints after the commands: the names of explicit targets, and of variables with their values. */
export interface MakeDatabase {
  readonly targets: ReadonlySet<string>;
  readonly variables: ReadonlyMap<string, string>;
}

export function parseMakeDatabase(text: string): MakeDatabase {
  const targets = new Set<string>();
  const variables = new Map<string, string>();
  let isTarget = true;
  for (const line of text.split(/\r?\n/)) {
    const variable = /^([A-Za-z_]\w*) :?:?= (.*)$/.exec(line);
    if (variable !== null) variables.set(variable[1] as string, (variable[2] as string).trim());
    const target = /^([\w./+-]+):(?!=)/.exec(line);
    if (target !== null && isTarget) targets.add(target[1] as string);
    isTarget = !line.startsWith("# Not a target");
  }
  return { targets, variables };
}
