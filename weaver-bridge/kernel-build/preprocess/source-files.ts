/**
 * The files that a unit's text can come from, as they are written, without running a preprocessor over the unit: all
 * that its `#include`s may mean in any folder of the compiler's search path, whatever conditions say. So what none of
 * these files holds, the unit's preprocessed text can't hold either. Files are read once by a process that answers many
 * calls and are asked for their stamp in each. Nothing here knows what the words are looked for.
 */
import { basename, dirname, isAbsolute, resolve } from "node:path";
import {
  type CommandOption,
  type CompilerCommand,
  type CompilerInput,
  isPreprocessed,
} from "../command/compiler-command.js";
import { preprocessArguments } from "../command/derived-command.js";
import { type FileStamp, isSameStamp, stampOf, statusOf } from "../files/file-stamp.js";
import { readRegular } from "../files/read-regular.js";
import { runProcess } from "../process/run-process.js";
import { type Folder, lookAgain, lookAt } from "./searched-folders.js";
import { definesOf, gateOf, includesOf, spliced, withoutComments, wordsOf } from "./written-directives.js";

/** A file, or what stands in its place: the command line, the compiler's own macros. */
export interface SourceFile {
  readonly path: string;
  /** Identifiers and numbers, latin1, also those of strings. */
  readonly words: ReadonlySet<string>;
  /** Macros may make words of words. */
  readonly pastes: boolean;
}

let environment = "";

/**
 * From now on files are kept. `given` stands for all in the caller's environment that says which files compilers find;
 * empty when that is more than where the compiler is.
 */
export function keepSourceFiles(given: string): void {
  environment = given;
}

/**
 * Undefined when files are not kept and when it can't be told: standard input, computed includes, options that hide what
 * is included.
 */
export async function sourceFilesOf(
  command: CompilerCommand,
  input: CompilerInput,
): Promise<readonly SourceFile[] | undefined> {
  const known = taken?.command === command && taken.input === input ? taken : undefined;
  taken = undefined;
  const sources = known === undefined ? await sourcesOf(command, input) : known.sources;
  return sources && [...sources.files, ...sources.given];
}

let taken: { command: CompilerCommand; input: CompilerInput; sources: Sources | undefined } | undefined;

/** As {@link sourceFilesOf}, which then needs not look again when it is asked next. */
export async function takeSources(
  command: CompilerCommand,
  input: CompilerInput,
): Promise<Sources | undefined> {
  const sources = await sourcesOf(command, input);
  taken = { command, input, sources };
  return sources;
}

export interface Sources {
  readonly files: readonly ReadFile[];
  /** A name leads to what can't be read. */
  readonly isTorn: boolean;
  /** Looked at, and known to say nothing as long as no file defines what they ask for. */
  readonly closed: readonly ReadFile[];
  /** What stands in the place of files. */
  readonly given: readonly SourceFile[];
  readonly search: SearchPath;
  /** Names that the command gives, and where they are searched. */
  readonly named: readonly Named[];
}

export interface Named {
  readonly name: string;
  readonly places: readonly string[];
}

async function sourcesOf(command: CompilerCommand, input: CompilerInput): Promise<Sources | undefined> {
  if (environment === "" || input.path === "-" || isPreprocessed(input)) return undefined;
  const options = command.items.filter((item): item is CommandOption => item.kind === "option");
  if (options.some(({ words }) => HIDING.test(words.join(" ")))) return undefined;
  const search = await searchPathOf(command, input, options);
  if (search === undefined) return undefined;
  const forced = options.flatMap(({ name, value = "" }) => (FORCING.test(name) ? [value] : []));
  round++;
  const places = [command.directory, ...search.quoted, ...search.angled];
  const roots = forced.map((name) => (name === "" ? [] : found(name, places)));
  // A name that means no file may mean a precompiled header.
  if (roots.some((files) => files.length === 0)) return undefined;
  const said = { path: "<command line>", ...wordsOf(options.flatMap(({ words }) => words).join("\n")) };
  const given = [search.macros, said];
  const first = [...found(input.path, [command.directory]), ...roots.flat()];
  const all = closure(first, search, given);
  const named = [
    { name: input.path, places: [command.directory] },
    ...forced.map((name) => ({ name, places })),
  ];
  return all && { ...all, given, search, named };
}

const FORCING = /^(-include|-imacros)$/;

/** Other ways to include files, and a preprocessor that pastes words without saying so. */
const HIDING =
  /^-I-|^(-Wp,|-Xpreprocessor).*-i(nclude|macros)|^-traditional|^-fmodules|^-ivfsoverlay|^-include-pch/;

interface SearchPath {
  readonly quoted: readonly string[];
  readonly angled: readonly string[];
  readonly macros: SourceFile;
}

const SEARCH_PATHS = new Map<string, SearchPath | undefined>();

const MOST_KEPT = 20_000;

/** Asked of the compiler, once for units with the same options. */
async function searchPathOf(
  command: CompilerCommand,
  input: CompilerInput,
  options: readonly CommandOption[],
): Promise<SearchPath | undefined> {
  const items = command.items.filter((item) => item.kind !== "option" || !OWN.test(item.name));
  const asked = [...preprocessArguments({ ...command, items }, input), "-v", "-dM", "-"];
  const words = ["env", "LC_ALL=C", ...command.compiler, ...asked];
  const key = [environment, command.directory, ...words].join("\0");
  if (!SEARCH_PATHS.has(key)) {
    const { code, output, errors } = await runProcess(words, { directory: command.directory, input: "" });
    if (SEARCH_PATHS.size > 1000) SEARCH_PATHS.clear();
    const macros = { path: "<built-in>", ...wordsOf(output.toString("latin1")) };
    const list = SEARCH_LIST.exec(errors.toString());
    const folders = (lines = "") =>
      lines
        .split("\n")
        .filter(Boolean)
        .map((line) => line.slice(1));
    const named = options.flatMap(({ name, value }) =>
      NAMING.test(name) && !FORCING.test(name) && value !== undefined ? [value] : [],
    );
    const absolute = (names: readonly string[]) => names.map((name) => resolve(command.directory, name));
    const path = {
      quoted: absolute(folders(list?.[1])),
      angled: absolute([...folders(list?.[2]), ...named, ...missingFolders(errors.toString())]),
      macros,
    };
    SEARCH_PATHS.set(key, code === 0 && list !== null ? path : undefined);
  }
  return SEARCH_PATHS.get(key);
}

/** They differ from unit to unit and say nothing about where files are searched. */
const OWN = /^(-D|-U|-include|-imacros)$/;

/** In any language: the compiler's list of folders for `"` and for `<`. */
const SEARCH_LIST = /^#include "\.\.\." .*\n((?: .*\n)*)#include <\.\.\.> .*\n((?: .*\n)*)/m;

/** Folders of the compiler's own that it leaves out while they don't exist. */
function missingFolders(said: string): string[] {
  return Array.from(said.matchAll(/^ignoring nonexistent directory "([^"\n]+)"/gm), ([, name = ""]) => name);
}

/** Folders that the list leaves out while they don't exist. */
const NAMING = /^-(I|B|i[a-z]+|cxx-isystem)$/;

export interface ReadFile extends SourceFile {
  readonly stamp: FileStamp;
  /** Names of included files, `"` or `<` first. */
  readonly includes: readonly string[];
  /** It includes what a macro says. */
  readonly computes: boolean;
  /** All of it stands in `#ifdef` of this macro. */
  readonly gate: string | undefined;
  /** Names of macros that it defines, each between line ends. */
  readonly defines: string;
  readonly resolved: Map<SearchPath, Resolved>;
  round: number;
}

interface Resolved {
  readonly files: readonly string[];
  readonly folders: readonly { readonly folder: Folder; readonly version: number }[];
}

const FILES = new Map<string, ReadFile>();

/** Counts calls: stamps are looked at once in each. */
let round = 0;

/** `given`: what may define macros besides files. */
function closure(
  roots: readonly string[],
  search: SearchPath,
  given: readonly SourceFile[],
): Pick<Sources, "files" | "closed" | "isTorn"> | undefined {
  const seen = new Set(roots);
  const files: ReadFile[] = [];
  const closed: ReadFile[] = [];
  let isTorn = false;
  const gates = new Set<string>();
  for (const path of seen) {
    const file = readSource(path);
    if (file === undefined) {
      isTorn = true;
      continue;
    }
    if (file.computes) {
      // Linux: <trace/define_trace.h>, which says nothing unless a unit asks for its trace points.
      if (file.gate === undefined) return undefined;
      gates.add(file.gate);
      closed.push(file);
      continue;
    }
    files.push(file);
    for (const included of resolvedFrom(file, search)) seen.add(included);
  }
  const opens = (gate: string) =>
    // `-DNAME` is one word.
    given.some(({ words }) => [...words].some((word) => word.endsWith(gate))) ||
    files.some(({ words, defines }) => words.has(gate) && defines.includes(`\n${gate}\n`));
  return [...gates].some(opens) ? undefined : { files, closed, isTorn };
}

function readSource(path: string): ReadFile | undefined {
  const known = FILES.get(path);
  if (known?.round === round) return known;
  const status = statusOf(path);
  if (status === undefined || status.isDirectory()) return undefined;
  const stamp = stampOf(status);
  if (known !== undefined && isSameStamp(known.stamp, stamp)) {
    known.round = round;
    return known;
  }
  const text = withoutComments(spliced(readRegular(path, "latin1")));
  const { includes, computes } = includesOf(text);
  const gate = computes ? gateOf(text) : undefined;
  const named = { ...wordsOf(text), defines: definesOf(text) };
  const file = { path, ...named, stamp, includes, computes, gate, resolved: new Map(), round };
  if (FILES.size > MOST_KEPT) FILES.clear();
  FILES.set(path, file);
  return file;
}

function resolvedFrom(file: ReadFile, search: SearchPath): readonly string[] {
  const known = file.resolved.get(search);
  if (known?.folders.every(({ folder, version }) => lookAgain(folder, round).version === version))
    return known.files;
  const all = namesIn(file, search).map((one) => foundOnce(one, search));
  const files = all.flatMap((one) => one.files);
  const consulted = new Set(all.flatMap((one) => one.folders));
  const folders = [...consulted].map((folder) => ({ folder, version: folder.version }));
  file.resolved.set(search, { files: [...new Set(files)], folders });
  return files;
}

interface Found {
  readonly files: readonly string[];
  readonly folders: readonly Folder[];
}

let foundNow:
  | { readonly round: number; readonly search: SearchPath; readonly names: Map<string, Found> }
  | undefined;

/** Most files include what others do: looked for once in a call. */
function foundOnce(one: Named, search: SearchPath): Found {
  if (foundNow?.round !== round || foundNow.search !== search) foundNow = { round, search, names: new Map() };
  const key = placeKey(one, search);
  let known = foundNow.names.get(key);
  if (known === undefined) {
    const consulted = new Set<Folder>();
    const files = found(one.name, one.places, consulted);
    foundNow.names.set(key, (known = { files, folders: [...consulted] }));
  }
  return known;
}

/** The same for names that are searched in the same folders. */
export function placeKey({ name, places }: Named, search: SearchPath): string {
  return places === search.angled ? name : `${name}\0${places[0]}`;
}

/** What a file includes. */
export function namesIn({ path, includes }: ReadFile, search: SearchPath): Named[] {
  const beside = dirname(path);
  return includes.map((include) => ({
    name: Buffer.from(include.slice(1), "latin1").toString(),
    places: include.startsWith('"') ? [beside, ...search.quoted, ...search.angled] : search.angled,
  }));
}

/** In all the places: which comes first is the compiler's business, and `#include_next` means the others. */
function found(name: string, places: readonly string[], consulted?: Set<Folder>): string[] {
  return lookups({ name, places }).flatMap(({ folder, own }) => {
    consulted?.add(folder);
    return folder.names.has(own) ? [`${folder.real}/${own}`] : [];
  });
}

/** The folders in which it may be, and its name in each. */
export function lookups({ name, places }: Named): { readonly folder: Folder; readonly own: string }[] {
  return (isAbsolute(name) ? [""] : places).map((place) => {
    const path = place === "" ? name : `${place}/${name}`;
    return { folder: lookAt(dirname(path), round), own: basename(path) };
  });
}
