/**
 * What may run while nothing of a folder's may. Commands and servers of people who have not said that they trust a folder
 * call {@link runNothingOfTheirs} once; from then on every program that this process, its threads and its child processes
 * start passes here, whoever made its words: a program of the system, by its name, and of a compiler only words that are
 * known to run nothing. Where bubblewrap works, it runs behind a second wall: no network, no other process, no sockets of
 * the system's services, and nothing can be written but Weft's own temporary files.
 */
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, isAbsolute, join, sep } from "node:path";
import { isCompilerName, isProgram } from "./programs.js";
import { systemEnvironment } from "./system-environment.js";

/** Carried by the environment, as threads and child processes have it as well. */
const VARIABLE = "WEFT_UNTRUSTED";

/** From now on. `folder`: where the programs are that must not run, absolute. */
export function runNothingOfTheirs(folder: string): void {
  const known = untrustedFolders();
  process.env[VARIABLE] = [...new Set([...known, folder])].join(delimiter);
  lookInSystemAlone();
}

/**
 * From now on programs, and the libraries and modules that they load, are looked for where the environment names an absolute
 * place that is in none of those folders, also by what this process starts: gcc takes `as` from there. Once more changes nothing.
 */
export function lookInSystemAlone(): void {
  before ??= { ...process.env };
  const cleared = withoutTheirs(process.env);
  for (const name of Object.keys(process.env)) if (!(name in cleared)) delete process.env[name];
  Object.assign(process.env, cleared);
}

/** For what a folder that is trusted is asked to run: as it was before {@link lookInSystemAlone}. */
export function environmentBefore(): NodeJS.ProcessEnv {
  return before ?? process.env;
}

let before: NodeJS.ProcessEnv | undefined;

/** An environment without what the working directory, or an untrusted folder, decides. */
export function withoutTheirs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // What is not there may be made by anybody later.
  return systemEnvironment(environment, (path) => !existsSync(path) || isTheirs(path));
}

/** Whether nothing of a folder's may run. */
export function isUntrusted(): boolean {
  return untrustedFolders().length > 0;
}

function untrustedFolders(): string[] {
  return (process.env[VARIABLE] ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** Programs that only read what Weft names. `diff` sees to it that Git runs nothing that a repository's settings name. */
const READERS = new Set(["objdump", "nm", "readelf", "size", "git", "tar", "mkdir"]);

/** Milliseconds that a program may take at first, and at least. */
const LONGEST = 30_000;
const SHORTEST = 1_000;
let wereLate = 0;

/**
 * Milliseconds that a program may take: files of a folder may include each other without an end. Whoever has been kept waiting
 * waits half as long the next time, as a folder may have many such units. Readers have no bound; Git may have much to write.
 */
export function longestRun([program = ""]: readonly string[]): number {
  if (READERS.has(program)) return Number.POSITIVE_INFINITY;
  return Math.max(SHORTEST, LONGEST / 2 ** wereLate);
}

/** A program took too long. */
export function noteLate(): void {
  wereLate++;
}

/**
 * The words as they are to be started, with the program's absolute path; a string says why they are not. `writable`: Weft's
 * own temporary folders.
 */
export function confined(argv: readonly string[], writable: readonly string[]): string[] | string {
  const [name = "", ...rest] = argv;
  const words = name === "env" ? rest.slice(rest.findIndex((word) => !word.includes("="))) : argv;
  const [program = "", ...options] = words;
  const set = name === "env" ? argv.slice(0, argv.length - words.length) : [];
  const path = systemProgram(program);
  if (path === undefined) return `${program} is no program of the system`;
  if (path === process.execPath) return [...argv];
  const wrong = wrongWord(basename(program), options);
  if (wrong !== undefined)
    return `${basename(program)} would be told "${wrong}", which is not known to run nothing`;
  return [...wall(writable), ...(set.length > 0 ? ["/usr/bin/env", ...set.slice(1)] : []), path, ...options];
}

function wrongWord(program: string, options: readonly string[]): string | undefined {
  if (READERS.has(program)) return undefined;
  return isCompilerName(program) ? unknownCompilerWord(options) : program;
}

/** The words of a server that only reads, behind the second wall where there is one. */
export function confinedServer(argv: readonly string[]): string[] {
  return hasSandbox() ? [BWRAP, ...walls([]), "--", ...argv] : [...argv];
}

/** Absolute; never where the folder is, nor by a relative entry of `PATH`. */
function systemProgram(name: string): string | undefined {
  const places = isAbsolute(name)
    ? [name]
    : name.includes("/")
      ? []
      : (process.env.PATH ?? "")
          .split(delimiter)
          .flatMap((folder) => (isAbsolute(folder) ? [join(folder, name)] : []));
  return places.find((place) => isProgram(place) && !isTheirs(place));
}

function isTheirs(place: string): boolean {
  const real = realpathSync(place);
  return untrustedFolders().some((folder) => {
    const own = existsSync(folder) ? realpathSync(folder) : folder;
    return own !== sep && [place, real].some((path) => `${path}${sep}`.startsWith(own + sep));
  });
}

/** Options that stand alone: what decides the text, what the parser is told, and what Weft itself asks for. */
const ALONE =
  /^(-|-E|-P|-S|-c|-w|-g|-v|-dM|-undef|-ansi|-nostdinc|-fsyntax-only|-fstack-usage|-fkeep-static-functions|-m(16|32|64)|-O[0-3sg]?|-(std|march)=[\w+.-]+|-f(no-)?(builtin|freestanding|(un)?signed-char|short-(enums|wchar)|spell-checking)|-ferror-limit=\d+|-ftrack-macro-expansion=0|-Wno-[\w-]+|-Wp,-dM|-M|-MD|-MMD|-MP|-D[A-Za-z_][^\0]*|-U[A-Za-z_]\w*|--target=[\w.-]+|-fno-(integrated-as|diagnostics-[\w-]+)|-fdiagnostics-[\w-]+(=\w+)?)$/s;
/** Options whose value is the next word, and what that may be. */
const VALUED: readonly (readonly [RegExp, RegExp])[] = [
  [/^-(I|isystem|iquote|idirafter|include|imacros|o|MF|ivfsoverlay)$/, /^\//],
  [/^-x$/, /^(none|c|c\+\+|cpp-output|c\+\+-cpp-output|c-header|c\+\+-header)$/],
  [/^-M[TQ]$/, /^[^@-]/],
  [/^-Xclang$/, /^-ast-dump(=json|-filter=[^@]*)$/],
];

/** Read as the compilers read them: word by word, a value belongs to the option before it. */
function unknownCompilerWord(words: readonly string[]): string | undefined {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const value = VALUED.find(([option]) => option.test(word))?.[1];
    if (value !== undefined) {
      const next = words[++at];
      if (next === undefined || !value.test(next)) return `${word} ${next ?? ""}`;
      if (isWaiting(next)) return next;
    } else if (!ALONE.test(word) && (!word.startsWith("/") || isWaiting(word))) return word;
  }
  return undefined;
}

/** A pipe or a device in place of a file: whoever reads it waits. */
function isWaiting(path: string): boolean {
  if (!path.startsWith("/") || path === "/dev/null") return false;
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.isFIFO() === true || status?.isCharacterDevice() === true;
}

const BWRAP = "/usr/bin/bwrap";
/** What a preprocessor may take, in kilobytes: of a folder, one file may include itself a thousand times over. */
const MEMORY = 4_194_304;
let works: boolean | undefined;

/** Words before a program; it has bounded memory also where there is no bubblewrap. */
function wall(writable: readonly string[]): string[] {
  const bounded = ["/bin/sh", "-c", `ulimit -v ${MEMORY} 2>/dev/null; exec "$0" "$@"`];
  return hasSandbox() ? [BWRAP, ...walls(writable), "--", ...bounded] : bounded;
}

/** Whether programs of untrusted folders run behind the second wall on this machine. */
export function hasSandbox(): boolean {
  works ??=
    existsSync(BWRAP) && spawnSync(BWRAP, [...walls([]), "--", "/bin/true"], { timeout: 5_000 }).status === 0;
  return works;
}

function walls(writable: readonly string[]): string[] {
  const sockets = ["/run", "/tmp/.X11-unix"].filter((folder) => existsSync(folder));
  const temporary = writable.find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  return [
    ...["--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/"],
    ...["--dev", "/dev", "--proc", "/proc"],
    ...sockets.flatMap((folder) => ["--tmpfs", folder]),
    ...writable.filter((folder) => existsSync(folder)).flatMap((folder) => ["--bind", folder, folder]),
    // Compilers write what they hand on from one step to the next.
    ...(temporary === undefined ? [] : ["--setenv", "TMPDIR", temporary]),
  ];
}
