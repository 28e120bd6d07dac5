/**
 * A compiler command line as data: what it reads, what it makes, in which mode. GCC and Clang drivers, all option forms
 * that carry values, response files, launchers in front (`ccache gcc`). Pure apart from reading response files; whether
 * anything gets woven is not known here.
 */
import { extname, resolve } from "node:path";
import { lookUp } from "../../model/index.js";
import { launcherWords } from "./launchers.js";
import { splitJoined, takesNextWord } from "./option-table.js";
import { expandResponseFiles } from "./response-file.js";

/** What the driver ends with. `other` covers questions (`--version`, `-dumpmachine`) and commands without inputs. */
export type CompilerMode = "preprocess" | "syntax" | "assembly" | "object" | "link" | "other";

export interface CompilerInput {
  /** As spelled; `-` is standard input. */
  readonly path: string;
  /** GCC's name of the language (`c`, `c++`, `cpp-output`, `assembler`…), undefined for what goes to the linker. */
  readonly language: string | undefined;
}

/** One option with its value, or one input: the words of the command line, in order and grouped. */
export type CommandItem =
  | {
      readonly kind: "option";
      readonly name: string;
      readonly value?: string;
      readonly words: readonly string[];
    }
  | { readonly kind: "input"; readonly input: CompilerInput };

export type CommandOption = Extract<CommandItem, { kind: "option" }>;

export interface CompilerCommand {
  /** As given, response files not expanded. */
  readonly argv: readonly string[];
  readonly directory: string;
  /** Launchers and the compiler itself: `["ccache", "gcc"]`. */
  readonly compiler: readonly string[];
  readonly mode: CompilerMode;
  readonly inputs: readonly CompilerInput[];
  readonly output: string | undefined;
  /** All after the compiler, response files expanded. */
  readonly items: readonly CommandItem[];
}

/** Never throws: what is no compiler command comes back with mode `other`. `directory` is absolute. */
export function parseCompilerCommand(argv: readonly string[], directory: string): CompilerCommand {
  const first = launcherWords(argv);
  const compiler = argv.slice(0, first + 1);
  const items = groupWords(expandResponseFiles(argv.slice(first + 1), directory).map(sharedWord));
  const inputs = items.flatMap((item) => (item.kind === "input" ? [item.input] : []));
  return {
    argv: argv.map(sharedWord),
    directory,
    compiler,
    mode: modeOf(items, inputs),
    inputs,
    output: lastValue(items, "-o"),
    items,
  };
}

/** Value of the last option of that name. */
export function lastValue(items: readonly CommandItem[], name: string): string | undefined {
  let value: string | undefined;
  for (const item of items)
    if (item.kind === "option" && item.name === name && item.value !== undefined) value = item.value;
  return value;
}

export function hasOption(items: readonly CommandItem[], ...names: readonly string[]): boolean {
  return items.some((item) => item.kind === "option" && names.includes(item.name));
}

/** Folders that the command adds to those in which includes are looked for, absolute. */
export function includeFolders({ items, directory }: CompilerCommand): string[] {
  return items.flatMap((item) =>
    item.kind === "option" && FOLDER.test(item.name) && item.value !== undefined
      ? [resolve(directory, item.value)]
      : [],
  );
}

const FOLDER = /^-(?:I|iquote|isystem|idirafter)$/;

/** The base language whose join points a unit can have; undefined for assembly, headers, objects. */
export function unitLanguage(input: CompilerInput): "c" | "c++" | undefined {
  if (input.language === "c" || input.language === "cpp-output") return "c";
  return input.language === "c++" || input.language === "c++-cpp-output" ? "c++" : undefined;
}

export function isPreprocessed(input: CompilerInput): boolean {
  return input.language === "cpp-output" || input.language === "c++-cpp-output";
}

function groupWords(words: readonly string[]): CommandItem[] {
  const items: CommandItem[] = [];
  let language: string | undefined;
  let onlyInputs = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (onlyInputs || !word.startsWith("-") || word === "-") {
      items.push({ kind: "input", input: { path: word, language: language ?? languageOf(word) } });
    } else if (word === "--") {
      onlyInputs = true;
      items.push({ kind: "option", name: "--", words: [word] });
    } else {
      const item = sameOption(optionAt(words, at));
      at += item.words.length - 1;
      if (item.name === "-x") language = item.value === "none" ? undefined : item.value;
      items.push(item);
    }
  }
  return items;
}

/** The commands of a kernel's units say the same few hundred things: each is one string and one option in memory. */
const WORDS = new Map<string, string>();
const OPTIONS = new Map<string, CommandOption>();

/** The word, as one string with all that are the same. */
export function sharedWord(word: string): string {
  const known = WORDS.get(word);
  if (known === undefined) WORDS.set(word, word);
  return known ?? word;
}

function sameOption(option: CommandOption): CommandOption {
  const key = option.words.join("\0");
  const known = OPTIONS.get(key);
  if (known === undefined) OPTIONS.set(key, option);
  return known ?? option;
}

function optionAt(words: readonly string[], at: number): CommandOption {
  const word = words[at] as string;
  const joined = splitJoined(word);
  if (joined !== undefined)
    return { kind: "option", name: longName(joined.name), value: joined.value, words: [word] };
  const next = words[at + 1];
  if (takesNextWord(word) && next !== undefined)
    return { kind: "option", name: longName(word), value: next, words: [word, next] };
  return { kind: "option", name: longName(word), words: [word] };
}

const LONG_NAMES: Readonly<Record<string, string>> = {
  "--output": "-o",
  "--language": "-x",
  "--compile": "-c",
  "--assemble": "-S",
  "--preprocess": "-E",
  "--include": "-include",
  "--imacros": "-imacros",
  "--define-macro": "-D",
  "--undefine-macro": "-U",
  "--include-directory": "-I",
  "--write-dependencies": "-MD",
  "--write-user-dependencies": "-MMD",
  "--dependencies": "-M",
  "--user-dependencies": "-MM",
  "--save-temps": "-save-temps",
  "-dependency-file": "-MF",
};

function longName(name: string): string {
  return lookUp(LONG_NAMES, name) ?? name;
}

function modeOf(items: readonly CommandItem[], inputs: readonly CompilerInput[]): CompilerMode {
  const asks = items.some(
    (item) =>
      item.kind === "option" &&
      /^(-###|--version|--help.*|--target-help|-dump(version|machine|specs|fullversion)|-print-.*|--print-.*|-v)$/.test(
        item.name,
      ) &&
      (item.name !== "-v" || inputs.length === 0),
  );
  if (asks || inputs.length === 0) return "other";
  if (hasOption(items, "-E", "-M", "-MM")) return "preprocess";
  if (hasOption(items, "-fsyntax-only")) return "syntax";
  if (hasOption(items, "-S")) return "assembly";
  if (hasOption(items, "-c")) return "object";
  return "link";
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ".c": "c",
  ".i": "cpp-output",
  ".ii": "c++-cpp-output",
  ".s": "assembler",
  ".S": "assembler-with-cpp",
  ".sx": "assembler-with-cpp",
  ".h": "c-header",
  ".m": "objective-c",
};

function languageOf(path: string): string | undefined {
  const extension = extname(path);
  if (/^\.(cc|cp|cxx|cpp|CPP|c\+\+|C)$/.test(extension)) return "c++";
  if (/^\.(hh|H|hp|hxx|hpp|HPP|h\+\+|tcc)$/.test(extension)) return "c++-header";
  return lookUp(LANGUAGES, extension);
}
