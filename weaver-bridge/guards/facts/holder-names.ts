/**
 * What a unit declares with a type that holds a guarded one by value, found by how declarations are spelled: rather too many
 * names than too few, since one means the same everywhere here.
 */

import { type Braces, createBraces } from "./braces.js";

export interface HolderNames {
  /** The guarded one, and those that have one inside. */
  readonly types: readonly string[];
  /** Types, variables, members, parameters and functions whose values are such objects, or lead to them. */
  readonly all: ReadonlySet<string>;
  /** Of these what may be an object itself. */
  readonly values: ReadonlySet<string>;
}

/** In {@link plainText}. */
export function holderNames(declarations: Declarations, type: string): HolderNames {
  const { text } = declarations;
  const types = new Set([type]);
  const values = new Set<string>();
  const pointers = new Set<string>();
  // Grows while it is gone through.
  for (const one of types)
    for (const { index } of text.matchAll(new RegExp(`\\b${one}\\b`, "g"))) {
      const isTypedef = /\btypedef\b[^;{}]*$/.test(text.slice(Math.max(0, index - 80), index));
      for (const { name, isPointer } of declarations.at(behindType(declarations, index + one.length)))
        if (isTypedef) types.add(name);
        else if (isPointer) pointers.add(name);
        else {
          values.add(name);
          addSurroundings(declarations, index, types, values);
        }
    }
  const all = new Set([...types, ...values, ...pointers]);
  addInferred(declarations, all, values);
  return { types: [...types], all, values };
}

/** Without line markers and attributes, which may stand between a type and a name. */
export function plainText(unitText: string): string {
  return unitText.replace(
    /^# .*$|\b__attribute(?:__)?\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)/gm,
    " ",
  );
}

/** Words of a text in quotes declare nothing. */
export const withoutLiterals = (text: string): string =>
  text.replace(/"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\.){1,4}'/g, (one) =>
    one.startsWith('"') ? '""' : "0",
  );

/** `*inode`, `(&inodes[3])`, not `inode->i_size`: whether a whole object is meant, or its address. */
export function namesWhole(expression: string, all: ReadonlySet<string>): string[] {
  return wholeNames(expression).filter((name) => all.has(name));
}

const wholeNames = (expression: string): string[] =>
  expression.match(/\b[A-Za-z_]\w*\b(?!\s*(?:->|\.))/g) ?? [];

/** Where its declarators are: behind the members where it is defined. */
function behindType({ text, braces }: Declarations, at: number): number {
  const open = match(/\s*\{/y, text, at);
  return open === undefined ? at : braces.closing(at + open[0].length - 1) + 1;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

interface Declarator {
  readonly name: string;
  readonly isPointer: boolean;
}

/** A text, and what is declared in it. */
export interface Declarations {
  readonly text: string;
  readonly braces: Braces;
  /** From a place on: `*a, b[3] = 1;`, `*find(`, `*(*open)(`. */
  at(from: number): Declarator[];
}

const DECLARATOR = /((?:\*|\(\s*\*|\s|\bconst\b|\bvolatile\b|\b__restrict\b)*)\b([A-Za-z_]\w*)\b/y;

export function createDeclarations(text: string): Declarations {
  const endOf = createEnds(text);
  const at = (start: number) => {
    const found: Declarator[] = [];
    for (let from = start; ; ) {
      const [whole, stars = "", name] = match(DECLARATOR, text, from) ?? [];
      const behind = from + (whole?.length ?? 0);
      // The next parameter has a type of its own.
      const isParameter = from > start && match(/[*\s]*[A-Za-z_]/y, text, behind) !== undefined;
      if (name === undefined || isParameter) return found;
      found.push({ name, isPointer: stars.includes("*") });
      const end = endOf(behind);
      if (text[end] !== ",") return found;
      from = end + 1;
    }
  };
  return { text, braces: createBraces(text), at };
}

/** Where a declarator ends. What is asked in the order of the text is read once. */
function createEnds(text: string): (from: number) => number {
  let known = { from: 0, end: -1 };
  return (from) => {
    if (from < known.from || from > known.end) {
      const sign = /[,;{}()]/g;
      sign.lastIndex = from;
      known = { from, end: sign.exec(text)?.index ?? text.length };
    }
    return known.end;
  };
}

/** Types that a member stands in, from the innermost; one without a tag has the name behind it. */
function addSurroundings(
  { text, braces, at }: Declarations,
  member: number,
  types: Set<string>,
  values: Set<string>,
): void {
  for (let open = braces.opening(member); open >= 0; open = braces.opening(open)) {
    const head = /(\btypedef\s+)?\b(?:struct|union)\s*(?:\b(\w+)\s*)?$/.exec(
      text.slice(Math.max(0, open - 120), open),
    );
    if (head === null) return;
    if (head[2] !== undefined) types.add(head[2]);
    for (const { name, isPointer } of at(braces.closing(open) + 1))
      if (head[1] !== undefined) types.add(name);
      else if (!isPointer) values.add(name);
  }
}

/** `typeof(*inode) copy`, `__auto_type p = inode`, of each other as well. */
function addInferred(declarations: Declarations, all: Set<string>, values: Set<string>): void {
  const likeName = new Map<string, Declarator[]>();
  for (const { like, declared } of inferredTypes(declarations))
    for (const name of new Set(wholeNames(like)))
      likeName.set(name, [...(likeName.get(name) ?? []), ...declared]);
  // Grows while it is gone through.
  for (const known of all)
    for (const { name, isPointer } of likeName.get(known) ?? []) {
      all.add(name);
      if (!isPointer) values.add(name);
    }
}

interface Inferred {
  readonly like: string;
  readonly declared: readonly Declarator[];
}

/** Declarators, and what says their type. */
function* inferredTypes({ text, at }: Declarations): Generator<Inferred> {
  for (const { index, 0: head } of text.matchAll(/\b(?:__)?typeof(?:__)?\s*(?=\()/g)) {
    const like = match(PARENTHESES, text, index + head.length)?.[0];
    if (like !== undefined) yield { like, declared: at(index + head.length + like.length) };
  }
  // All in one statement have its first one's value: rather too much than too little. Each declares one name.
  for (const [statement] of text.matchAll(/\b__auto_type\b[^;]*/g)) {
    const names = statement.matchAll(/\b__auto_type\b(?:\s|\bconst\b|\bvolatile\b)*([A-Za-z_]\w*)/g);
    const declared = Array.from(names, ([, name = ""]) => ({ name, isPointer: false }));
    yield { like: /=(.*)/s.exec(statement)?.[1] ?? "", declared };
  }
}

const PARENTHESES = /\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/y;
