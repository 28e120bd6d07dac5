/**
 * A recorded run as one file that can be handed on: a line of JSON that says what is in it, then its parts, packed: QEMU's
 * log of the run, and every file that the machine and the debugger need (kernel, symbols, weave map), so that a kernel
 * that was rebuilt since does not matter. Knows no process.
 */
import { createHash } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { errors } from "./debug-error.js";
import { instructionsOf } from "./replay-log.js";

export interface Recording {
  readonly project: string;
  readonly program: string;
  /** QEMU's arguments, in a folder that holds the parts. */
  readonly machine: readonly string[];
  /** sha256 of the file with symbols. */
  readonly build: string;
  /** `undefined` when QEMU's log is of a version that is not known. */
  readonly instructions?: number;
  readonly date: string;
}

/** Name of a part and where its bytes are. */
export type Parts = Readonly<Record<string, string>>;

interface Header extends Recording {
  readonly weft: "recording";
  readonly version: 1;
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
}

/** Options that a recorded machine may have. A recording comes from anywhere: no other option of it reaches QEMU. */
const RECORDABLE =
  /^-(kernel|initrd|append|m|no-reboot|display|cpu|machine|M|rtc|vga|nodefaults|smp|net|device)$/;
const WITHOUT_VALUE = /^-(no-reboot|nodefaults)$/;
/** Values that such an option must have. */
const VALUES: Readonly<Record<string, RegExp>> = {
  "-kernel": /^kernel$/,
  "-initrd": /^initrd$/,
  "-smp": /^(cpus=)?1$/,
  "-net": /^none$/,
  "-display": /^none$/,
  "-device": /^isa-debug-exit(,io(base|size)=0x[0-9a-f]+)*$/,
};
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^-smp$/, "QEMU records one CPU only"],
  [/^-(drive|hd[a-d]|cdrom|fda|fdb|sd|pflash|blockdev)$/, "what a disk does is not recorded"],
  [/^-(net|netdev|nic)$/, "what a network does is not recorded"],
];

/** What keeps a machine from being recorded, a clause; `undefined` when nothing does. */
export function whyNotRecorded(machine: readonly string[]): string | undefined {
  for (let at = 0; at < machine.length; at++) {
    const option = (machine[at] as string).replace(/^--/, "-");
    const value = WITHOUT_VALUE.test(option) ? undefined : machine[++at];
    if (RECORDABLE.test(option) && (VALUES[option]?.test(value ?? "") ?? true)) continue;
    const reason = REASONS.find(([pattern]) => pattern.test(option))?.[1];
    return `${[option, value ?? ""].join(" ").trim()}: ${reason ?? "this option is not known to run again exactly"}`;
  }
  return undefined;
}

export async function buildIdOf(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

/** Throws the system's error; nothing is half-written then. `log` is one of the parts. */
export async function writeRecording(
  file: string,
  about: Omit<Recording, "instructions" | "date">,
  parts: Parts & { readonly log: string },
): Promise<Recording> {
  const log = await readFile(parts.log);
  const instructions = instructionsOf(log);
  const packed = await Promise.all(
    Object.entries(parts).map(async ([name, path]) => ({ name, bytes: gzipSync(await readFile(path)) })),
  );
  const recording = {
    ...about,
    date: new Date().toISOString(),
    ...(instructions === undefined ? {} : { instructions }),
  };
  const sizes = packed.map(({ name, bytes }) => ({ name, bytes: bytes.length }));
  const header: Header = { weft: "recording", version: 1, ...recording, parts: sizes };
  const text = Buffer.from(`${JSON.stringify(header)}\n`);
  const temporary = `${file}.${process.pid}`;
  try {
    await writeFile(temporary, Buffer.concat([text, ...packed.map(({ bytes }) => bytes)]));
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  return recording;
}

/** Unpacks the parts into a folder. Throws `bad-recording`. */
export async function openRecording(
  file: string,
  folder: string,
): Promise<{ readonly recording: Recording; readonly parts: Parts }> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw errors.badRecording(file, error.message);
  });
  const end = bytes.indexOf(10);
  const header = readHeader(bytes.toString("utf8", 0, Math.max(end, 0)));
  if (header === undefined) throw errors.badRecording(file, "it is no recording of Weft");
  const parts: Record<string, string> = {};
  let at = end + 1;
  for (const part of header.parts) {
    const path = join(folder, part.name.replace(/[^\w.-]/g, "_"));
    try {
      await writeFile(path, gunzipSync(bytes.subarray(at, at + part.bytes)));
    } catch (error) {
      throw errors.badRecording(file, `its part "${part.name}" is damaged (${(error as Error).message})`);
    }
    parts[part.name] = path;
    at += part.bytes;
  }
  for (const name of ["log", "symbols"])
    if (parts[name] === undefined) throw errors.badRecording(file, `it has no part "${name}"`);
  const why = whyNotRecorded(header.machine);
  if (why !== undefined) throw errors.badRecording(file, `its machine can't be taken (${why})`);
  return { recording: header, parts };
}

/** The header alone, cheaply judged. */
function readHeader(line: string): Header | undefined {
  try {
    const header = JSON.parse(line) as Partial<Header> | null;
    const isHeader =
      header?.weft === "recording" &&
      header.version === 1 &&
      Array.isArray(header.parts) &&
      Array.isArray(header.machine) &&
      /^qemu-system-\w+$/.test(header.program ?? "");
    return isHeader ? (header as Header) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A machine's arguments as a recording has them, and the files that they name. QEMU hands the name of a kernel on to it, so
 * it has to be the same one when the run is repeated: QEMU runs in a folder where it is `kernel`.
 */
export function partsOfMachine(
  machine: readonly string[],
  directory: string,
): { readonly machine: string[]; readonly parts: Record<string, string> } {
  const parts: Record<string, string> = {};
  const named = machine.map((argument, position) => {
    const option = machine[position - 1];
    if (option !== "-kernel" && option !== "-initrd") return argument;
    const name = option.slice(1);
    parts[name] = resolve(directory, argument);
    return name;
  });
  return { machine: named, parts };
}
