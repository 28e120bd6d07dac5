/**
 * One unit's text as the real compiler's preprocessor makes it, with the aspect tail expanded behind it. The tail needs
 * the unit's own macros and includes, so both go through one run:
 *
 *     #include "unit.c"            GCC: on standard input, so that `__FILE__` and quoted includes stay as they are
 *     # 1 "<weft-tail>"            Clang: the unit's file with the tail appended, through a virtual file overlay
 *     …tail…
 *
 * Up to the tail the text equals what the compiler's own `-E` prints. Nothing here knows what the tail means.
 */
import { existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { markerName, unlessRefused, withIncludes } from "../../model/index.js";
import {
  type CompilerCommand,
  type CompilerInput,
  isPreprocessed,
  unitLanguage,
} from "../command/compiler-command.js";
import { askCompiler, compilerIdentity } from "../command/compiler-identity.js";
import { preprocessArguments } from "../command/derived-command.js";
import { removeTemporary, temporaryFolder } from "../files/atomic-write.js";
import { readHanded, readLatin1 } from "../files/read-regular.js";
import { descriptorOf } from "../process/descriptor-name.js";
import { runProcess } from "../process/run-process.js";
import { isUntrusted } from "../process/untrusted-run.js";
import { parseDependencies } from "./dependency-file.js";
import { followPragmas, missesOptionPragmas } from "./follow-pragmas.js";
import { macrosOfPragmas } from "./pragma-macros.js";
import type { PreprocessResult } from "./preprocess-result.js";
import { toldWhoWaits } from "./told-who-waits.js";
import {
  directivesOf,
  type FoundBy,
  filesInPlace,
  inclusionsIn,
  splicedUnit,
  type UnitOnDisk,
} from "./unsaved-headers.js";
import { saysWhoWaits, waitingFile } from "./waiting-file.js";

export interface PreprocessOptions {
  /** Aspect tail, latin1; begins with its marker line. */
  readonly tail?: string | undefined;
  /** Files that the unit includes before all else, absolute. */
  readonly includes?: readonly string[];
  /** The unit's text, latin1, instead of its file's: an editor's unsaved text, or what came on standard input. */
  readonly overlay?: string | undefined;
  /** Texts of headers, latin1 and by absolute path, instead of those of the files. */
  readonly headers?: ReadonlyMap<string, string> | undefined;
  /** Dependency options without `-MF`, when the make rule is wanted too. */
  readonly dependencyOptions?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds, a minute by default. */
  readonly deadline?: number | undefined;
  /** Of the compiler, for what nobody waits for. */
  readonly niceness?: number | undefined;
}

const MINUTE = 60_000;
/** UTF-8's, as latin1. Compilers skip it at the start of a file only, and the text is not always fed as one. */
const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/** The text is the same, but GCC needs a third less time when it need not remember where macros came from. */
const UNTRACKED = ["-ftrack-macro-expansion=0"];

/** Throws {@link ProcessError} when the compiler can't be run; its errors in the text are a result. */
export async function preprocess(
  command: CompilerCommand,
  input: CompilerInput,
  options: PreprocessOptions = {},
): Promise<PreprocessResult> {
  const wrong = wrongName(input);
  if (wrong !== undefined) return { ok: false, diagnostics: wrong, code: undefined };
  if (isUntrusted()) {
    const waits = waitingFile(command, input, options);
    if (waits !== undefined) return { ok: false, diagnostics: saysWhoWaits(waits), code: undefined };
  }
  return toldWhoWaits(command, input, options, (signal) =>
    preprocessAsked(command, input, { ...options, signal }),
  );
}

async function preprocessAsked(
  command: CompilerCommand,
  input: CompilerInput,
  options: PreprocessOptions,
): Promise<PreprocessResult> {
  await askCompiler(command, input, options.signal);
  if (isPreprocessed(input)) return withTailAlone(command, input, options);
  const needsFolder = options.dependencyOptions !== undefined || isClang(command, input);
  const folder = needsFolder ? temporaryFolder("weft-") : "";
  try {
    return await runWithHeaders(command, input, options, folder);
  } finally {
    if (needsFolder) removeTemporary(folder);
  }
}

/** Names that neither line markers nor words of a command can carry. */
function wrongName({ path }: CompilerInput): string | undefined {
  const rename = "give the file another name";
  if (/[\n\r]/.test(path)) return `a line break stands in the name of the unit; ${rename}`;
  return path.includes("\ufffd") ? `the name of the unit is not UTF-8; ${rename}` : undefined;
}

/** Of the unit's macros nothing is left for the tail. */
async function withTailAlone(
  command: CompilerCommand,
  input: CompilerInput,
  options: PreprocessOptions,
): Promise<PreprocessResult> {
  const own = ownText(command, input, options);
  if (options.tail === undefined) return { ok: true, text: own, diagnostics: "" };
  const { signal, deadline, niceness } = options;
  const plain: CompilerInput = { path: "-", language: unitLanguage(input) };
  const tail = await runPreprocessor(
    command,
    plain,
    { overlay: options.tail, signal, deadline, niceness },
    "",
  );
  if (!tail.ok) return tail;
  const start = tail.text.indexOf('# 1 "<weft-tail>"');
  return { ...tail, text: start === -1 ? own : `${own}\n${tail.text.slice(start)}` };
}

function isClang(command: CompilerCommand, input: CompilerInput): boolean {
  return compilerIdentity(command, input).family === "clang";
}

/** A header that is found through an unsaved one may be unsaved itself. */
const MOST_ROUNDS = 4;

async function runWithHeaders(
  command: CompilerCommand,
  input: CompilerInput,
  options: PreprocessOptions,
  folder: string,
): Promise<PreprocessResult> {
  const headers = options.headers ?? new Map<string, string>();
  const result = await runPreprocessor(command, input, options, folder);
  if (isClang(command, input)) return result;
  const { directory } = command;
  const isNamed = input.path !== "-";
  const path = resolve(directory, isNamed ? input.path : "<stdin>");
  const name = isNamed ? markerName(input.path) : "<stdin>";
  const own = () => ownText(command, input, options);
  const splice = (texts: ReadonlyMap<string, string>, first: PreprocessResult) =>
    spliced({ path, name, text: texts.get(path) ?? own() }, texts, first, directory, (text) =>
      runPreprocessor(command, input, options, folder, text),
    );
  const read = headers.size === 0 || !isNamed ? result : await splice(headers, result);
  if (!missesOptionPragmas(compilerIdentity(command, input), input)) return read;
  return followPragmas(read, {
    directory,
    name: input.path,
    textOf: (file) => (file === path ? own() : (headers.get(file) ?? readLatin1(file))),
    macrosOf: (pragmas) => macrosOfPragmas(command, pragmas, options.signal),
    readWith: (texts, first) => splice(new Map([...headers, ...texts]), first),
  });
}

/** Runs the unit with these texts in the places of their files, until no more of them are found. */
async function spliced(
  unit: UnitOnDisk,
  texts: ReadonlyMap<string, string>,
  first: PreprocessResult,
  directory: string,
  run: (text: string) => Promise<PreprocessResult>,
): Promise<PreprocessResult> {
  let result = first;
  let found: FoundBy = new Map();
  for (let round = 0; round < MOST_ROUNDS && result.ok; round++) {
    const all = inclusionsIn(result.text, directory);
    const inPlace = filesInPlace(all, unit, texts);
    const now = new Map([...found, ...directivesOf(all, unit, texts, inPlace)]);
    const isDone = inPlace.size === 0 || now.size === found.size;
    if (isDone && (round > 0 || !texts.has(unit.path))) break;
    found = now;
    result = await run(splicedUnit(unit, texts, found, inPlace));
  }
  return withRuleOf(first, result);
}

/** What was put in place was not read as a file. */
function withRuleOf(first: PreprocessResult, result: PreprocessResult): PreprocessResult {
  if (!result.ok || !first.ok || result === first || first.dependencies === undefined) return result;
  const { dependencies: rule } = first;
  const all = new Set([...rule.prerequisites, ...(result.dependencies?.prerequisites ?? [])]);
  return { ...result, dependencies: { ...rule, prerequisites: [...all] } };
}

/** `text`: the unit's, ready to be fed. */
async function runPreprocessor(
  command: CompilerCommand,
  input: CompilerInput,
  options: PreprocessOptions,
  folder: string,
  text?: string,
): Promise<PreprocessResult> {
  const ruleFile = join(folder, "rule.d");
  const dependencies =
    options.dependencyOptions === undefined ? [] : [...options.dependencyOptions, "-MF", ruleFile];
  const fed = feed(command, input, options, folder, text);
  const includes = (options.includes ?? []).flatMap((file) => ["-include", file]);
  const own = preprocessArguments(command, input);
  const words = [...fed.before, ...own, ...includes, ...dependencies, fed.file];
  const descriptors = standInFor(fed);
  const runWith = (quicker: readonly string[]) =>
    runProcess([...command.compiler, ...quicker, ...words], {
      directory: command.directory,
      input: fed.text,
      descriptors,
      signal: options.signal,
      deadline: options.deadline ?? MINUTE,
      niceness: options.niceness,
    });
  let run = await runWith(isClang(command, input) ? [] : UNTRACKED);
  // What is said about macros needs the tracking. It is also not known to very old compilers.
  if (!isClang(command, input) && run.errors.length > 0) run = await runWith([]);
  const diagnostics = withoutFeed(run.errors.toString());
  if (run.code !== 0) return { ok: false, diagnostics, code: run.code };
  const output = fed.normalise(run.output.toString("latin1"));
  if (options.dependencyOptions === undefined) return { ok: true, text: output, diagnostics };
  return {
    ok: true,
    text: output,
    diagnostics,
    dependencies: parseDependencies(readFileSync(ruleFile, "utf8")),
  };
}

let nothing: number | undefined;

/** Clang looks for its file before it asks for the virtual one, and what was open for us is not open for it. */
function standInFor({ file }: Feed): ReadonlyMap<number, number> | undefined {
  const descriptor = descriptorOf(file);
  if (descriptor === undefined) return undefined;
  nothing ??= openSync("/dev/null", "r");
  return new Map([[descriptor, nothing]]);
}

/** Nobody but us includes the unit from standard input. */
function withoutFeed(diagnostics: string): string {
  return diagnostics
    .replace(/^In file included from <stdin>:1:\n/gm, "")
    .replace(/,\n +from <stdin>:1:$/gm, ":");
}

/** Means something else in the file that the compiler begins with than in one that is included. */
const OF_FIRST_FILE = /\b(?:__INCLUDE_LEVEL__|include_next|system_header)\b/;

interface Feed {
  readonly before: readonly string[];
  /** Main file of the run. */
  readonly file: string;
  /** Standard input, latin1. */
  readonly text: string | undefined;
  readonly normalise: (output: string) => string;
}

function feed(
  command: CompilerCommand,
  input: CompilerInput,
  options: PreprocessOptions,
  folder: string,
  ready: string | undefined,
): Feed {
  const tail = options.tail ?? "";
  if (input.path === "-") {
    return {
      before: [],
      file: "-",
      text: `${ready ?? ownText(command, input, options)}\n${tail}`,
      normalise: (text) => text,
    };
  }
  if (isClang(command, input)) return feedClang(command, input, options, folder);
  const isFile = options.overlay === undefined && ready === undefined && !/["\\\n]/.test(input.path);
  const text = () => ownText(command, input, options);
  // What can't be read is the compiler's to say.
  const written = ready ?? (isFile ? (unlessRefused(text) ?? "") : text());
  const canInclude = isFile && !OF_FIRST_FILE.test(written);
  const own = () => ready ?? anchorIncludes(written, input, command);
  const unit = canInclude ? `#include "${latin1(input.path)}"` : `# 1 "${markerName(input.path)}"\n${own()}`;
  return {
    before: [
      "-Wno-builtin-macro-redefined",
      `-D__BASE_FILE__="${escapeMarker(mappedName(command, input.path))}"`,
      ...(canInclude ? [] : ["-iquote", dirname(input.path)]),
    ],
    file: "-",
    text: `${unit}\n${tail}`,
    normalise: hideStandardInput,
  };
}

/** As GCC maps `__FILE__` and `__BASE_FILE__`: the last map whose left side begins the name. */
function mappedName({ items }: CompilerCommand, name: string): string {
  for (const item of items.toReversed()) {
    const [, from = "", to = ""] =
      /^-f(?:macro|file)-prefix-map=([^=]*)=(.*)$/s.exec(item.kind === "option" ? item.name : "") ?? [];
    if (from !== "" && name.startsWith(from)) return to + name.slice(from.length);
  }
  return name;
}

/** Clang reads the unit under its own name; a virtual file overlay supplies the text with the tail behind it. */
function feedClang(
  command: CompilerCommand,
  input: CompilerInput,
  options: PreprocessOptions,
  folder: string,
): Feed {
  const headers = [...(options.headers ?? [])];
  const name = resolve(command.directory, input.path);
  const isPlain = options.tail === undefined && options.overlay === undefined && headers.length === 0;
  // That it is not there is the compiler's to say.
  if (isPlain || (options.overlay === undefined && !existsSync(name)))
    return { before: [], file: input.path, text: undefined, normalise: (text) => text };
  const contents = join(folder, "unit");
  const overlay = join(folder, "overlay.json");
  writeFileSync(contents, `${ownText(command, input, options)}\n${options.tail ?? ""}`, "latin1");
  const roots = [{ type: "file", name, "external-contents": contents }];
  for (const [index, [path, text]] of headers.entries()) {
    const external = join(folder, `header-${index}`);
    writeFileSync(external, text, "latin1");
    roots.push({ type: "file", name: path, "external-contents": external });
  }
  writeFileSync(overlay, JSON.stringify({ version: 0, "use-external-names": false, roots }));
  return { before: ["-ivfsoverlay", overlay], file: input.path, text: undefined, normalise: (text) => text };
}

function ownText(command: CompilerCommand, input: CompilerInput, options: PreprocessOptions): string {
  const text = options.overlay ?? readHanded(resolve(command.directory, input.path), "latin1");
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
}

/**
 * Quoted includes are searched beside the includer first, which for standard input is the working directory. Names
 * that exist beside the unit are spelled with its folder, as the compiler itself would spell them.
 */
function anchorIncludes(text: string, input: CompilerInput, command: CompilerCommand): string {
  const folder = input.path.slice(0, input.path.lastIndexOf("/") + 1);
  if (folder === "") return text;
  return withIncludes(text, ({ isQuoted, path }) => {
    const beside = folder + path;
    return isQuoted && existsSync(resolve(command.directory, beside)) ? beside : path;
  });
}

/**
 * Makes GCC's output speak of the unit where it speaks of standard input:
 * `# 0 "<stdin>"` … `# 1 "<stdin>"`, `# 1 "unit.c" 1` … `# 2 "<stdin>" 2`.
 */
function hideStandardInput(output: string): string {
  const entry = /^# 1 "<stdin>"\n# 1 ("(?:[^"\\\n]|\\.)*")(?: 1)?\n/m.exec(output);
  if (entry === null) return output;
  const head = output.slice(0, entry.index).replaceAll('"<stdin>"', entry[1] as string);
  const rest = output.slice(entry.index + entry[0].length);
  return withoutReturn(`${head}# 1 ${entry[1]}\n${rest}`);
}

/** Drops the marker by which the include returns to standard input, just before the tail or the end. */
function withoutReturn(text: string): string {
  const tail = text.indexOf('\n# 1 "<weft-tail>"');
  const end = tail === -1 ? text.length : tail + 1;
  const marker = text.lastIndexOf('\n# 2 "<stdin>" 2\n', end);
  if (marker === -1 || text.slice(marker + 17, end).trim() !== "") return text;
  return text.slice(0, marker + 1) + text.slice(end);
}

function latin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function escapeMarker(path: string): string {
  return path.replace(/["\\]/g, "\\$&");
}
