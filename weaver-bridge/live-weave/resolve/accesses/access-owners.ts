/**
 * Whose access an instruction is. Compilers give a store the line of the expression that made its value, and merged code that
 * of the call around it, so that a store of an inlined function stands with its caller, or the other way round. Where the
 * statement of its line does not make the access, and one of a function that was inlined there does, it is that one's.
 */
import type { SourcePosition } from "../../../model/index.js";
import { AT, type CodeCopy, type EntryId, type LineRow } from "../../../object-code/index.js";
import { placeOfCode } from "../code/debug-entities.js";
import type { ImageCode } from "../code/image-code.js";
import { copyInSource } from "../code/woven-functions.js";
import { type AccessOfCode, type NamedThing, namesAccess } from "./access-words.js";

export interface AccessOwner {
  readonly around: CodeCopy;
  readonly place: SourcePosition;
  /** Nothing says that it is this function's. */
  readonly isGuess?: true;
}

/** What an instruction does to a member or variable. */
export interface OwnedAccess {
  readonly address: number;
  readonly kind: AccessOfCode;
  /** `scope`: the struct that a member is named with; undefined for a variable. */
  readonly leaf: { readonly entry: EntryId; readonly scope?: string | undefined };
  /** Several members at once. */
  readonly whole: boolean;
}

export interface AccessOwners {
  /** As the compiler labels the instruction. */
  labelled(access: OwnedAccess): AccessOwner;
  /** Whose it is, of one that is labelled so. */
  of(access: OwnedAccess, labelled: AccessOwner): AccessOwner;
}

/** `copy`: the function of its own that has the instructions. */
export function accessOwners(copy: CodeCopy, image: ImageCode): AccessOwners {
  const { debug, functions, sources } = image;
  const copies = [copy, ...functions.inlinedIn(copy)].filter((one) => copyInSource(one, debug) === one);
  const lines = debug.lines(debug.entries.unitOf(copy.entry));
  let read: readonly LineRow[] | undefined;
  const rows = () => (read ??= copy.ranges.flatMap(({ start, end }) => lines.rowsIn(start, end)));
  const makes = (text: string | undefined, wanted: Wanted) =>
    text !== undefined && namesAccess(text, wanted, wanted.kind);
  /** Of a line whose statement makes the access. */
  const makerAt = (row: LineRow | undefined, wanted: Wanted): AccessOwner | undefined => {
    if (row === undefined || !makes(sources.statementAt(row), wanted)) return undefined;
    const makers = copies.filter(({ origin }) => isIn(row, sources.bodyOf(origin)));
    const around = nearest(makers, wanted.address);
    return around && { around, place: { file: row.file, line: row.line, column: row.column || 1 } };
  };
  /** Where no line is left that tells: the one function inlined here whose text makes the access. */
  const onlyMaker = (wanted: Wanted): AccessOwner | undefined => {
    const makers = copies.filter(({ origin }) => makes(sources.bodyOf(origin)?.text, wanted));
    const isOne = new Set(makers.map(({ origin }) => origin)).size === 1;
    const around = isOne ? nearest(makers, wanted.address) : undefined;
    const body = around && sources.bodyOf(around.origin);
    if (around === undefined || body === undefined) return undefined;
    const index = body.text.split("\n").findIndex((line) => makes(line, wanted));
    return { around, place: { file: body.file, line: body.line + Math.max(0, index), column: 1 } };
  };
  return {
    labelled: ({ address }) => {
      const around = copyInSource(functions.innermostAt(address) ?? copy, debug);
      return { around, place: placeOfCode(debug, address, copy.entry, around.origin) };
    },
    of: ({ address, leaf, kind, whole }, labelled) => {
      const name = debug.text(leaf.entry, AT.name) ?? "";
      const wanted = { address, kind, name, isMember: leaf.scope !== undefined };
      const statement = sources.statementAt(labelled.place);
      if (copies.length === 1 || name === "" || whole || statement === undefined || makes(statement, wanted))
        return labelled;
      const before = rows().filter((row) => row.address <= address);
      const atOnce = makerAt(
        before.findLast(({ isStatement }) => isStatement),
        wanted,
      );
      if (atOnce !== undefined) return atOnce;
      const body = sources.bodyOf(labelled.around.origin)?.text;
      const mayHide = new RegExp(`\\b${name}\\b`).test(statement) || body === undefined;
      if (mayHide || sources.callsMacro(body)) return labelled;
      const isNamed = makes(body, wanted);
      const after = isNamed ? [] : rows().filter((row) => row.address > address);
      for (const row of [...before.reverse(), ...after]) {
        const maker = makerAt(row, wanted);
        if (maker !== undefined) return maker;
      }
      if (isNamed) return labelled;
      const hasLine = (lines.rowAt(address)?.line ?? 0) !== 0;
      return onlyMaker(wanted) ?? { ...labelled, ...(hasLine ? {} : { isGuess: true }) };
    },
  };
}

interface Wanted extends NamedThing {
  readonly address: number;
  readonly kind: AccessOfCode;
}

interface Body {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const isIn = ({ file, line }: LineRow, body: Body | undefined) =>
  body?.file === file && body.line <= line && line < body.line + body.text.split("\n").length;

/** To the address; of those that are as near the innermost. */
function nearest(copies: readonly CodeCopy[], address: number): CodeCopy | undefined {
  const distance = ({ ranges }: CodeCopy) =>
    Math.min(...ranges.map(({ start, end }) => Math.max(start - address, address - end + 1, 0)));
  const [first, ...others] = copies;
  return others.reduce((best, one) => {
    const further = best === undefined ? 1 : distance(best) - distance(one);
    return further > 0 || (further === 0 && one.depth > (best?.depth ?? 0)) ? one : best;
  }, first);
}
