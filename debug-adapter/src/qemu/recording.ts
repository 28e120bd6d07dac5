/**
 * A recorded run as one file that can be handed on: a line of JSON that says what is in it, then its parts, packed: QEMU's
 * log of the run, and every file that the machine and the debugger need (kernel, symbols, weave map), so that a kernel
 * that was rebuilt since does not matter. Knows no process.
 */
import { createHash } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { readRegularSoon } from "@weft/weaver-bridge/kernel-build";
import { lookUp, noneIfRefused, unlessBroken } from "@weft/weaver-bridge/model";
import { errors } from "./debug-error.js";
import { forgetDebugLinks } from "./debug-links.js";
import { type PackedPart, readFirstLine, unpackParts } from "./packed-parts.js";
import { createDisks, isRecordedDrive } from "./recorded-disks.js";
import { damageOf, instructionsOf, withoutShutdowns } from "./replay-log.js";

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
  readonly parts: readonly PackedPart[];
}

/** Options that a recorded machine may have. A recording comes from anywhere: no other option of it reaches QEMU. */
const RECORDABLE =
  /^-(kernel|initrd|append|m|no-reboot|display|cpu|machine|M|rtc|vga|nodefaults|smp|net|device|drive|boot|debugcon)$/;
const WITHOUT_VALUE = /^-(no-reboot|nodefaults)$/;
const MACHINE_TYPE = /^(type=)?\w[\w.-]*(,(accel=tcg|(acpi|hpet|smm|usb|vmport|graphics|pit|pic)=\w+))*$/;
/** Values that such an option must have. */
const VALUES: Readonly<Record<string, { test(value: string): boolean }>> = {
  "-drive": { test: isRecordedDrive },
  "-boot": /^(order=)?[a-d]{1,4}$/,
  "-kernel": /^kernel$/,
  "-initrd": /^initrd$/,
  "-smp": /^(cpus=)?1$/,
  "-net": /^none$/,
  "-display": /^none$/,
  // By their names only: properties of a machine name files, some of which QEMU writes.
  "-machine": MACHINE_TYPE,
  "-M": MACHINE_TYPE,
  "-cpu": /^\w[\w.+-]*(,[+-]?[\w.-]+(=(on|off|\w+))?)*$/,
  // As much as a recording's machine may take of this one.
  "-m": /^(size=)?(\d{1,4}|[1-9]\d{0,3}M|[1-8]G)$/i,
  "-rtc": /^[a-z]+=[\w:+-]+(,[a-z]+=[\w:+-]+)*$/,
  "-vga": /^\w+$/,
  // Beside the serial line; a file of any other name QEMU would write.
  "-debugcon": /^stdio$/,
  "-device": /^isa-debug-exit(,io(base|size)=0x[0-9a-f]+)*$/,
};
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^-smp$/, "QEMU records one CPU only"],
  [
    /^-(drive|hd[a-d]|cdrom|fda|fdb|sd|pflash|blockdev)$/,
    "of disks, IDE ones with raw images are recorded (-drive file=FILE,index=N,media=disk,format=raw)",
  ],
  [/^-(net|netdev|nic)$/, "what a network does is not recorded"],
];

/** What keeps a machine from being recorded, a clause; `undefined` when nothing does. */
export function whyNotRecorded(machine: readonly string[]): string | undefined {
  for (let at = 0; at < machine.length; at++) {
    const option = (machine[at] as string).replace(/^--/, "-");
    const value = WITHOUT_VALUE.test(option) ? undefined : machine[++at];
    if (RECORDABLE.test(option) && (lookUp(VALUES, option)?.test(value ?? "") ?? true)) continue;
    const reason = REASONS.find(([pattern]) => pattern.test(option))?.[1];
    return `${[option, value ?? ""].join(" ").trim()}: ${reason ?? "this option is not known to run again exactly"}`;
  }
  return undefined;
}

export async function buildIdOf(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readRegularSoon(file))
    .digest("hex");
}

/** Why a recording can't be written there, a clause: its name comes from a folder's settings, and what is no recording stays. */
export async function whyNotReplaced(file: string): Promise<string | undefined> {
  const status = await stat(file).catch(noneIfRefused);
  if (status === undefined || status.size === 0) return undefined;
  const line = status.isFile() ? await readFirstLine(file, LONGEST_HEADER).catch(noneIfRefused) : undefined;
  const isRecording = line !== undefined && readHeader(line) !== undefined;
  return isRecording ? undefined : `${file} is there already, and is no recording`;
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
    Object.entries(parts).map(async ([name, path]) => {
      const content = await readFile(path);
      const sha256 = createHash("sha256").update(content).digest("hex");
      return { name, bytes: gzipSync(content), size: content.length, sha256 };
    }),
  );
  const recording = {
    ...about,
    date: new Date().toISOString(),
    ...(instructions === undefined ? {} : { instructions }),
  };
  const sizes = packed.map(({ bytes, ...part }) => ({ ...part, bytes: bytes.length }));
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

/**
 * Unpacks the parts into a folder. A recording comes from anywhere and is data: all that is said in it is checked before it
 * is used, and what it unpacks to is bounded. Throws `bad-recording`.
 */
export async function openRecording(
  file: string,
  folder: string,
): Promise<{ readonly recording: Recording; readonly parts: Parts }> {
  const bad = (why: string) => errors.badRecording(file, why);
  const line = await readFirstLine(file, LONGEST_HEADER).catch((error: Error) => {
    throw bad(error.message);
  });
  const header = line === undefined ? undefined : readHeader(line);
  if (line === undefined || header === undefined) throw bad("it is no recording of Weft");
  const why = whyNotRecorded(header.machine);
  if (why !== undefined) throw bad(`its machine can't be taken (${why})`);
  const names = header.parts.map(({ name }) => name);
  for (const name of ["log", "symbols"]) if (!names.includes(name)) throw bad(`it has no part "${name}"`);
  const start = Buffer.byteLength(line) + 1;
  const parts = await unpackParts(file, start, header.parts, folder, bad);
  await forgetDebugLinks(parts.symbols as string);
  const log = await readFile(parts.log as string);
  const damage = damageOf(log);
  if (damage !== undefined) throw bad(`its part "log" is damaged (${damage})`);
  await writeFile(parts.log as string, withoutShutdowns(log));
  const { instructions: _told, ...about } = header;
  // Counted, not believed.
  const instructions = instructionsOf(log);
  return { recording: { ...about, ...(instructions === undefined ? {} : { instructions }) }, parts };
}

/** Names of files take the most of it. */
const LONGEST_HEADER = 1 << 20;
const MOST_PARTS = 16;

/** The header alone, cheaply judged: each member has the type that it should have. */
function readHeader(line: string): Header | undefined {
  const header = unlessBroken(() => JSON.parse(line) as Partial<Header> | null);
  if (typeof header !== "object" || header?.weft !== "recording" || header.version !== 1) return undefined;
  const { parts, machine, program, project, build, date } = header;
  const isHeader =
    Array.isArray(parts) &&
    parts.length <= MOST_PARTS &&
    parts.every(isPart) &&
    new Set(parts.map(({ name }) => name)).size === parts.length &&
    Array.isArray(machine) &&
    machine.every((word) => typeof word === "string" && !word.includes("\0")) &&
    /^qemu-system-\w+$/.test(typeof program === "string" ? program : "") &&
    [project, build, date].every((one) => typeof one === "string");
  return isHeader ? (header as Header) : undefined;
}

function isPart(part: Partial<PackedPart> | null): boolean {
  if (typeof part !== "object" || part === null) return false;
  const isSize = (size: unknown) => Number.isSafeInteger(size) && (size as number) >= 0;
  return (
    typeof part.name === "string" &&
    /^\w[\w-]{0,40}$/.test(part.name) &&
    isSize(part.bytes) &&
    (part.size === undefined || isSize(part.size)) &&
    (part.sha256 === undefined || typeof part.sha256 === "string")
  );
}

/**
 * A machine's arguments as a recording has them, and the files that they name, absolute. QEMU hands the name of a kernel on
 * to it, so it has to be the same one when the run is repeated: QEMU runs in a folder where it is `kernel`.
 */
export function partsOfMachine(
  machine: readonly string[],
  directory: string,
): {
  readonly machine: string[];
  readonly parts: Record<string, string>;
  /** Those of the parts that are disks. */
  readonly disks: readonly string[];
} {
  const parts: Record<string, string> = {};
  const images: string[] = [];
  const disks = createDisks(directory);
  const named: string[] = [];
  for (let at = 0; at < machine.length; at++) {
    const option = machine[at] as string;
    const value = machine[at + 1] ?? "";
    const disk = disks.take(option.replace(/^--/, "-"), value);
    if (disk !== undefined) {
      parts[disk.name] = disk.image;
      images.push(disk.image);
      named.push(...disk.arguments);
      at++;
    } else if (option === "-kernel" || option === "-initrd") {
      const name = option.slice(1);
      parts[name] = resolve(directory, value);
      named.push(option, name);
      at++;
    } else named.push(option);
  }
  return { machine: named, parts, disks: images };
}
