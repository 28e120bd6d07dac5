/**
 * Answers that the launcher gives by itself (`clang-ast/native/launcher/known.c`): this very call is the compiler's own
 * while the files and folders that the answer came from are as they were. Kept in the user's cache, one file a call.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  compilerIdentity,
  dependencyRequest,
  encodeFacts,
  type Fact,
  factOf,
  recordFile,
  sourceState,
  statusOf,
  writeAtomically,
} from "../../kernel-build/index.js";
import { includesIn, isRefusal, unlessRefused } from "../../model/index.js";
import { isRewritten } from "../../pipeline/index.js";
import { compileOf, type Unit, watchedAspects } from "./cc-unit.js";
import { compilerFacts } from "./compiler-facts.js";
import { projectFacts } from "./project-facts.js";

/** As its launcher sees it. */
export interface AnsweredCall {
  readonly bundle: string;
  /** Folder for what can be made again; empty when there is none. */
  readonly cache: string;
  /** Its `PATH`; empty where more than that says which files compilers find. */
  readonly searched: string;
  /** `cc`, and what follows. */
  readonly words: readonly string[];
}

let call: AnsweredCall | undefined;

/** From now on this call is answered; nothing is kept of others. */
export function keepAnswersFor(answered: AnsweredCall): void {
  call = answered;
}

/** Options by which a compiler reads what nobody sees from outside. */
const HIDDEN =
  /^(?:@|-?-specs|-wrapper|-B|-b|-V|-i(?:prefix|withprefix|sysroot|multilib|plugindir)|--sysroot|-I=)/;

/** What the unit's text comes from, looked at before it is read; undefined where no answer can be kept. */
export async function stateBefore(unit: Unit): Promise<readonly Fact[] | undefined> {
  const { command, input, context } = unit;
  if (!mayBeKept(unit) || compilerIdentity(command, input).family !== "gcc") return undefined;
  return context.aspects.files.length === 0 ? [] : sourceState(command, input);
}

function mayBeKept({ command, read, object, context }: Unit): boolean {
  const { options, isSingle, calls, residuals, always, allTexts } = context;
  return (
    call?.words[0] === "cc" &&
    call.cache.startsWith("/") &&
    call.searched !== "" &&
    isSingle === true &&
    command.inputs.length === 1 &&
    (command.mode === "object" || command.mode === "assembly") &&
    [read, object, options.map, calls, residuals].every((one) => one === undefined) &&
    always !== true &&
    allTexts !== true &&
    context.aspectsOf === undefined &&
    !command.argv.some((word) => HIDDEN.test(word))
  );
}

/** Nothing was or will be said or done but what the compiler does. */
function isSilent({ analysis, context }: Unit): boolean {
  if (analysis === undefined) return context.aspects.files.length === 0;
  const { problems, failure, partial, tailFailure, unitText } = analysis;
  const isFromSources = analysis.status === "skipped" && unitText === "";
  return (
    problems.length === 0 &&
    [failure, partial, tailFailure].every((one) => one === undefined) &&
    !isRewritten(analysis) &&
    // Headers of aspects are read with the unit's text.
    (isFromSources || analysis.aspects.every(({ text }) => includesIn(text).length === 0))
  );
}

/**
 * Where that is known, for the next time. After the compile, or before one behind which nothing is left to do.
 * `state` is from {@link stateBefore}.
 */
export async function keepAnswer(unit: Unit): Promise<void> {
  const { state, command, context } = unit;
  if (state === undefined || call === undefined || !isSilent(unit)) return;
  const own = [...bundleFacts(call.bundle), ...recordFacts(unit)];
  const project = projectFacts(unit);
  const compiler = await compilerFacts(command, unit.input, call.searched);
  const rule = ruleOf(unit);
  if (project === undefined || compiler === undefined || rule === undefined || own.includes(undefined))
    return;
  const facts = [...state, ...project, ...compiler, ...(own as Fact[])];
  const key = Buffer.from(
    keyOf(call)
      .map((part) => `${part}\0`)
      .join(""),
  );
  const folder = join(call.cache, "weft", "known");
  const skipped = Buffer.alloc(4);
  skipped.writeUInt32LE(call.words.length - context.options.compiler.length);
  const content = Buffer.concat([MAGIC, sized(key), skipped, ...rule.map(sized), encodeFacts(facts)]);
  try {
    prune(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, nameOf(key));
    // What takes a file's place, file systems write to the disk at once.
    rmSync(file, { force: true });
    writeAtomically(file, content);
  } catch (error) {
    // Without a cache the call is answered anew each time.
    if (!isRefusal(error)) throw error;
  }
}

const MAGIC = Buffer.from("weft known 1\n\n\n\n");

function keyOf({ bundle, searched, words }: AnsweredCall): string[] {
  return [bundle, process.cwd(), searched, process.env.WEFT_PROJECT ?? "", ...words];
}

function nameOf(key: Buffer): string {
  let low = 0x811c9dc5 | 0;
  let high = 0x9747b28c | 0;
  for (const byte of key) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x85ebca6b | 0);
    high ^= high >>> 13;
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

function sized(bytes: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.length);
  return Buffer.concat([size, bytes]);
}

function bundleFacts(bundle: string): (Fact | undefined)[] {
  const files = [
    join(bundle, "resident.id"),
    join(bundle, "../clang-ast/native/build/Release/weft_clang.node"),
  ];
  return files.map((file) => factOf(file));
}

/** What the call left of the unit stays as it is. */
function recordFacts(unit: Unit): (Fact | undefined)[] {
  const { project } = unit.context;
  return project === undefined ? [] : [factOf(recordFile(project, compileOf(unit)))];
}

/** File and text of the make rule when it is not the compiler's own; undefined when it can't be told. */
function ruleOf(unit: Unit): readonly Buffer[] | undefined {
  const request = dependencyRequest(unit.command, unit.input);
  const none = Buffer.alloc(0);
  if (request === undefined || watchedAspects(unit.context).length === 0) return [none, none];
  const file = resolve(unit.command.directory, request.file);
  const status = statusOf(file);
  if (status?.isFile() !== true) return undefined;
  return [Buffer.from(file), readFileSync(file)];
}

const DAY = 86_400_000;
/** What was not asked for so long is gone. */
const KEPT = 14 * DAY;
let pruned = false;

/** Once a process. Who uses an answer makes it new again. */
function prune(folder: string): void {
  if (pruned) return;
  pruned = true;
  for (const name of unlessRefused(() => readdirSync(folder)) ?? []) {
    const file = join(folder, name);
    const status = statusOf(file);
    if (status !== undefined && Date.now() - Number(status.mtimeMs) > KEPT) rmSync(file, { force: true });
  }
}
