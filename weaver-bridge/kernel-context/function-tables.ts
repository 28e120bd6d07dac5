/**
 * Calls through pointers, as far as text tells: which functions are assigned to which field of which struct
 * (`.open = ext2_open` in a table, `chip->mask = f;` in code), and of which struct the pointers are that calls go through.
 */
import type { Token } from "./read-tokens.js";

export interface FunctionTables {
  readonly assigned: readonly AssignedFunction[];
  /** Struct tags of fields and globals that are a struct or a pointer to one; empty text where they differ. */
  readonly declared: ReadonlyMap<string, string>;
}

export interface AssignedFunction {
  /** Tag of the struct; undefined where the text does not tell. */
  readonly type?: string | undefined;
  /** Or the name whose declaration tells it. */
  readonly holder?: string | undefined;
  readonly field: string;
  readonly name: string;
  /** Of the name. */
  readonly start: number;
}

/** What a `{` opens. */
interface Opened {
  readonly kind: "values" | "members" | "code" | "other";
  readonly type?: string | undefined;
  readonly holder?: string | undefined;
}

/** Reads the tokens of a whole file. Never throws. */
export function readTables(tokens: readonly Token[]): FunctionTables {
  const assigned: AssignedFunction[] = [];
  const declared = new Map<string, string>();
  const stack: Opened[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { text, kind } = tokens[at] as Token;
    if (kind === "mark" && text === "{") stack.push(opened(tokens, at, stack.at(-1)));
    else if (kind === "mark" && text === "}") stack.pop();
    else if (kind === "word") {
      const found = assignment(tokens, at, stack.at(-1));
      if (found !== undefined) assigned.push(found);
      if (text === "struct" && !stack.some((one) => one.kind === "code")) noteDeclared(tokens, at, declared);
    }
  }
  return { assigned, declared };
}

/** Struct tags of the names among `wanted` that the tokens declare: `struct file_operations *ops`. */
export function declaredIn(
  tokens: readonly Token[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  for (let at = 0; at < tokens.length; at++)
    if (tokens[at]?.text === "struct") noteDeclared(tokens, at, declared, wanted);
  return declared;
}

function opened(tokens: readonly Token[], at: number, around: Opened | undefined): Opened {
  const text = (back: number) => tokens[at - back]?.text;
  const isWithin = around?.kind === "values";
  if (isWithin && (text(1) === "{" || text(1) === ",")) return around;
  if (text(1) === "=") {
    if (isWithin && text(3) === ".") return { kind: "values", holder: text(2) };
    if (isWithin && text(2) === "]") return around;
    return { kind: "values", type: tagBefore(tokens, at - 1) };
  }
  if (text(1) === ")" && text(3) === "struct") return { kind: "values", type: text(2) };
  if ([text(1), text(2)].some((word) => word === "struct" || word === "union")) return { kind: "members" };
  if (around?.kind === "code" || text(1) === ")") return { kind: "code" };
  return { kind: "other" };
}

/** Of the declaration that the `=` at the place belongs to. */
function tagBefore(tokens: readonly Token[], at: number): string | undefined {
  for (let back = at - 1; back >= 0 && at - back < MOST_WORDS; back--) {
    const { text } = tokens[back] as Token;
    if (text === ";" || text === "{" || text === "}") return undefined;
    if (text === "struct") return tokens[back + 1]?.text;
  }
  return undefined;
}

const MOST_WORDS = 16;

/** `.open = f` in values, `p->open = f;` in code, at the token of the field. */
function assignment(
  tokens: readonly Token[],
  at: number,
  around: Opened | undefined,
): AssignedFunction | undefined {
  const before = tokens[at - 1]?.text;
  if ((before !== "." && before !== "->") || tokens[at + 1]?.text !== "=") return undefined;
  const value = tokens[at + 2]?.text === "&" ? at + 3 : at + 2;
  const { kind, text: name, start } = tokens[value] ?? { kind: "mark", text: "", start: 0 };
  const behind = tokens[value + 1]?.text ?? "";
  if (kind !== "word") return undefined;
  const field = (tokens[at] as Token).text;
  const lead = tokens[at - 2];
  if (around?.kind === "values" && before === "." && (lead?.text === "{" || lead?.text === ","))
    return behind === "," || behind === "}"
      ? { type: around.type, holder: around.holder, field, name, start }
      : undefined;
  const holder = lead?.kind === "word" ? lead.text : undefined;
  return behind === ";" ? { holder, field, name, start } : undefined;
}

/** `struct T *const name` at the token `struct`. */
function noteDeclared(
  tokens: readonly Token[],
  at: number,
  declared: Map<string, string>,
  wanted?: ReadonlySet<string>,
): void {
  const tag = tokens[at + 1];
  if (tag?.kind !== "word") return;
  let next = at + 2;
  while (/^(?:\*|const|volatile|__rcu|__user|__iomem|restrict)$/.test(tokens[next]?.text ?? "")) next++;
  const name = tokens[next];
  if (name?.kind !== "word" || !/^(?:[;,=[)]|__\w+)$/.test(tokens[next + 1]?.text ?? "")) return;
  if (wanted !== undefined && !wanted.has(name.text)) return;
  const known = declared.get(name.text);
  declared.set(name.text, known === undefined || known === tag.text ? tag.text : "");
}
