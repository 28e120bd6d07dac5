/**
 * By what it is known, without reading anything, that a unit's preprocessed text is what it was: the state of each file
 * that it may come from, and of each folder in which one of them was, or was not, found. A list of such facts is a file
 * that a program without any knowledge of C checks (`clang-ast/native/launcher/known.c`).
 */
import { type BigIntStats, readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { unlessRefused } from "../../model/index.js";
import type { CompilerCommand, CompilerInput } from "../command/compiler-command.js";
import { type FileStamp, placeOf, stampOf, statusOf } from "../files/file-stamp.js";
import type { Folder } from "./searched-folders.js";
import { lookups, type Named, namesIn, placeKey, type Sources, takeSources } from "./source-files.js";

export type Fact =
  /** A file as it was, or a folder with what is in it. */
  | { readonly kind: "same"; readonly path: string; readonly stamp: FileStamp }
  /** A folder in which things come and go; none of these names. */
  | {
      readonly kind: "without";
      readonly path: string;
      readonly stamp: FileStamp;
      readonly place: FileStamp;
      readonly names: readonly string[];
    }
  /** A folder in which things come and go; of the names with this ending these, and no others. */
  | {
      readonly kind: "only";
      readonly path: string;
      readonly stamp: FileStamp;
      readonly place: FileStamp;
      readonly names: readonly string[];
      readonly ending: string;
    }
  | { readonly kind: "absent"; readonly path: string };

/** Undefined where the text may depend on more than can be told, or a file is too new to be known again. */
export async function sourceState(
  command: CompilerCommand,
  input: CompilerInput,
): Promise<readonly Fact[] | undefined> {
  const sources = await takeSources(command, input);
  if (sources === undefined) return undefined;
  const { files, closed } = sources;
  // Who asks whether a file exists reads another text when it appears.
  if (files.some(({ words }) => PROBING.some((word) => words.has(word)))) return undefined;
  const read = [...files, ...closed];
  if (read.some(({ stamp }) => stamp.isFresh) || sources.isTorn) return undefined;
  const same = read.map(({ path, stamp }) => ({ kind: "same", path, stamp }) as const);
  const folders = folderFacts(sources, resolve(command.directory, dirname(command.output ?? input.path)));
  const facts = folders && [...same, ...folders];
  return facts?.some(isUnnamable) ? undefined : facts;
}

/** Names that are no text came here as other ones. */
function isUnnamable(fact: Fact): boolean {
  const isLost = (name: string) => name.includes("\ufffd");
  return isLost(fact.path) || ("names" in fact && fact.names.some(isLost));
}

const PROBING = ["__has_include", "__has_include_next", "__has_embed"];

/** `written` is a folder of which it is known that files come and go. */
function folderFacts(sources: Sources, written: string): Fact[] | undefined {
  const consulted = consultedFolders(sources);
  const busy = new Set([...consulted].filter((folder) => isBusy(folder, written)));
  const missing = busy.size === 0 ? undefined : missingNames(sources, busy);
  const facts: Fact[] = [];
  for (const folder of consulted) {
    const { path, stamp, place } = folder;
    if (stamp === undefined || place === undefined) facts.push({ kind: "absent", path });
    else if (busy.has(folder)) {
      const names = [...(missing?.get(folder) ?? [])];
      facts.push({ kind: "without", path, stamp, place, names });
    } else if (stamp.isFresh) return undefined;
    else facts.push({ kind: "same", path, stamp });
  }
  return facts;
}

function consultedFolders({ files, search, named }: Sources): Set<Folder> {
  const all = new Set<Folder>();
  for (const one of named) for (const { folder } of lookups(one)) all.add(folder);
  for (const { resolved } of files)
    for (const { folder } of resolved.get(search)?.folders ?? []) all.add(folder);
  return all;
}

/** Objects are built in it, so that it changes with each unit. */
function isBusy({ real, names, stamp }: Folder, written: string): boolean {
  if (stamp === undefined) return false;
  if (real === written || stamp.isFresh) return true;
  for (const name of names) if (BUILT.test(name)) return true;
  return false;
}

const BUILT = /\.(?:o|d|a|ko|cmd|lo|obj)$/;

function missingNames(
  { files, closed, search, named }: Sources,
  busy: ReadonlySet<Folder>,
): Map<Folder, Set<string>> {
  const missing = new Map([...busy].map((folder) => [folder, new Set<string>()]));
  const add = (one: Named) => {
    for (const { folder, own } of lookups(one)) if (!folder.names.has(own)) missing.get(folder)?.add(own);
  };
  for (const one of named) add(one);
  // Most files include what others do, and where it is searched is the same for all of one folder.
  const asked = new Set<string>();
  for (const file of [...files, ...closed])
    for (const one of namesIn(file, search)) {
      const key = placeKey(one, search);
      if (asked.has(key)) continue;
      asked.add(key);
      add(one);
    }
  return missing;
}

/** That a file or folder is as it is now; undefined when it is not there, or changed later than `before` (milliseconds). */
export function factOf(path: string, before = Number.POSITIVE_INFINITY): Fact | undefined {
  const status = statusOf(path);
  return status === undefined || isLater(status, before)
    ? undefined
    : { kind: "same", path, stamp: stampOf(status) };
}

function isLater({ mtimeMs, ctimeMs }: BigIntStats, before: number): boolean {
  return Number(mtimeMs) >= before || Number(ctimeMs) >= before;
}

/** That of the names that end so a folder has `expected`; that it is absent, where it is. Undefined where it has others. */
export function listingOf(path: string, ending: string, expected: readonly string[]): Fact | undefined {
  const status = statusOf(path);
  if (status === undefined) return expected.length === 0 ? { kind: "absent", path } : undefined;
  const names = unlessRefused(() => readdirSync(path))?.filter((name) => name.endsWith(ending)) ?? [];
  if (names.length !== expected.length || !names.every((name) => expected.includes(name))) return undefined;
  return { kind: "only", path, stamp: stampOf(status), place: placeOf(status), names, ending };
}

/** As they are kept in a file: sorted, each path without what it shares with the one before; their number first. */
export function encodeFacts(facts: readonly Fact[]): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(facts.length);
  const sorted = [...facts].sort((one, other) =>
    one.path < other.path ? -1 : one.path > other.path ? 1 : 0,
  );
  const pieces: Buffer[] = [count];
  let last = Buffer.alloc(0);
  for (const fact of sorted) {
    const path = Buffer.from(fact.path);
    const shared = sharedBytes(last, path);
    pieces.push(head(fact, shared, path.length - shared), path.subarray(shared), tail(fact));
    last = path;
  }
  return Buffer.concat(pieces);
}

const KINDS = { same: 1, without: 2, absent: 3, only: 4 } as const;

function sharedBytes(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length, 255);
  let at = 0;
  while (at < most && one[at] === other[at]) at++;
  return at;
}

function head({ kind }: Fact, shared: number, rest: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt8(KINDS[kind], 0);
  bytes.writeUInt8(shared, 1);
  bytes.writeUInt16LE(rest, 2);
  return bytes;
}

function tail(fact: Fact): Buffer {
  if (fact.kind === "absent") return Buffer.alloc(0);
  if (fact.kind === "same") return stampBytes(fact.stamp);
  const all = fact.kind === "only" ? [fact.ending, ...fact.names] : fact.names;
  const names = Buffer.from(all.map((name) => `${name}\0`).join(""));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(names.length);
  const stamp = fact.stamp.isFresh ? UNKNOWN : fact.stamp;
  return Buffer.concat([stampBytes(stamp), stampBytes(fact.place), size, names]);
}

/** No file's: the names are looked for each time. */
const UNKNOWN: FileStamp = { low: 0, high: 0, isFresh: false };

function stampBytes({ low, high }: FileStamp): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(low, 0);
  bytes.writeUInt32LE(high, 4);
  return bytes;
}
