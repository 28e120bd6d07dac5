/**
 * What a unit declares with a type that holds a guarded one by value, found by how declarations are spelled: rather too many
 * names than too few, since one means the same everywhere here.
 */

export interface HolderNames {
  /** The guarded one, and those that have one inside. */
  readonly types: readonly string[];
  /** Types, variables, members, parameters and functions whose values are such objects, or lead to them. */
  readonly all: ReadonlySet<string>;
  /** Of these what may be an object itself. */
  readonly values: ReadonlySet<string>;
}

/** `text` is {@link plainText}. */
export function holderNames(text: string, type: string): HolderNames {
  const types = new Set([type]);
  const values = new Set<string>();
  const pointers = new Set<string>();
  // Grows while it is gone through.
  for (const one of types)
    for (const { index } of text.matchAll(new RegExp(`\\b${one}\\b`, "g"))) {
      const isTypedef = /\btypedef\b[^;{}]*$/.test(text.slice(Math.max(0, index - 80), index));
      for (const { name, isPointer } of declarators(text, behindType(text, index + one.length)))
        if (isTypedef) types.add(name);
        else if (isPointer) pointers.add(name);
        else {
          values.add(name);
          addSurroundings(text, index, types, values);
        }
    }
  const all = new Set([...types, ...values, ...pointers]);
  addInferred(text, all, values);
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
  const said = expression.matchAll(/\b[A-Za-z_]\w*\b(?!\s*(?:->|\.))/g);
  return Array.from(said, ([name]) => name).filter((name) => all.has(name));
}

export function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++)
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  return text.length;
}

/** Of what stands around a place; -1 beside everything. */
export function openingBrace(text: string, before: number): number {
  let depth = 1;
  for (let at = before - 1; at >= 0; at--)
    if (text[at] === "}") depth++;
    else if (text[at] === "{" && --depth === 0) return at;
  return -1;
}

/** Where its declarators are: behind the members where it is defined. */
function behindType(text: string, at: number): number {
  const open = match(/\s*\{/y, text, at);
  return open === undefined ? at : closingBrace(text, at + open[0].length) + 1;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

interface Declarator {
  readonly name: string;
  readonly isPointer: boolean;
}

const DECLARATOR =
  /((?:\*|\(\s*\*|\s|\bconst\b|\bvolatile\b|\b__restrict\b)*)\b([A-Za-z_]\w*)\b([^,;{}()]*)(,?)/y;

/** `*a, b[3] = 1;`, `*find(`, `*(*open)(`. */
function declarators(text: string, from: number): Declarator[] {
  const found: Declarator[] = [];
  for (let at = from; ; at = DECLARATOR.lastIndex) {
    const next = match(DECLARATOR, text, at);
    // The next parameter has a type of its own.
    if (next === undefined || (at > from && /^[*\s]*[A-Za-z_]/.test(next[3] as string))) return found;
    found.push({ name: next[2] as string, isPointer: (next[1] as string).includes("*") });
    if (next[4] !== ",") return found;
  }
}

/** Types that a member stands in, from the innermost; one without a tag has the name behind it. */
function addSurroundings(text: string, member: number, types: Set<string>, values: Set<string>): void {
  for (let open = openingBrace(text, member); open >= 0; open = openingBrace(text, open)) {
    const head = /(\btypedef\s+)?\b(?:struct|union)\s*(?:\b(\w+)\s*)?$/.exec(
      text.slice(Math.max(0, open - 120), open),
    );
    if (head === null) return;
    if (head[2] !== undefined) types.add(head[2]);
    for (const { name, isPointer } of declarators(text, closingBrace(text, open + 1) + 1))
      if (head[1] !== undefined) types.add(name);
      else if (!isPointer) values.add(name);
  }
}

const INFERRED =
  /\b(?:(?:__)?typeof(?:__)?\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)|__auto_type(?=[^=;]*=([^;]*)))/g;

/** `typeof(*inode) copy`, `__auto_type p = inode`, of each other as well. */
function addInferred(text: string, all: Set<string>, values: Set<string>): void {
  const inferred = [...text.matchAll(INFERRED)];
  for (let before = 0; before !== all.size; ) {
    before = all.size;
    for (const { index, 0: whole, 1: like, 2: value } of inferred)
      if (namesWhole(like ?? value ?? "", all).length > 0)
        for (const { name, isPointer } of declarators(text, index + whole.length)) {
          all.add(name);
          if (!isPointer) values.add(name);
        }
  }
}
