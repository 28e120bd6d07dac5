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
import { openSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { markerName } from "../../model/index.js";
import {
  type CompilerCommand,
  type CompilerInput,
  isPreprocessed,
  unitLanguage,
} from "../command/compiler-command.js";
import { askCompiler, compilerIdentity } from "../command/compiler-identity.js";
import { preprocessArguments } from "../command/derived-command.js";
import { removeTemporary, temporaryFolder } from "../files/atomic-write.js";
import { readLatin1 } from "../files/read-regular.js";
import { descriptorOf } from "../process/descriptor-name.js";
import { runProcess } from "../process/run-process.js";
import { isUntrusted } from "../process/untrusted-run.js";
import { parseDependencies } from "./dependency-file.js";
import { followPragmas, missesOptionPragmas } from "./follow-pragmas.js";
import { macrosOfPragmas } from "./pragma-macros.js";
import type { PreprocessOptions } from "./preprocess-options.js";
import type { PreprocessResult } from "./preprocess-result.js";
import { toldWhoWaits } from "./told-who-waits.js";
import { type Feed, feed, isClang, ownText } from "./unit-feed.js";
import {
  directivesOf,
  type FoundBy,
  filesInPlace,
  inclusionsIn,
  splicedUnit,
  type UnitOnDisk,
} from "./unsaved-headers.js";
import { saysWhoWaits, waitingFile } from "./waiting-file.js";

const MINUTE = 60_000;

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
