/**
 * Definitions of structs and unions in preprocessed C, found by their brackets alone: introductions in C need their
 * names and places, and a parse of the whole unit to learn them would cost more than everything else they do.
 */
import {
  buildLineMap,
  type ClassEntity,
  type Entity,
  type TextRange,
  type Type,
  type UnitFacts,
} from "../../model/index.js";
import { closingBracket, isLineStart, tokenize } from "../text/c-tokens.js";

interface Found {
  readonly key: "struct" | "union";
  readonly name: string;
  readonly nameRange: { readonly start: number; readonly end: number };
  readonly keyword: number;
  readonly open: number;
  readonly close: number;
  readonly topLevel: number;
}

/**
 * Facts that hold nothing but the structs and unions that the text defines at file scope and names; of these only the
 * wanted ones, where few are.
 */
export function structFacts(
  text: string,
  fileName: string,
  isWanted: (name: string) => boolean = () => true,
): UnitFacts {
  const found = findStructs(text, isWanted);
  const types: Type[] = found.map(({ key, name }) => ({
    kind: "record",
    name,
    usr: `c:@S@${name}`,
    spelling: `${key} ${name}`,
    isConst: false,
    isVolatile: false,
  }));
  return {
    language: "c",
    types,
    entities: found.map((struct, index): Entity => entityOf(struct, index)),
    shadows: [],
    diagnostics: [],
    lineMap: buildLineMap(text, fileName),
    engine: "text",
  };
}

function entityOf(
  { key, name, nameRange, keyword, open, close, topLevel }: Found,
  type: number,
): ClassEntity {
  return {
    kind: "class",
    key,
    usr: `c:@S@${name}`,
    name,
    scope: [],
    nameRange,
    type,
    isStatic: false,
    bases: [],
    members: [],
    definition: {
      range: { start: keyword, end: close },
      body: { start: open, end: close },
      topLevel,
    },
  };
}

/**
 * Units are megabytes: what stands between is passed over by one regular expression, which is fast from its first character
 * on. A loop takes four times as long until the compiler knows it, and an editor's first unit ends before that.
 */
const POINT = /["'#{};]|\b(?:struct|union)\b/g;

/** Where the next one begins; the length of the text when there is none. */
function nextPoint(text: string, from: number): number {
  POINT.lastIndex = from;
  if (!POINT.test(text)) return text.length;
  const last = POINT.lastIndex - 1;
  const char = text.charCodeAt(last);
  return char === Char.t ? last - 5 : char === Char.n ? last - 4 : last;
}

const Char = {
  newline: 10,
  double: 34,
  hash: 35,
  single: 39,
  semicolon: 59,
  backslash: 92,
  n: 110,
  s: 115,
  t: 116,
  u: 117,
  open: 123,
  close: 125,
} as const;

interface Open {
  readonly at: number;
  /** Absent for braces that are no struct's. */
  readonly head?: Head;
}

function findStructs(text: string, isWanted: (name: string) => boolean): Found[] {
  const found: Found[] = [];
  const open: Open[] = [];
  let head: Head | undefined;
  let topLevel = 0;
  for (let at = nextPoint(text, 0); at < text.length; at = nextPoint(text, at + 1)) {
    switch (text.charCodeAt(at)) {
      case Char.double:
      case Char.single:
        at = literalEnd(text, at);
        break;
      case Char.hash:
        if (isLineStart(text, at)) at = lineEnd(text, at);
        break;
      case Char.s:
      case Char.u: {
        const key = text.charCodeAt(at) === Char.s ? "struct" : "union";
        head = readHead(text, key, at) ?? head;
        at = (head?.keyword === at ? head.brace : at + key.length) - 1;
        break;
      }
      case Char.open:
        open.push(head?.brace === at ? { at, head } : { at });
        break;
      case Char.close: {
        const struct = open.pop();
        if (struct?.head !== undefined && open.every((outer) => outer.head !== undefined))
          found.push(
            ...wantedStruct(text, struct.head, { start: struct.at, end: at + 1 }, topLevel, isWanted),
          );
        if (open.length === 0 && struct?.head === undefined) topLevel = at + 1;
        break;
      }
      case Char.semicolon:
        if (open.length === 0) topLevel = at + 1;
    }
  }
  return found;
}

/** Where the string or character ends; the quote itself when its line does not end it. */
function literalEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) return at;
    if (char === Char.newline) return start;
    if (char === Char.backslash && text.charCodeAt(++at) === Char.newline) return start;
  }
  return start;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

interface Head {
  readonly key: "struct" | "union";
  readonly keyword: number;
  readonly brace: number;
  readonly name?: { readonly text: string; readonly start: number; readonly end: number };
}

/** `struct tag *`, `struct tag name`: most mentions, told apart without reading on. */
const MENTION =
  /(?:struct|union)\s+(?!__attribute|_Alignas|__declspec)[A-Za-z_$\x80-\xff][\w$\x80-\xff]*(?![\w$\x80-\xff])\s*[^\s{_/#\\]/y;

/** `struct __attribute__((packed)) tag {`: undefined when no definition begins here. */
function readHead(text: string, key: Head["key"], keyword: number): Head | undefined {
  MENTION.lastIndex = keyword;
  if (MENTION.test(text)) return undefined;
  const brace = text.indexOf("{", keyword);
  if (brace === -1) return undefined;
  const end = Math.min(text.length, keyword + MOST_OF_HEAD);
  const head = headUntil(text, key, keyword, Math.min(brace + 1, end));
  const whole = head === "unfinished" ? headUntil(text, key, keyword, end) : head;
  return whole === "unfinished" ? undefined : whole;
}

const MOST_OF_HEAD = 2000;

/** `unfinished` when the text up to `end` is too little to say. */
function headUntil(
  text: string,
  key: Head["key"],
  keyword: number,
  end: number,
): Head | "unfinished" | undefined {
  const tokens = tokenize(text, keyword, end);
  let name: Head["name"];
  for (let index = 1; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.text === "{") return { key, keyword, brace: token.start, ...(name && { name }) };
    if (/^(?:__attribute(?:__)?|_Alignas|__declspec)$/.test(token.text)) {
      index = closingBracket(tokens, index + 1);
      continue;
    }
    if (token.kind !== "identifier" || name !== undefined) return undefined;
    name = token;
  }
  return "unfinished";
}

/** One or, where it has no name that is wanted, none; `body` goes from brace to brace. */
function wantedStruct(
  text: string,
  { name: tag, key, keyword }: Head,
  { start: open, end: close }: TextRange,
  topLevel: number,
  isWanted: (name: string) => boolean,
): Found[] {
  const name = tag ?? typedefName(text, keyword, close);
  if (name === undefined || !isWanted(name.text)) return [];
  const nameRange = { start: name.start, end: name.end };
  const place = declarationStart(text, topLevel, keyword);
  return [{ key, name: name.text, nameRange, keyword, open, close, topLevel: place }];
}

function declarationStart(text: string, topLevel: number, keyword: number): number {
  // The declaration's other members may be between.
  const first = (end: number) => tokenize(text, topLevel, end)[0];
  return (first(Math.min(keyword, topLevel + 200)) ?? first(keyword))?.start ?? keyword;
}

/** How often the words stand there that a definition begins with: where one was added, it is more often. */
export function countStructWords(text: string): number {
  let count = 0;
  for (const word of ["struct", "union"])
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) count++;
  return count;
}

/** The name in `typedef struct { ... } name;`, which is how people know a struct without a tag. */
function typedefName(text: string, keyword: number, close: number): Head["name"] {
  if (
    !/\btypedef\s*(?:(?:const|volatile|__extension__)\s*)*$/.test(
      text.slice(Math.max(0, keyword - 200), keyword),
    )
  )
    return undefined;
  const tokens = tokenize(text, close, Math.min(text.length, close + 500));
  const index = tokens[0]?.text === "__attribute__" ? closingBracket(tokens, 1) + 1 : 0;
  const token = tokens[index];
  return token?.kind === "identifier" ? token : undefined;
}
