/** `name = type`, with what C calls it and what translates it. */
import type { Identifier } from "../parse/ast.js";
import {
  accept,
  atText,
  type Cursor,
  fail,
  identifierFrom,
  nextToken,
  peek,
  spanFrom,
} from "../parse/cursor.js";
import type { Token } from "../parse/token.js";
import { TokenKind } from "../parse/token.js";
import {
  expression,
  failAt,
  identifier,
  isIdentifier,
  keyword,
  MOST_NESTED,
  number,
  punctuation,
} from "./read.js";
import type { IpcFlag, IpcName, NamedSpec, StructMember, Translation, TypeSpec } from "./tree.js";
import { FLAGS, ipcName, TRANSLATIONS } from "./words.js";

/** From behind the name on. */
export function parseNamedSpec(cursor: Cursor, name: Identifier, first: Token): NamedSpec | undefined {
  if (!punctuation(cursor, "=", `after type ${name.text}`)) return undefined;
  const spec = parseSpec(cursor);
  if (spec === undefined) return undefined;
  const translations: Translation[] = [];
  while (TRANSLATIONS.has(keyword(cursor))) {
    const translation = parseTranslation(cursor);
    if (translation === undefined) return undefined;
    translations.push(translation);
  }
  return { name, spec, translations, span: spanFrom(cursor, first) };
}

function parseSpec(cursor: Cursor): TypeSpec | undefined {
  const first = peek(cursor);
  if (cursor.depth > MOST_NESTED) {
    fail(cursor, "this is nested too deeply", `Weft reads ${MOST_NESTED} levels.`);
    return undefined;
  }
  if (accept(cursor, "^")) {
    const element = nested(cursor);
    return element && { kind: "pointer", element, span: spanFrom(cursor, first) };
  }
  if (atText(cursor, "(")) return parseFullIpc(cursor, first);
  switch (keyword(cursor)) {
    case "array":
      return parseArray(cursor, first);
    case "struct":
      return parseStruct(cursor, first);
    case "c_string":
      return parseString(cursor, first);
    default:
      if (!isIdentifier(first)) return parseShortIpc(cursor, first);
      return { kind: "named", name: identifierFrom(nextToken(cursor)), span: first };
  }
}

function nested(cursor: Cursor): TypeSpec | undefined {
  cursor.depth++;
  const spec = parseSpec(cursor);
  cursor.depth--;
  return spec;
}

function parseArray(cursor: Cursor, first: Token): TypeSpec | undefined {
  nextToken(cursor);
  if (!punctuation(cursor, "[", "after array")) return undefined;
  const varies = atText(cursor, "]") || accept(cursor, "*");
  const isFixed = !varies;
  let bound: number | undefined = 0;
  if (isFixed || accept(cursor, ":")) bound = expression(cursor);
  if (bound === undefined || !behindBound(cursor)) return undefined;
  const element = nested(cursor);
  if (element === undefined) return undefined;
  const span = spanFrom(cursor, first);
  return isFixed
    ? { kind: "array", count: bound, element, span }
    : { kind: "variable", bound, element, span };
}

/** `] of`. */
function behindBound(cursor: Cursor): boolean {
  if (!punctuation(cursor, "]", "after the number of elements")) return false;
  if (keyword(cursor) === "of") {
    nextToken(cursor);
    return true;
  }
  failAt(cursor, '"of" and the type of the elements', "Write array[n] of TYPE.");
  return false;
}

function parseStruct(cursor: Cursor, first: Token): TypeSpec | undefined {
  nextToken(cursor);
  if (accept(cursor, "{")) {
    const members = parseMembers(cursor);
    return members && { kind: "struct", members, span: spanFrom(cursor, first) };
  }
  if (!punctuation(cursor, "[", "or { after struct")) return undefined;
  const count = expression(cursor);
  if (count === undefined || !behindBound(cursor)) return undefined;
  const element = nested(cursor);
  return element && { kind: "struct-array", count, element, span: spanFrom(cursor, first) };
}

function parseMembers(cursor: Cursor): StructMember[] | undefined {
  const members: StructMember[] = [];
  do {
    const type = identifier(cursor, "the type of a member");
    const name = type && identifier(cursor, "the name of a member");
    if (type === undefined || name === undefined || !punctuation(cursor, ";", `after member ${name.text}`))
      return undefined;
    members.push({ type, name });
  } while (!accept(cursor, "}"));
  return members;
}

function parseString(cursor: Cursor, first: Token): TypeSpec | undefined {
  nextToken(cursor);
  if (!punctuation(cursor, "[", "after c_string")) return undefined;
  const varying = accept(cursor, "*");
  if (varying && !punctuation(cursor, ":", "and the longest length after *")) return undefined;
  const count = expression(cursor);
  if (count === undefined || !punctuation(cursor, "]", "after the length")) return undefined;
  return { kind: "c-string", count, varying, span: spanFrom(cursor, first) };
}

/** `(NAME, bits, flags)`. */
function parseFullIpc(cursor: Cursor, first: Token): TypeSpec | undefined {
  nextToken(cursor);
  const names = parseIpcNames(cursor);
  if (names === undefined || !punctuation(cursor, ",", "and the size in bits after an IPC type"))
    return undefined;
  const size = expression(cursor);
  if (size === undefined) return undefined;
  const flags = parseFlags(cursor);
  if (flags === undefined || !punctuation(cursor, ")", "after the IPC type")) return undefined;
  return { kind: "ipc", ...names, size, flags, span: spanFrom(cursor, first) };
}

function parseShortIpc(cursor: Cursor, first: Token): TypeSpec | undefined {
  const names = parseIpcNames(cursor);
  return names && { kind: "ipc", ...names, size: undefined, flags: [], span: spanFrom(cursor, first) };
}

/** `SENT|RECEIVED`. */
function parseIpcNames(cursor: Cursor): { sent: IpcName; received: IpcName } | undefined {
  const sent = parseIpcName(cursor);
  if (sent === undefined) return undefined;
  const received = accept(cursor, "|") ? parseIpcName(cursor) : sent;
  return received && { sent, received };
}

function parseIpcName(cursor: Cursor): IpcName | undefined {
  const token = peek(cursor);
  if (token.kind === TokenKind.Number) {
    const value = number(cursor, "an IPC type");
    return value === undefined ? undefined : { text: token.text, sent: value, received: value, size: 0 };
  }
  const name = token.kind === TokenKind.Word ? ipcName(token.text) : undefined;
  if (name === undefined)
    failAt(cursor, "a type", "Name a type, or an IPC type such as MACH_MSG_TYPE_INTEGER_32.");
  else nextToken(cursor);
  return name;
}

export function parseFlags(cursor: Cursor): IpcFlag[] | undefined {
  const flags: IpcFlag[] = [];
  while (accept(cursor, ",")) {
    const token = peek(cursor);
    const name = keyword(cursor);
    if (!FLAGS.has(name)) {
      failAt(
        cursor,
        "a flag",
        "Flags are IsLong, IsNotLong, Dealloc, NotDealloc, ServerCopy, CountInOut and RetCode.",
      );
      return undefined;
    }
    nextToken(cursor);
    const variable = accept(cursor, "[");
    if (variable && !punctuation(cursor, "]", "after [")) return undefined;
    flags.push({ name: name as IpcFlag["name"], variable, span: spanFrom(cursor, token) });
  }
  return flags;
}

const NONE = { function: undefined, transType: undefined, userType: undefined, serverType: undefined };

function parseTranslation(cursor: Cursor): Translation | undefined {
  const first = nextToken(cursor);
  const kind = first.text.toLowerCase() as Translation["kind"];
  if (!punctuation(cursor, ":", `after ${first.text}`)) return undefined;
  const words = translationWords(cursor, kind);
  return words && { ...NONE, ...words, kind, span: spanFrom(cursor, first) };
}

function translationWords(cursor: Cursor, kind: Translation["kind"]): Partial<Translation> | undefined {
  const a = identifier(cursor, `a name after ${kind}:`)?.text;
  if (a === undefined) return undefined;
  if (kind === "ctype") return { userType: a, serverType: a };
  if (kind === "cusertype") return { userType: a };
  if (kind === "cservertype") return { serverType: a };
  if (kind === "destructor") {
    const type = inParentheses(cursor, a);
    return type === undefined ? undefined : { function: a, transType: type };
  }
  const b = identifier(cursor, `the function of ${kind}`)?.text;
  if (b === undefined) return undefined;
  if (kind === "intranpayload") return { transType: a, function: b };
  const type = inParentheses(cursor, b);
  if (type === undefined) return undefined;
  return kind === "intran"
    ? { transType: a, function: b, serverType: type }
    : { serverType: a, function: b, transType: type };
}

function inParentheses(cursor: Cursor, name: string): string | undefined {
  if (!punctuation(cursor, "(", `after ${name}`)) return undefined;
  const type = identifier(cursor, `the type that ${name} takes`)?.text;
  return type !== undefined && punctuation(cursor, ")", `after ${type}`) ? type : undefined;
}
