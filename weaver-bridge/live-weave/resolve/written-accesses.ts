/**
 * Accesses to members as the text of a function has them, by its own words alone: chains that begin with a variable of
 * known type, `p->lock.pcs[i]`. What macros and calls lead to is not seen.
 */
import type { SourcePosition } from "../../model/index.js";
import { AT, createTypes, type EntryId, TAG } from "../../object-code/index.js";
import type { ImageCode } from "./image-code.js";

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

type Types = ReturnType<typeof createTypes>;

const SUBSCRIPT = String.raw`(?:\s*\[(?:[^\][]|\[[^\][]*\])*\])`;
const CHAIN = new RegExp(
  String.raw`(?<!(?:->|\.|\w)\s*)\b([A-Za-z_]\w*)(${SUBSCRIPT}*)((?:\s*(?:->|\.)\s*[A-Za-z_]\w*${SUBSCRIPT}*)+)`,
  "g",
);
const STEP = new RegExp(String.raw`\s*(->|\.)\s*([A-Za-z_]\w*)(${SUBSCRIPT}*)`, "g");
/** What is not evaluated. */
const UNEVALUATED = /\b(?:sizeof|typeof|__typeof__|_Alignof|offsetof)\s*\(?[^();]*$/;

/** Nothing where the sources are not to be had. */
export function* writtenAccesses(image: ImageCode): Generator<WrittenAccess> {
  const types = createTypes(image.debug);
  for (const origin of image.functions.origins) {
    const body = image.sources.bodyOf(origin);
    if (body === undefined) continue;
    const typeOf = variableTypes(origin, image);
    for (const found of body.text.matchAll(CHAIN)) {
      const [whole, root = "", subscripts = "", chain = ""] = found;
      const before = body.text.slice(Math.max(0, found.index - CONTEXT), found.index);
      const behind = body.text.slice(found.index + whole.length, found.index + whole.length + CONTEXT);
      const member = UNEVALUATED.test(before)
        ? undefined
        : accessed(subscripted(typeOf(root), subscripts, types), chain, types, image);
      if (member === undefined) continue;
      const lineAt = (offset: number) => body.line + body.text.slice(0, offset).split("\n").length - 1;
      const at = found.index + whole.lastIndexOf(member.name);
      const place = { file: body.file, line: lineAt(at), column: at - body.text.lastIndexOf("\n", at) };
      const [firstLine, lastLine] = [
        lineAt(statementStart(body.text, at)),
        lineAt(statementEnd(body.text, at)),
      ];
      const { entry, scope } = member;
      for (const kind of kindsOf(before, behind, member.decays))
        yield { kind, entry, scope, within: origin, place, firstLine, lastLine };
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

/** Of parameters and locals, then of what the unit declares; undefined where two of one name differ. */
function variableTypes(origin: EntryId, { debug }: ImageCode): (name: string) => EntryId | undefined {
  const { entries } = debug;
  const found = new Map<string, EntryId | undefined>();
  const add = (entry: EntryId) => {
    const [name, type] = [debug.text(entry, AT.name), debug.entry(entry, AT.type)];
    if (name === undefined) return;
    if (found.has(name) && found.get(name) !== type) found.set(name, undefined);
    else found.set(name, type);
  };
  const look = (entry: EntryId) => {
    for (const child of entries.childrenOf(entry)) {
      const tag = entries.tags[child];
      if (tag === TAG.formal_parameter || tag === TAG.variable) add(child);
      else if (tag === TAG.lexical_block) look(child);
    }
  };
  look(origin);
  const own = new Set(found.keys());
  return (name) => (own.has(name) ? found.get(name) : globalTypes(origin, debug).get(name));
}

const GLOBALS = new WeakMap<object, Map<string, EntryId | undefined>>();

function globalTypes(origin: EntryId, debug: ImageCode["debug"]): ReadonlyMap<string, EntryId | undefined> {
  const { entries } = debug;
  const unit = entries.unitOf(origin);
  let known = GLOBALS.get(unit);
  if (known !== undefined) return known;
  GLOBALS.set(unit, (known = new Map()));
  for (const child of entries.childrenOf(unit.root))
    if (entries.tags[child] === TAG.variable)
      known.set(debug.text(child, AT.name) ?? "", debug.entry(child, AT.type));
  return known;
}

/** What is left of a type behind `[i][j]`. */
function subscripted(type: EntryId | undefined, subscripts: string, types: Types): EntryId | undefined {
  let [current, depth] = [type, 0];
  for (const sign of subscripts) {
    if (sign === "]") depth--;
    if (sign !== "[" || depth++ > 0) continue;
    current = types.element(current) ?? types.pointee(current);
  }
  return current;
}

interface Accessed {
  readonly name: string;
  readonly entry: EntryId;
  readonly scope: string;
  /** An array without an index: its address is taken. */
  readonly decays: boolean;
}

/** The last member of the chain; undefined where some part of it is not known. */
function accessed(
  root: EntryId | undefined,
  chain: string,
  types: Types,
  { debug }: ImageCode,
): Accessed | undefined {
  let type = root;
  let last: Accessed | undefined;
  for (const [, sign, name = "", subscripts = ""] of chain.matchAll(STEP)) {
    const record = sign === "->" ? (types.pointee(type) ?? types.element(type)) : type;
    const member = record === undefined ? undefined : memberNamed(record, name, "", types);
    if (member === undefined) return undefined;
    const declared = debug.entry(member.entry, AT.type);
    type = subscripted(declared, subscripts, types);
    last = { ...member, name, decays: types.element(type) !== undefined };
  }
  return last;
}

/** Also in structs and unions without a name. */
function memberNamed(
  record: EntryId,
  name: string,
  outer: string,
  types: Types,
): Pick<Accessed, "entry" | "scope"> | undefined {
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

/** `before` and `behind`: the text around the chain. */
function kindsOf(before: string, behind: string, decays: boolean): WrittenAccess["kind"][] {
  if (decays || /(?:^|[(,=?:!&|{;[]|\breturn)\s*&\s*\(*$/.test(before)) return ["ref"];
  if (/^\s*=(?!=)/.test(behind)) return ["set"];
  const isBoth = /^\s*(?:(?:[-+*/%&|^]|<<|>>)=|\+\+|--)/.test(behind) || /(?:\+\+|--)\s*\(*$/.test(before);
  return isBoth ? ["get", "set"] : ["get"];
}
