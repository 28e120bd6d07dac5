/**
 * Units that can be read only once: standard input, `<(cat a.c)`, a named pipe. Weft reads them, and every compiler that
 * asks for them by the same name gets the same text again, so names in messages, `__FILE__` and line markers are what
 * they are without Weft.
 */
import { closeSync, openSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type CompilerInput,
  descriptorOf,
  noneIfNotRun,
  type RunOptions,
  type RunResult,
  removeTemporary,
  runProcess,
  runsThroughOthers,
  temporaryFolder,
} from "../../kernel-build/index.js";
import { keepPipe, offerOnce } from "./kept-pipes.js";

export interface ReadOnce {
  /** As the command spells it: `-`, `/dev/fd/63`, `pipe.c`. */
  readonly path: string;
  /** Latin1. */
  readonly text: string;
}

/** Whoever writes it may take long. */
const HOUR = 3_600_000;

export class NotHereError extends Error {}

/** True for names that mean something else, or nothing, when they are opened again. Opens nothing. */
export function isReadOnce({ path }: CompilerInput, directory: string): boolean {
  if (path === "-" || descriptorOf(path) !== undefined) return true;
  return statSync(resolve(directory, path), { throwIfNoEntry: false })?.isFIFO() === true;
}

/**
 * Undefined for ordinary files and for what can't be read, which the compiler will say. Reading is left to a process,
 * so that a signal ends it. Throws {@link NotHereError} in a process that has other descriptors than its caller.
 */
export async function readOnce(input: CompilerInput, directory: string): Promise<ReadOnce | undefined> {
  const { path } = input;
  if (!isReadOnce(input, directory)) return undefined;
  const descriptor = path === "-" ? 0 : descriptorOf(path);
  if (descriptor !== undefined && runsThroughOthers()) throw new NotHereError(`${path} is the caller's`);
  const from = descriptor === undefined ? {} : { descriptors: new Map([[0, descriptor]]) };
  const words = descriptor === undefined ? ["cat", "--", path] : ["cat"];
  // Not run with a descriptor that is not open.
  const run = await runProcess(words, { directory, deadline: HOUR, ...from }).catch(noneIfNotRun);
  if (run?.code === 0 && descriptor === undefined) keepPipe(resolve(directory, path));
  if (run?.code !== 0 && path !== "-") return undefined;
  return { path, text: run?.output.toString("latin1") ?? "" };
}

/** Runs a program that reads these, as {@link runProcess} does; those that its words don't name are left out. */
export async function runReading(
  argv: readonly string[],
  options: RunOptions,
  all: readonly ReadOnce[],
): Promise<RunResult> {
  const read = all.filter(({ path }) => argv.includes(path));
  const input = read.find(({ path }) => path === "-")?.text;
  const opened = read.flatMap(({ path, text }) => {
    const descriptor = descriptorOf(path);
    return descriptor === undefined ? [] : [[descriptor, openText(text)] as const];
  });
  const pipes = read.filter(({ path }) => path !== "-" && descriptorOf(path) === undefined);
  const given = opened.length === 0 ? {} : { descriptors: new Map(opened) };
  for (const { path, text } of pipes) offerOnce(resolve(options.directory, path), text);
  try {
    return await runProcess(argv, { ...options, ...(input === undefined ? {} : { input }), ...given });
  } finally {
    for (const [, file] of opened) closeSync(file);
  }
}

/** A file without a name, which each who opens its descriptor's path reads from the start. */
function openText(text: string): number {
  const folder = temporaryFolder("weft-input-");
  try {
    const file = join(folder, "text");
    writeFileSync(file, text, "latin1");
    return openSync(file, "r");
  } finally {
    removeTemporary(folder);
  }
}
