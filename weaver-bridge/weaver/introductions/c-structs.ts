/**
 * Definitions of structs and unions in preprocessed C, found by their brackets alone: introductions in C need their
 * names and places, and a parse of the whole unit to learn them would cost more than everything else they do.
 */
import { buildLineMap, type ClassEntity, type Entity, type Type, type UnitFacts } from "../../model/index.js";
import { closingBracket, tokenize } from "../c-tokens.js";

interface Found {
  readonly key: "struct" | "union";
  readonly name: string;
  readonly nameRange: { readonly start: number; readonly end: number };
  readonly keyword: number;
  readonly open: number;
  readonly close: number;
  readonly topLevel: number;
}

/** Facts that hold nothing but the structs and unions that the text defines at file scope and names. */
export function structFacts(text: string, fileName: string): UnitFacts {
  const found = findStructs(text);
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

const LANDMARK = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{};]|\b(?:struct|union)\b|^[ \t]*#.*$/gm;

interface Open {
  readonly at: number;
  /** Absent for braces that are no struct's. */
  readonly head?: Head;
}

function findStructs(text: string): Found[] {
  const found: Found[] = [];
  const open: Open[] = [];
  let head: Head | undefined;
  let topLevel = 0;
  LANDMARK.lastIndex = 0;
  for (let match = LANDMARK.exec(text); match !== null; match = LANDMARK.exec(text)) {
    const mark = match[0];
    const at = match.index;
    if (mark === "struct" || mark === "union") {
      head = readHead(text, mark, at) ?? head;
      if (head?.keyword === at) LANDMARK.lastIndex = head.brace;
    } else if (mark === "{") {
      open.push(head?.brace === at ? { at, head } : { at });
    } else if (mark === "}") {
      const struct = open.pop();
      if (struct?.head !== undefined && open.every((outer) => outer.head !== undefined))
        add(text, struct.head, struct.at, at + 1, topLevel, found);
      if (open.length === 0 && struct?.head === undefined) topLevel = at + 1;
    } else if (mark === ";" && open.length === 0) topLevel = at + 1;
  }
  return found;
}

interface Head {
  readonly key: "struct" | "union";
  readonly keyword: number;
  readonly brace: number;
  readonly name?: { readonly text: string; readonly start: number; readonly end: number };
}

/** `struct __attribute__((packed)) tag {`: undefined when no definition begins here. */
function readHead(text: string, key: Head["key"], keyword: number): Head | undefined {
  const tokens = tokenize(text, keyword, Math.min(text.length, keyword + 2000));
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
  return undefined;
}

function add(text: string, head: Head, open: number, close: number, topLevel: number, found: Found[]): void {
  const name = head.name ?? typedefName(text, head.keyword, close);
  if (name === undefined) return;
  const { key, keyword } = head;
  const nameRange = { start: name.start, end: name.end };
  const place = declarationStart(text, topLevel, keyword);
  found.push({ key, name: name.text, nameRange, keyword, open, close, topLevel: place });
}

function declarationStart(text: string, topLevel: number, keyword: number): number {
  return tokenize(text, topLevel, keyword)[0]?.start ?? keyword;
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
