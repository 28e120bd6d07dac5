/** What macros of a unit make of a text, as far as that can be told from their definitions. */
import { definitionsOf, namesFrom } from "./later-macros.js";
import type { Program } from "./program.js";

const MOST = 10_000;
/** Or a text in quotes; one that does not end goes to the end. */
const NAME = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\b[A-Za-z_]\w*/g;

/**
 * With all macros that lead to a name in their places, others as far as their definitions tell. `undefined` where one that
 * leads there has several meanings or makes names of its arguments, or the text grows too long.
 */
export function expandedTo(
  target: string,
  text: string,
  program: Program,
  within: readonly string[] = [],
): string | undefined {
  let said = "";
  let at = 0;
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const bodies = definitionsOf(program).get(name) ?? [];
    if (index < at || bodies.length === 0 || within.includes(name)) continue;
    const [body = ""] = bodies;
    const isPlain = bodies.every((one) => one === body) && !body.includes("#");
    const call = isPlain ? replaced(body, text, index + name.length) : undefined;
    const inner = call && expandedTo(target, call.made, program, [...within, name]);
    if (call === undefined && !namesFrom(name, program).includes(target)) continue;
    if (call === undefined || inner === undefined) return undefined;
    said += text.slice(at, index) + inner;
    at = call.end;
    if (said.length > MOST) return undefined;
  }
  return said + text.slice(at);
}

/** A macro's body with its arguments, and where these end; a name without them stays itself. */
function replaced(body: string, text: string, from: number): { made: string; end: number } | undefined {
  const [head, list] = /^\(([^()]*)\)/.exec(body) ?? [];
  if (head === undefined) return { made: body.trim(), end: from };
  const given = argumentsAt(text, from);
  const names = (list ?? "").split(",").map((one) => one.trim());
  if (given === undefined || names.length !== given.parts.length || names.includes("...")) return undefined;
  const made = body.slice(head.length).replace(/\b[A-Za-z_]\w*/g, (name) => {
    const part = names.indexOf(name);
    return part < 0 ? name : (given.parts[part] as string);
  });
  return { made: made.replace(/\\\r?\n/g, " ").trim(), end: given.end };
}

/** `(a, b(c, d))` behind a name. */
export function argumentsAt(text: string, from: number): { parts: string[]; end: number } | undefined {
  const open = /\s*\(/y;
  open.lastIndex = from;
  if (open.exec(text) === null) return undefined;
  const parts: string[] = [];
  let begin = open.lastIndex;
  let depth = 1;
  for (let at = begin; at < text.length; at++) {
    const character = text[at] as string;
    if (/["']/.test(character)) return undefined;
    if (/[([{]/.test(character)) depth++;
    if (/[)\]}]/.test(character)) depth--;
    if (depth > 0 && !(depth === 1 && character === ",")) continue;
    parts.push(text.slice(begin, at).trim());
    begin = at + 1;
    if (depth === 0) return { parts, end: at + 1 };
  }
  return undefined;
}
