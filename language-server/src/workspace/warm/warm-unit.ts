/**
 * Analysis of a large unit after an edit, at a fraction of its cost: the head (see `head-end.ts`) was preprocessed once,
 * what it defines is handed to the compiler's preprocessor as macros, and only the declarations that the rest names
 * are parsed again (`head-index.ts`). The result is what a whole analysis says about the unit's own code; about its
 * headers it says nothing, for they didn't change. The caller has the whole analysis made when typing pauses.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import {
  askCompiler,
  type CompilerCommand,
  parseArguments,
  parseCompilerCommand,
  preprocess,
  sourceNames,
} from "@weft/weaver-bridge/kernel-build";
import {
  type AspectFile,
  filesOfMarkers,
  markerName,
  type UnitFacts,
  unlessRefused,
} from "@weft/weaver-bridge/model";
import type { ParseHost } from "@weft/weaver-bridge/pipeline";
import { filterOf, identifiersIn, type MatchResult, matchAspects } from "@weft/weaver-bridge/pointcut";
import { effectsOf } from "@weft/weaver-bridge/weaver";
import type { UnitCommand } from "../projects/project-set.js";
import { headEnd } from "./head-end.js";
import { type HeadIndex, headFor, identifiersOf, indexHead } from "./head-index.js";

export interface WarmHead {
  /** The head's source, latin1: valid while the unit begins with it. */
  readonly source: string;
  readonly command: CompilerCommand;
  /** `#define`s of all macros at its end. */
  readonly macros: string;
  readonly index: HeadIndex;
  /** Headers with what they looked like on disk, absolute. */
  readonly files: ReadonlyMap<string, string>;
}

export interface EditedUnit {
  readonly unit: UnitCommand;
  /** latin1 */
  readonly text: string;
  readonly aspects: readonly AspectFile[];
}

export interface WarmAnalysis {
  readonly facts: UnitFacts;
  readonly matching: MatchResult;
  readonly effects: ReturnType<typeof effectsOf>["effects"];
  /** Absolute: the unit's main file and what it includes after its head. */
  readonly files: ReadonlySet<string>;
}

const DEADLINE_MS = 30_000;
/** Below this size the whole unit is analysed as fast. */
export const WARM_FROM_BYTES = 200_000;

/** Undefined where it can't be done or isn't worth it. `text` is latin1. Rejects only when cancelled. */
export async function prepareHead(
  unit: UnitCommand,
  text: string,
  signal: AbortSignal,
): Promise<WarmHead | undefined> {
  const end = headEnd(text);
  if (end === 0 || unit.input.language !== "c") return undefined;
  if ((await askCompiler(unit.command, unit.input, signal)).family !== "gcc") return undefined;
  const source = text.slice(0, end);
  const options = { signal, deadline: DEADLINE_MS };
  const head = await preprocess(unit.command, unit.input, {
    ...options,
    overlay: `${source}\n${COUNTER_PROBE}\n`,
  });
  const dumping = withArguments(unit.command, ["-Wp,-dM"]);
  const dump = await preprocess(dumping, unit.input, { ...options, overlay: source });
  if (!head.ok || !dump.ok || head.text.length < WARM_FROM_BYTES) return undefined;
  const index = await indexHead(head.text);
  const files = new Map(filesNamedIn(head.text, unit.command).map((path) => [path, stamp(path)]));
  files.delete(unit.path);
  return {
    source,
    command: unit.command,
    macros: usableMacros(dump.text) + countUp(head.text),
    index,
    files,
  };
}

/** True while the head says what the unit's head says now. */
export function isCurrent(head: WarmHead, unit: UnitCommand, text: string): boolean {
  return (
    head.command === unit.command &&
    text.startsWith(head.source) &&
    [...head.files].every(([path, before]) => stamp(path) === before)
  );
}

/** Undefined when the unit must be analysed whole. Rejects only when cancelled. */
export async function analyseWarm(
  head: WarmHead,
  { unit, text, aspects }: EditedUnit,
  host: ParseHost,
  signal: AbortSignal,
): Promise<WarmAnalysis | undefined> {
  const line = head.source.split("\n").length;
  const overlay = `${head.macros}\n# ${line} "${markerName(unit.input.path)}"\n${text.slice(head.source.length)}`;
  const body = await preprocess(bodyCommand(unit.command), unit.input, {
    overlay,
    signal,
    deadline: DEADLINE_MS,
  });
  if (!body.ok) return undefined;
  const bodyText = body.text;
  const unitText = `${headFor(head.index, identifiersOf(bodyText))}\n${bodyText}`;
  const identifiers = identifiersIn(bodyText, filterOf(aspects), { language: "c" });
  const options = {
    language: "c" as const,
    arguments: parseArguments(unit.command, unit.input),
    fileName: unit.input.path,
  };
  const parsed = await host.parse(
    unitText,
    identifiers === undefined ? options : { ...options, identifiers },
    signal,
  );
  if (!isTrustworthy(parsed, unitText.length - bodyText.length)) return undefined;
  const facts = { ...parsed, sources: sourceNames(unit.command.directory, unit.root) };
  const matching = matchAspects(facts, aspects);
  const files = new Set([unit.path, ...filesNamedIn(bodyText, unit.command)]);
  return { facts, matching, effects: effectsOf(facts, matching.matches).effects, files };
}

/** An error in the head's part, or about a type without its definition, is our doing and not the user's. */
function isTrustworthy(facts: UnitFacts, bodyStart: number): boolean {
  return facts.diagnostics.every(
    ({ severity, offset, message }) =>
      severity === "warning" || (offset >= bodyStart && !/incomplete/.test(message)),
  );
}

function withArguments(command: CompilerCommand, added: readonly string[]): CompilerCommand {
  const rest = command.argv.slice(command.compiler.length);
  return parseCompilerCommand([...command.compiler, ...added, ...rest], command.directory);
}

/** All macros come from the dump, those of the command line and the compiler's own included. */
function bodyCommand(command: CompilerCommand): CompilerCommand {
  const words = command.items.flatMap((item) => {
    if (item.kind === "input") return [item.input.path];
    return /^-(D|U|include|imacros)$/.test(item.name) ? [] : item.words;
  });
  return parseCompilerCommand([...command.compiler, "-undef", "-w", ...words], command.directory);
}

/** Without those that the preprocessor defines itself whatever it is told. */
function usableMacros(dump: string): string {
  return dump.replace(/^#define (?:__STDC\w*|__BASE_FILE__|__FILE__|__LINE__|__COUNTER__)\b.*\n/gm, "");
}

/** `__COUNTER__` goes on where the head left it, since names are made from it. */
const COUNTER_PROBE = "__weft_counter __COUNTER__";

function countUp(head: string): string {
  const reached = Number(/^__weft_counter (\d+)$/m.exec(head)?.[1] ?? 0);
  return "#if __COUNTER__ + 1\n#endif\n".repeat(reached);
}

/** Absolute, each once. */
function filesNamedIn(text: string, { directory }: CompilerCommand): string[] {
  return filesOfMarkers(text).map((file) => resolve(directory, file));
}

function stamp(path: string): string {
  const status = unlessRefused(() => statSync(path));
  return status === undefined ? "" : `${status.mtimeMs}:${status.size}`;
}
