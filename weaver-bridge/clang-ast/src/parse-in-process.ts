/** Parsing in the calling process: for `weft cc`, which lives for one unit. A crash of libclang takes it along. */
import {
  buildLineMap,
  type Language,
  type TextRange,
  type UnitFacts,
  type WantedFacts,
} from "../../model/index.js";
import { loadAddon } from "./addon.js";
import { ClangError } from "./clang-error.js";
import { openLibclang } from "./find-libclang.js";
import { definesOtherMain } from "./other-main.js";
import { parseArguments } from "./parse-arguments.js";
import type { RawUnit } from "./tree/raw-unit.js";
import { type PlainFacts, readFacts } from "./unit-facts.js";

export interface ParseOptions {
  readonly language: Language;
  /** The compile's dialect and target: `-std=gnu11`, `-m32` or `--target=…`, `-ffreestanding`. */
  readonly arguments: readonly string[];
  /**
   * Text filter: functions whose text holds none of these identifiers yield no facts (in C their bodies are not even
   * parsed). Without it all functions do; a call graph is that of the whole unit in any case.
   */
  readonly identifiers?: readonly string[];
  /** With them, in C: functions yield facts, too, whose declaration up to the body holds one of these. */
  readonly defined?: readonly string[];
  /** With identifiers, in C: declarations that no function with facts can mean need not be looked at. */
  readonly onlyUsed?: boolean;
  /** Facts that are left out unless asked for. */
  readonly wanted?: WantedFacts;
  /** For who parses what nobody waits for; what else the process does is as urgent as before. */
  readonly niceness?: number;
  /** The unit's name; it is never read from disk. */
  readonly fileName: string;
}

/** `text` is preprocessed and latin1. Throws {@link ClangError}; errors in the text are diagnostics of the facts. */
export function parseInProcess(text: string, options: ParseOptions): UnitFacts {
  return withLineMap(parsePlain(text, options), text, options.fileName);
}

export function withLineMap(facts: PlainFacts, text: string, fileName: string): UnitFacts {
  return { ...facts, lineMap: buildLineMap(text, fileName) };
}

/** The part of the work that a worker does. */
export function parsePlain(text: string, options: ParseOptions): PlainFacts {
  return mayPrune(options) ? readUsed(text, options).facts : read(text, options).facts;
}

/** Classes and calls are those of the whole unit. */
function mayPrune({ language, identifiers, onlyUsed, wanted = {} }: ParseOptions): boolean {
  const isAll = identifiers === undefined || wanted.classes === true || wanted.callGraph === true;
  return onlyUsed === true && language === "c" && !isAll;
}

/** Reads so often before nothing is left out. */
const MOST_PRUNED = 2;

/** What functions mean; where that lacks something, or the text is broken, all of it. */
function readUsed(text: string, options: ParseOptions, known?: KnownText): Read {
  const wholeTags: string[] = [];
  for (let times = 0; times < MOST_PRUNED; times++) {
    const result = read(text, options, known, { wholeTags });
    const missing = incompleteTags(result.raw.diagnostics);
    if (result.raw.diagnostics.length === 0) return result;
    if (missing === undefined) break;
    wholeTags.push(...missing);
  }
  return read(text, options, known);
}

/** A struct that code uses without saying one of its members: `*from = *to`. Undefined where more is wrong. */
function incompleteTags(diagnostics: RawUnit["diagnostics"]): readonly string[] | undefined {
  const tags = diagnostics.map(({ message }) => incompleteTag(message));
  return tags.every((tag) => tag !== undefined) ? tags : undefined;
}

/** The last one that is told in quotes: `incomplete type 'node_t' (aka 'struct node')`. */
function incompleteTag(message: string): string | undefined {
  const at = message.indexOf("incomplete");
  if (at < 0) return undefined;
  const quoted = message.slice(at).split("'").slice(1, -1);
  return quoted.map((one) => /^(?:\w+ )*(?:struct|union|enum) (\w+)/.exec(one)?.[1]).findLast(Boolean);
}

/** A function of a C unit, known by what it says and where: the same in every unit that includes its header. */
export interface FunctionText {
  /** Of its text and place. */
  readonly key: bigint;
  /** From the first token of its declaration to its `}`. */
  readonly range: TextRange;
  /** It was known, and is missing in the facts. */
  readonly known: boolean;
}

/** What need not be read again. */
export interface KnownText {
  /**
   * {@link FunctionText.key}s, as a hash table with open addressing: its length is a power of two, a key stands at the place
   * that its lowest bits name or behind it, and 0 is free; some place is. Empty without any.
   */
  readonly functions: BigUint64Array;
  /**
   * What types these functions mean, in turns the hash of a name and of its definition. Where a unit defines one of them
   * otherwise, its functions from there on are read.
   */
  readonly types: BigUint64Array;
}

export interface UnknownFacts {
  readonly facts: UnitFacts;
  readonly functions: readonly FunctionText[];
  /** Types that the unit defines, in their order, like {@link KnownText.types}. */
  readonly types: BigUint64Array;
  /** Where the first of them stands that means something else to the known functions; beyond the text without one. */
  readonly sharedUntil: number;
}

/**
 * A C unit without the functions that are known already: a unit of a kernel is mostly inline functions of headers that
 * hundreds of others include too. Throws as {@link parseInProcess} does.
 */
export function parseUnknown(text: string, options: ParseOptions, known: KnownText): UnknownFacts {
  const { facts, raw } = readUsed(text, options, known);
  const functions = Array.from(raw.keys ?? [], (key, index): FunctionText => {
    const row = index * 4;
    const range = { start: raw.functions[row] as number, end: raw.functions[row + 2] as number };
    return { key, range, known: raw.functions[row + 3] === 1 };
  });
  const types = raw.typeKeys ?? new BigUint64Array();
  const { sharedUntil } = raw;
  return { facts: withLineMap(facts, text, options.fileName), functions, types, sharedUntil };
}

/** What a declaration that is missing would make of names. */
const STRICT = [
  "-Werror=implicit-function-declaration",
  "-Werror=incompatible-pointer-types",
  "-Werror=int-conversion",
];

interface Read {
  readonly facts: PlainFacts;
  readonly raw: RawUnit;
}

/** `pruned`: without declarations that no function which is read can mean, but for definitions of these tags. */
function read(
  text: string,
  options: ParseOptions,
  known?: KnownText,
  pruned?: { readonly wholeTags: readonly string[] },
): Read {
  const { version } = openLibclang();
  const { wanted = {} } = options;
  const told = loadAddon().parse(Buffer.from(text, "latin1"), {
    fileName: virtualName(options.fileName),
    arguments: [
      ...parseArguments(options.language, options.arguments, text),
      ...(definesOtherMain(text) ? ["-ffreestanding"] : []),
      ...(pruned === undefined ? [] : STRICT),
    ],
    prune: pruned !== undefined,
    wholeTags: pruned?.wholeTags ?? [],
    cplusplus: options.language === "c++",
    classes: wanted.classes === true,
    locals: wanted.locals === true,
    initialisers: wanted.callGraph === true || wanted.escapes === true,
    // Who calls whom is known only when everybody is read.
    ...(known === undefined ? {} : { known: known.functions, knownTypes: known.types }),
    ...(options.niceness === undefined ? {} : { niceness: options.niceness }),
    ...(options.identifiers === undefined || wanted.callGraph
      ? {}
      : { identifiers: options.identifiers, defined: options.defined ?? [] }),
  });
  if (told.error === 0) {
    // A builtin that only gcc has, which clang takes for a function unless it is strict.
    const diagnostics = told.diagnostics.filter(
      ({ message }) => !message.startsWith("use of unknown builtin"),
    );
    const raw = { ...told, diagnostics };
    return { facts: readFacts(raw, text, { ...options, engine: version }), raw };
  }
  if (told.error === 2)
    throw new ClangError(
      "parse-crashed",
      `libclang crashed on ${options.fileName}`,
      "The unit is left unwoven.",
    );
  const given = options.arguments.join(" ");
  throw new ClangError("parse-failed", `libclang could not parse ${options.fileName} with "${given}"`);
}

// What clang would take for an option or for standard input becomes a plain name.
function virtualName(fileName: string): string {
  return /^$|^-/.test(fileName) ? `./${fileName}unit` : fileName;
}
