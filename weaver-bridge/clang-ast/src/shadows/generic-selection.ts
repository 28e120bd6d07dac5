/**
 * Which association of a `_Generic` is the selected one. libclang's C interface doesn't say, so the type of the
 * control is compared with the association's types as written. Where that can't be decided the answer is undefined:
 * better no shadow than one in code that never runs.
 */
import type { Node, SyntaxTree } from "../syntax-tree.js";

/** The selected association's expression among the children of a GenericSelectionExpr. */
export function genericSelection(tree: SyntaxTree, node: Node): Node | undefined {
  const parts = splitArguments(tree.text.slice(tree.start(node), tree.end(node)));
  const [control, ...expressions] = tree.children(node);
  if (control === undefined || parts === undefined || parts.length !== expressions.length + 1)
    return undefined;
  const names = new Set(tree.typeNames(control).map(normalise));
  let fallback: Node | undefined;
  let understood = true;
  for (const [index, part] of parts.slice(1).entries()) {
    const type = normalise(part.slice(0, part.indexOf(":")));
    if (type === "default") fallback = expressions[index];
    else if (names.has(type)) return expressions[index];
    else if (!isPlain(type)) understood = false;
  }
  return understood ? fallback : undefined;
}

/** The comma-separated parts between the outer parentheses. */
function splitArguments(text: string): string[] | undefined {
  const open = text.indexOf("(");
  if (open === -1) return undefined;
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < text.length; at++) {
    const c = text[at] as string;
    if (c === '"' || c === "'") at = endOfQuoted(text, at);
    else if ("([{".includes(c)) depth++;
    else if (")]}".includes(c)) depth--;
    if ((c === "," && depth === 1) || (depth === 0 && c === ")")) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}

function endOfQuoted(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === text[at]) return end;
  }
  return text.length;
}

const WORDS = ["unsigned", "signed", "short", "long", "char", "int", "float", "double", "_Bool", "void"];
const INTEGER = new Set(["unsigned", "signed", "short", "long", "char", "int"]);

/** One spelling for one type: word order, `int` and blanks don't matter. */
function normalise(type: string): string {
  const tokens = type.match(/\w+|[^\s\w]/g) ?? [];
  const words = tokens.filter((token) => WORDS.includes(token));
  const rest = tokens.filter((token) => !WORDS.includes(token));
  const isInteger = words.length > 0 && words.every((word) => INTEGER.has(word));
  const kept = words.filter((word) => word !== "int" && (word !== "signed" || words.includes("char")));
  if (isInteger && kept.length === 0) kept.push("int");
  return [...kept.sort(), ...rest].join(" ");
}

/** Made of words of the language and tags only, so that a mismatch of text is a mismatch of types. */
function isPlain(type: string): boolean {
  return /^(?:(?:unsigned|signed|short|long|char|int|float|double|_Bool|void|const|volatile|(?:struct|union|enum) \w+\b|\*) ?)+$/.test(
    type,
  );
}
