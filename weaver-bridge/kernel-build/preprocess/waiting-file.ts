/**
 * What keeps a compiler waiting: a pipe, a device or a socket in place of a unit or of a file that it includes. It is looked
 * for before a compiler is started for a folder that nobody trusts, and elsewhere where one takes long. Conditions are not
 * asked, and each name that a directive has may be included, as a macro may choose it. The system's own folders are not looked
 * into.
 */
import { readdirSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { unlessRefused } from "../../model/index.js";
import { type CompilerCommand, type CompilerInput, includeFolders } from "../command/compiler-command.js";
import { readLatin1 } from "../files/read-regular.js";

/** Files that are read for one unit at most. */
const MOST_FILES = 20_000;
/** Milliseconds for which a file that was looked into counts as looked into. */
const KNOWN_FOR = 60_000;

/** When files were looked into, by the folders that are searched. */
const KNOWN = new Map<string, Map<string, number>>();

/** As for the preprocessor: `overlay` is the unit's text, latin1, instead of its file's, `tail` stands behind it. */
export interface Texts {
  readonly overlay?: string | undefined;
  readonly tail?: string | undefined;
  readonly includes?: readonly string[];
}

/** Absolute; undefined where none is found. */
export function waitingFile(
  command: CompilerCommand,
  input: CompilerInput,
  { overlay, tail = "", includes = [] }: Texts,
): string | undefined {
  if (input.path === "-") return undefined;
  const { directory, items } = command;
  const unit = resolve(directory, input.path);
  const options = items.flatMap((item) => (item.kind === "option" ? [item.value ?? item.name] : []));
  const folders = [...includeFolders(command), directory];
  const seen = new Set([unit]);
  const add = (name: string, beside: readonly string[]) => {
    const places = [...beside, ...folders].map((folder) => resolve(folder, name));
    const place = places.find((file) => statusOf(file)?.isDirectory() === false);
    if (place !== undefined) seen.add(place);
  };
  for (const word of options) for (const name of [word, ...quotedIn(word)]) add(name, []);
  for (const name of [...includes, ...namesIn(tail)]) add(name, [dirname(unit)]);
  const known = knownFor(folders.join("\0"));
  const now = Date.now();
  for (const file of seen) {
    if (seen.size > MOST_FILES) return undefined;
    const hasText = file === unit && overlay !== undefined;
    if (!hasText && keepsWaiting(file)) return file;
    if (file !== unit && now - (known.get(file) ?? Number.NEGATIVE_INFINITY) < KNOWN_FOR) continue;
    known.set(file, now);
    const text = hasText ? overlay : readLatin1(file);
    for (const name of namesIn(text ?? "")) add(name, [dirname(file)]);
  }
  return undefined;
}

/** Whether a process of this user's has the pipe open to write into it. */
export function hasWriter(pipe: string): boolean {
  const real = unlessRefused(() => realpathSync(pipe));
  if (statusOf(pipe)?.isFIFO() !== true || real === undefined) return false;
  const processes = unlessRefused(() => readdirSync("/proc")) ?? [];
  return processes.some((pid) => /^\d+$/.test(pid) && writesInto(pid, real));
}

function writesInto(pid: string, pipe: string): boolean {
  const open = unlessRefused(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return open.some((descriptor) => {
    if (unlessRefused(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`)) !== pipe) return false;
    const told = unlessRefused(() => readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, "latin1")) ?? "";
    return (Number.parseInt(/^flags:\s*(\d+)/m.exec(told)?.[1] ?? "0", 8) & 3) !== 0;
  });
}

/** What is said of it. */
export function saysWhoWaits(file: string): string {
  return `${file} is a pipe, a device or a socket, or leads to one: whoever reads it waits`;
}

function knownFor(key: string): Map<string, number> {
  if (KNOWN.size > 100) KNOWN.clear();
  const known = KNOWN.get(key) ?? new Map<string, number>();
  KNOWN.set(key, known);
  return known;
}

const statusOf = (file: string): Stats | undefined =>
  unlessRefused(() => statSync(file, { throwIfNoEntry: false }));

function keepsWaiting(file: string): boolean {
  const status = statusOf(file);
  // `-include /dev/null` is how some say that there is nothing.
  const isDevice = status?.isCharacterDevice() === true && status.rdev !== statusOf("/dev/null")?.rdev;
  return status?.isFIFO() === true || isDevice || status?.isSocket() === true;
}

const DIRECTIVE = /^[^\S\n]*(?:\/\*.*?\*\/[^\S\n]*)*(?:#|%:|\?\?=).*/gm;

/** Names in quotes or angles that the text's directives have. */
function namesIn(text: string): ReadonlySet<string> {
  const whole = text.replace(/(?:\\|\?\?\/)[ \t]*\r?\n/g, "");
  return new Set(Array.from(whole.matchAll(DIRECTIVE), ([line]) => quotedIn(line)).flat());
}

function quotedIn(line: string): string[] {
  const names = Array.from(
    line.matchAll(/"([^"\n\0]+)"|<([^>\n\0]+)>/g),
    ([, quoted, angled]) => quoted ?? angled,
  );
  return names.flatMap((name) => (name === undefined ? [] : [Buffer.from(name, "latin1").toString()]));
}
