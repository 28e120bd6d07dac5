/** Reads one unit of C for the index: the compiler's preprocessor, then libclang on what is not known yet. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseUnknown } from "../../clang-ast/src/index.js";
import {
  type CompilerCommand,
  type CompilerInput,
  type PreprocessResult,
  parseArguments,
  parseCompilerCommand,
  preprocess,
  unitLanguage,
} from "../../kernel-build/index.js";
import { unlessRefused } from "../../model/index.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import type { IndexedUnit } from "../protocol/index-protocol.js";

/** Version of what is read from a unit: another number, and every unit is read again. */
const READER = 2;
const DEADLINE_MS = 60_000;
/** What the user waits for comes first. */
const NICENESS = 10;
/** A file that changed so short a time before it was read may have changed again unseen. */
const FRESH_MS = 2_000;
const LOOK_AGAIN_MS = 5_000;

/** Digest of the command: when it differs, the unit is read again. */
export function commandDigest({ directory, argv }: IndexedUnit): string {
  return createHash("sha1")
    .update(JSON.stringify([READER, directory, ...argv]))
    .digest("base64");
}

/** Size and time of the file; empty when there is none. */
export function stampOf(path: string): string {
  return (
    unlessRefused(() => {
      const { mtimeMs, size } = statSync(path);
      return `${mtimeMs}:${size}`;
    }) ?? ""
  );
}

/** A unit that its preprocessor is at work on. */
export interface StartedUnit {
  readonly unit: IndexedUnit;
  /** Ends the preprocessor. */
  readonly controller: AbortController;
  readonly started: number;
  readonly text: Promise<PreprocessedUnit>;
}

type PreprocessedUnit =
  /** It is none of C. */
  | undefined
  | { readonly error: Error }
  | {
      readonly parsed: CompilerCommand;
      readonly input: CompilerInput;
      readonly result: PreprocessResult;
    };

/** Never throws. */
export function startUnit(unit: IndexedUnit): StartedUnit {
  const controller = new AbortController();
  const text = preprocessUnit(unit, controller.signal).catch((error: Error) => ({ error }));
  return { unit, controller, started: Date.now(), text };
}

async function preprocessUnit(unit: IndexedUnit, signal: AbortSignal): Promise<PreprocessedUnit> {
  const parsed = parseCompilerCommand(unit.argv, unit.directory);
  const input = parsed.inputs.find((candidate) => unitLanguage(candidate) !== undefined);
  if (input === undefined || unitLanguage(input) !== "c") return undefined;
  const result = await preprocess(parsed, input, { signal, deadline: DEADLINE_MS, niceness: NICENESS });
  return { parsed, input, result };
}

/** Never throws; what can't be read is noted as failed. `onText`: its preprocessor has ended, libclang comes next. */
export async function readUnit(
  { unit, controller: { signal }, started, text: preprocessed }: StartedUnit,
  index: MemoryIndex,
  stamps: SettledStamps,
  onText: () => void,
): Promise<void> {
  const { path, directory } = unit;
  const command = commandDigest(unit);
  const own = new Map([[path, stampOf(path)]]);
  const empty = (status: "failed" | "skipped", message: string) =>
    index.addEmpty({ path, command, directory, status, message }, own);
  const known = await preprocessed;
  if (signal.aborted) return;
  if (known === undefined) return empty("skipped", "Only C is indexed; other units are read one by one");
  if ("error" in known) return empty("failed", known.error.message);
  const { parsed, input, result: text } = known;
  try {
    onText();
    if (!text.ok) return empty("failed", text.diagnostics.trim().split("\n")[0] ?? "");
    const options = parseArguments(parsed, input);
    const context = JSON.stringify([directory, ...options]);
    const { facts, functions, types, sharedUntil } = parseUnknown(
      text.text,
      { language: "c", arguments: options, fileName: input.path, niceness: NICENESS },
      index.known(context),
    );
    const files = new Map(
      [...new Set([...facts.lineMap.files, input.path])].map((name) => [
        name,
        stamps.of(resolve(directory, name), started),
      ]),
    );
    const error = facts.diagnostics.find(({ severity }) => severity !== "warning");
    const message = error && `libclang: ${error.message}`;
    index.add({
      path,
      command,
      directory,
      context,
      files,
      facts,
      functions,
      types,
      sharedUntil,
      ...(message === undefined ? {} : { message }),
    });
  } catch (error) {
    if (!signal.aborted) empty("failed", (error as Error).message);
  }
}

/**
 * Stamps of files as units saw them. A file that may have changed after it was read gets a stamp that it never has. One
 * that was looked at a moment ago is not looked at again: at worst its stamp is too old, and the unit is read again.
 */
export interface SettledStamps {
  /** `started`: when the unit began to be read. */
  of(path: string, started: number): string;
  /** Files changed. */
  clear(): void;
}

export function createSettledStamps(): SettledStamps {
  const known = new Map<string, string>();
  let since = 0;
  return {
    of(path, started) {
      if (started > since + LOOK_AGAIN_MS) {
        known.clear();
        since = started;
      }
      const before = known.get(path);
      if (before !== undefined) return before;
      const stamp = stampOf(path);
      if (Number.parseFloat(stamp) > started - FRESH_MS) return `fresh ${stamp}`;
      known.set(path, stamp);
      return stamp;
    },
    clear: () => known.clear(),
  };
}
