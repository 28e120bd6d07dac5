/**
 * Accesses to members as the text of a function has them, by its own words alone: chains that begin with a variable, a call
 * or a cast, `p->lock.pcs[i]`. What macros hide is not seen.
 */
import type { SourcePosition } from "../../../model/index.js";
import { AT, createTypes, type EntryId, type Types } from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import { isGenerated } from "../code/woven-functions.js";
import { createChainRoots, subscripted } from "./chain-roots.js";
import { type WrittenChain, writtenChains } from "./written-chains.js";

export interface WrittenAccess {
  readonly kind: "get" | "set" | "ref";
  readonly entry: EntryId;
  /** The struct that the member is named with. */
  readonly scope: string;
  /** Of the function. */
  readonly within: EntryId;
  readonly place: SourcePosition;
  /** Last line of its statement; compilers give instructions to any of them. */
  readonly lastLine: number;
  readonly firstLine: number;
}

/** What is not evaluated. */
const UNEVALUATED = /\b(?:sizeof|typeof|__typeof__|_Alignof|offsetof)\s*\(?[^();]*$/;

/** Nothing where the sources are not to be had. */
export function* writtenAccesses(image: ImageCode): Generator<WrittenAccess> {
  const types = createTypes(image.debug);
  const rootOf = createChainRoots(image, types);
  for (const origin of image.functions.origins) {
    // What follows a declaration is another function's text.
    if (image.debug.has(origin, AT.declaration)) continue;
    // What stands where the weaver's own function is said to begin is the text of the function that it is woven into.
    if (isGenerated(image.debug, origin)) continue;
    const body = image.sources.bodyOf(origin);
    if (body === undefined) continue;
    const { text, file } = body;
    const lineAt = (offset: number) => body.line + text.slice(0, offset).split("\n").length - 1;
    for (const chain of writtenChains(text)) {
      const before = text.slice(Math.max(0, chain.start - CONTEXT), chain.start);
      if (UNEVALUATED.test(before)) continue;
      const behind = text.slice(chain.end, chain.end + CONTEXT);
      const record = rootOf(origin, chain);
      for (const { kind, entry, scope, at } of accessesOf(record, chain, { before, behind }, types, image)) {
        const place = { file, line: lineAt(at), column: at - text.lastIndexOf("\n", at) };
        const [firstLine, lastLine] = [lineAt(statementStart(text, at)), lineAt(statementEnd(text, at))];
        yield { kind, entry, scope, within: origin, place, firstLine, lastLine };
      }
    }
  }
}

const CONTEXT = 200;

function statementStart(text: string, at: number): number {
  const behind = Math.max(...[";", "{", "}"].map((end) => text.lastIndexOf(end, at))) + 1;
  return behind + text.slice(behind).search(/\S|$/);
}

function statementEnd(text: string, at: number): number {
  const length = text.slice(at).search(/[;{}]/);
  return length === -1 ? text.length : at + length;
}

interface ChainAccess {
  readonly kind: WrittenAccess["kind"];
  readonly entry: EntryId;
  readonly scope: string;
  /** Of the name, in the text. */
  readonly at: number;
}

interface Around {
  readonly before: string;
  readonly behind: string;
}

/** Pointers on the way are read; nothing behind the first step that is not known. */
function* accessesOf(
  root: EntryId | undefined,
  { steps }: WrittenChain,
  around: Around,
  types: Types,
  { debug }: ImageCode,
): Generator<ChainAccess> {
  let record = root;
  for (const [index, { name, subscripts, at }] of steps.entries()) {
    const member = record === undefined ? undefined : memberNamed(record, name, "", types);
    if (member === undefined) return;
    const declared = debug.entry(member.entry, AT.type);
    const { type, isThroughPointer } = subscripted(declared, subscripts, types, debug);
    const next = steps[index + 1];
    const isArray = types.element(types.bare(type)) !== undefined;
    if (isThroughPointer || (next?.sign === "->" && !isArray)) yield { ...member, kind: "get", at };
    else if (next === undefined) for (const kind of kindsOf(around, isArray)) yield { ...member, kind, at };
    record = next?.sign === "->" ? (types.pointee(type) ?? types.element(types.bare(type))) : type;
  }
}

/** Also in structs and unions without a name. */
function memberNamed(
  record: EntryId,
  name: string,
  outer: string,
  types: Types,
): { readonly entry: EntryId; readonly scope: string } | undefined {
  const plain = types.bare(record);
  if (plain === undefined) return undefined;
  const scope = types.nameOf(plain) || types.nameOf(record) || outer;
  for (const member of types.members(record)) {
    if (member.name === name) return { entry: member.entry, scope };
    const inner =
      member.name === "" && member.type !== undefined
        ? memberNamed(member.type, name, scope, types)
        : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Behind a cast too, as far as its words show that it is none of a value. */
const TAKEN =
  /(?:^|[(,=?:!&|{;[]|\breturn|(?:\*|\b(?:long|int|char|short|unsigned|[a-z]\w*_t|[us]\d+))\s*\))\s*(?<!&)&(?!&)\s*\(*$/;

/** Of the last member of a chain. */
function kindsOf({ before, behind }: Around, decays: boolean): WrittenAccess["kind"][] {
  if (decays || TAKEN.test(before)) return ["ref"];
  const isLed = /\*\s*\(*$/.test(before);
  if (isLed) return ["get"];
  if (/^\s*=(?!=)/.test(behind)) return ["set"];
  const isBoth = /^\s*(?:(?:[-+*/%&|^]|<<|>>)=|\+\+|--)/.test(behind) || /(?:\+\+|--)\s*\(*$/.test(before);
  return isBoth ? ["get", "set"] : ["get"];
}
