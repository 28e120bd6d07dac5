/**
 * Runs a build and notes every compiler, linker and QEMU that it calls: programs of the same names stand before them in
 * `PATH`, write down their words and become the real one. QEMU is noted and not started. What calls its compiler by a
 * whole path is not seen.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import {
  findInPath,
  isCompilerName,
  quoted,
  removeTemporary,
  runProcess,
  splitWords,
  temporaryFolder,
} from "../kernel-build/index.js";
import { tellingLine } from "./build-failure.js";
import { type BuildTrace, writeTrace } from "./build-trace.js";
import { programsHere } from "./cross-tools.js";

export interface Recording {
  readonly trace: BuildTrace;
  /** The build's exit code; `undefined` when a signal ended it. */
  readonly code: number | undefined;
  /** The line on its standard error that says why it failed, the last one without a failure. */
  readonly said: string;
  /** The end of what it printed, at most {@link KEPT} characters. */
  readonly printed: string;
}

const KEPT = 1 << 18;

export interface RecordOptions {
  /** Milliseconds. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  readonly onOutput?: ((piece: Buffer) => void) | undefined;
  /** What runs in place of programs that are not there. */
  readonly standIns?: Readonly<Record<string, string>>;
  /** What the compiler of that name is told besides. */
  readonly wordsFor?: (name: string) => readonly string[];
}

const NOTED = /^(?:.*-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ld|ld\.bfd|ld\.lld|as|nasm|yasm)(?:-\d+)?$/;
const GUEST = /^qemu-(system-\w+|kvm)$/;

/** Throws a `ProcessError` when it can't be started, is late or is cancelled. */
export async function recordBuild(
  argv: readonly string[],
  directory: string,
  { deadline, signal, onOutput, standIns = {}, wordsFor = () => [] }: RecordOptions,
): Promise<Recording> {
  const folder = temporaryFolder("weft-record-");
  const notes = join(folder, "notes");
  mkdirSync(notes);
  writeNoters(folder, standIns, wordsFor);
  const environment = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env.PATH ?? ""}`,
    WEFT_NOTES: notes,
  };
  let said = "";
  let printed = "";
  try {
    const { code } = await runProcess(argv, {
      ...{ directory, environment, deadline, signal },
      onOutput: (piece, stream) => {
        printed = (printed + piece.toString()).slice(-KEPT);
        if (stream === "error") said = (said + piece.toString()).slice(-KEPT);
        onOutput?.(piece);
      },
    });
    return { trace: readNotes(notes), code, printed, said: tellingLine(said) };
  } finally {
    removeTemporary(folder);
  }
}

function writeNoters(
  folder: string,
  standIns: Readonly<Record<string, string>>,
  wordsFor: (name: string) => readonly string[],
): void {
  const here = [...programsHere()];
  const plain = here.filter((name) => NOTED.test(name)).map((name) => [name, name] as const);
  const guests = new Set([
    ...here.filter((name) => GUEST.test(name)),
    "qemu-system-i386",
    "qemu-system-x86_64",
  ]);
  for (const [name, command] of [...plain, ...Object.entries(standIns)]) {
    const [program = "", ...words] = splitWords(command);
    const found = findInPath(program, folder);
    if (found !== undefined)
      writeNoter(join(folder, name), name, [
        found,
        ...words,
        ...(isCompilerName(name) ? wordsFor(name) : []),
      ]);
  }
  for (const name of guests) writeNoter(join(folder, name), name, undefined);
}

/** A file for each call: makes call several at once. */
function writeNoter(file: string, name: string, command: readonly string[] | undefined): void {
  const become = command === undefined ? "exit 0" : `exec ${command.map(quoted).join(" ")} "$@"`;
  const note = `note=$(mktemp "$WEFT_NOTES/XXXXXXXXXX") && printf '%s\\0' "$PWD" ${quoted(name)} "$@" >"$note"`;
  writeFileSync(file, `#!/bin/sh\n${note}\n${become}\n`);
  chmodSync(file, 0o755);
}

function readNotes(folder: string): BuildTrace {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const times = new Map(files.map((file) => [file, statSync(file).mtimeMs]));
  files.sort((left, right) => (times.get(left) ?? 0) - (times.get(right) ?? 0));
  const { trace, add } = writeTrace();
  for (const file of files) {
    const [directory = "/", ...words] = readFileSync(file, "utf8").split("\0").slice(0, -1);
    add(words, directory);
  }
  return trace;
}
