/**
 * The accesses of all functions of an image, found once and kept: types flow through a million instructions of a kernel
 * for half a minute.
 */
import {
  AT,
  type CodeCopy,
  type Columns,
  type EntryId,
  textColumns,
  textsIn,
} from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import { accessesOfCopy, type CodeAccess } from "./accesses-of-copy.js";

export interface AccessTable {
  /** In a function of its own. */
  of(copy: CodeCopy): readonly CodeAccess[];
  /** In all of them, those of one function together; kept from then on. */
  all(isMeant?: MeantAccess): Generator<CodeAccess>;
}

/** `name`: of what is accessed. */
export type MeantAccess = (access: Pick<CodeAccess, "kind" | "scope">, name: string) => boolean;

const KIND = "accesses";
const KINDS = ["get", "set", "ref"] as const;
const NOT_KNOWN = -(2 ** 31);

const TABLES = new WeakMap<ImageCode, AccessTable>();

export function accessTable(image: ImageCode): AccessTable {
  let table = TABLES.get(image);
  if (table === undefined) TABLES.set(image, (table = createAccessTable(image)));
  return table;
}

function createAccessTable(image: ImageCode): AccessTable {
  const { own } = image.functions;
  let kept: Rows | undefined | "none";
  const rows = () => {
    if (kept === undefined) kept = readRows(image, asSourcesAre(image, image.kept?.get(KIND))) ?? "none";
    return kept === "none" ? undefined : kept;
  };
  const numbers = new Map(own.map((copy, index) => [copy, index]));
  return {
    of: (copy) => {
      const known = rows();
      const number = numbers.get(copy);
      if (known === undefined || number === undefined) return accessesOfCopy(copy, image);
      return [...known.of(number)];
    },
    *all(isMeant) {
      const known = rows();
      if (known !== undefined) {
        yield* known.all(isMeant);
        return;
      }
      const found = own.map((copy) => accessesOfCopy(copy, image));
      image.kept?.put(KIND, toColumns(image, found));
      for (const accesses of found)
        for (const access of accesses) if (isMeant?.(access, nameOf(access, image)) !== false) yield access;
    },
  };
}

export const nameOf = ({ entry }: CodeAccess, { debug }: ImageCode) => debug.text(entry, AT.name) ?? "";

/** Without a source less is found, and more is a doubt: where one is there by now, they are found again. */
function asSourcesAre({ sources }: ImageCode, columns: Columns | undefined): Columns | undefined {
  const unread = columns && textsIn("unread", columns);
  return unread?.map(sources.isThere).includes(true) === false ? columns : undefined;
}

interface Rows {
  of(own: number): Generator<CodeAccess>;
  all(isMeant: MeantAccess | undefined): Generator<CodeAccess>;
}

function readRows({ functions }: ImageCode, columns: Columns | undefined): Rows | undefined {
  const { ends, addresses, kinds, entries, scopes, around, files, lines, places, doubts, inOwner } =
    columns ?? {};
  const { flags, names } = columns ?? {};
  const texts = columns && textsIn("texts", columns);
  if (texts === undefined || ends?.length !== functions.own.length || addresses === undefined)
    return undefined;
  if (kinds === undefined || entries === undefined || scopes === undefined || around === undefined)
    return undefined;
  if (files === undefined || lines === undefined || places === undefined || doubts === undefined)
    return undefined;
  if (inOwner === undefined || flags === undefined || names === undefined) return undefined;
  const textAt = (numbers: Columns[string], row: number) => texts[(numbers[row] as number) - 1];
  const member = (row: number) => ({
    kind: KINDS[kinds[row] as number] ?? "get",
    entry: entries[row] as EntryId,
    scope: textAt(scopes, row),
  });
  /** Asked once for each kind of access to a member, however often it stands there. */
  const asked = (isMeant: MeantAccess | undefined) => {
    const known = new Map<number, boolean>();
    return (row: number): boolean => {
      if (isMeant === undefined) return true;
      const key =
        ((names[row] as number) * (texts.length + 1) + (scopes[row] as number)) * KINDS.length +
        (kinds[row] as number);
      let meant = known.get(key);
      if (meant === undefined) known.set(key, (meant = isMeant(member(row), textAt(names, row) ?? "")));
      return meant;
    };
  };
  const access = (row: number): CodeAccess => {
    const [doubt, distance] = [textAt(doubts, row), inOwner[row] as number];
    return {
      ...member(row),
      address: addresses[row] as number,
      around: functions.copyAt(around[row] as number) as CodeCopy,
      place: { file: textAt(files, row) ?? "", line: lines[row] as number, column: places[row] as number },
      ...(doubt === undefined ? {} : { doubt }),
      ...(distance === NOT_KNOWN ? {} : { inOwner: distance }),
      ...flagsOf(flags[row] as number),
    };
  };
  return {
    *of(own) {
      const end = ends[own] as number;
      for (let row = own === 0 ? 0 : (ends[own - 1] as number); row < end; row++) yield access(row);
    },
    *all(isMeant) {
      const test = asked(isMeant);
      for (let row = 0; row < addresses.length; row++) if (test(row)) yield access(row);
    },
  };
}

const [INDEXED, REST] = [1, 2];

const flagsOf = (flags: number): Pick<CodeAccess, "isIndexed" | "isRest"> => ({
  ...((flags & INDEXED) === 0 ? {} : { isIndexed: true }),
  ...((flags & REST) === 0 ? {} : { isRest: true }),
});

function toColumns(image: ImageCode, found: readonly (readonly CodeAccess[])[]): Columns {
  const all = found.flat();
  const places = all.map(({ address }) => address);
  const texts = new Map<string, number>();
  /** From 1; 0 for none. */
  const textNumber = (text: string | undefined) => {
    if (text === undefined) return 0;
    let number = texts.get(text);
    if (number === undefined) texts.set(text, (number = texts.size + 1));
    return number;
  };
  const { functions } = image;
  const copies = new Map([...functions.own, ...functions.inlined].map((copy, index) => [copy, index]));
  let end = 0;
  const columns = {
    ends: Uint32Array.from(found, ({ length }) => (end += length)),
    addresses: image.machine.bits === 64 ? Int32Array.from(places) : Uint32Array.from(places),
    kinds: Uint8Array.from(all, ({ kind }) => KINDS.indexOf(kind)),
    entries: Uint32Array.from(all, ({ entry }) => entry),
    names: Uint32Array.from(all, (access) => textNumber(nameOf(access, image))),
    scopes: Uint32Array.from(all, ({ scope }) => textNumber(scope)),
    around: Uint32Array.from(all, ({ around }) => copies.get(around) ?? 0),
    files: Uint32Array.from(all, ({ place }) => textNumber(place.file)),
    lines: Uint32Array.from(all, ({ place }) => place.line),
    places: Uint32Array.from(all, ({ place }) => place.column),
    doubts: Uint32Array.from(all, ({ doubt }) => textNumber(doubt)),
    inOwner: Int32Array.from(all, ({ inOwner }) => inOwner ?? NOT_KNOWN),
    flags: Uint8Array.from(all, ({ isIndexed, isRest }) => (isIndexed ? INDEXED : 0) | (isRest ? REST : 0)),
  };
  return {
    ...columns,
    ...textColumns("texts", [...texts.keys()]),
    ...textColumns("unread", image.sources.missing()),
  };
}
