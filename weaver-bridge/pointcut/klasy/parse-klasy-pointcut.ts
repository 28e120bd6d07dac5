/** `access(inode.i_uid) AND within_function(f) AND target(v);` AND binds tighter than OR, parentheses group. */
import type { TextRange } from "../../model/index.js";
import { didYouMean } from "../syntax/nearest-names.js";
import type { ProblemSink } from "../syntax/problem-sink.js";
import { KLASY_DESIGNATORS, type KlasyDesignator, type KlasyPointcut } from "./klasy-tree.js";

/** More than anyone writes: what reads trees is recursive. */
const DEPTH = 200;
const PARTS = 500;

const TOKEN = /\s*(&amp;&amp;|&&|\|\||[A-Za-z_]\w*|[()!;]|[^\s\w()!;&|]+|[\s\S])/y;

interface Reader {
  readonly text: string;
  readonly end: number;
  readonly sink: ProblemSink;
  at: number;
  depth: number;
  parts: number;
}

export function parseKlasyPointcut(text: string, range: TextRange, sink: ProblemSink): KlasyPointcut {
  const reader: Reader = { text, end: range.end, sink, at: range.start, depth: 0, parts: 0 };
  const result = parseOr(reader);
  if (peek(reader).text === ";") take(reader);
  const rest = peek(reader);
  if (rest.text === "" || isBroken(result)) return result;
  const start = rest.range.start;
  const end = start + text.slice(start, range.end).trimEnd().length;
  sink.error(
    "klasy/pointcut",
    { start, end },
    "this is not joined to what stands before it",
    "Join them with AND or OR.",
  );
  return { kind: "broken", range: result.range };
}

function isBroken(pointcut: KlasyPointcut): boolean {
  if (pointcut.kind === "and" || pointcut.kind === "or")
    return isBroken(pointcut.left) || isBroken(pointcut.right);
  return pointcut.kind === "broken";
}

function parseOr(reader: Reader): KlasyPointcut {
  return parseJoined(reader, "or", (inner) => parseJoined(inner, "and", parseFactor));
}

function parseJoined(
  reader: Reader,
  kind: "and" | "or",
  parse: (reader: Reader) => KlasyPointcut,
): KlasyPointcut {
  const words = kind === "and" ? /^(?:and|&&|&amp;&amp;)$/i : /^(?:or|\|\|)$/i;
  let left = parse(reader);
  while (words.test(peek(reader).text)) {
    take(reader);
    const right = parse(reader);
    left = { kind, left, right, range: { start: left.range.start, end: right.range.end } };
  }
  return left;
}

function parseFactor(reader: Reader): KlasyPointcut {
  const token = peek(reader);
  if (reader.parts++ > PARTS)
    return broken(reader, token.range, "the pointcut has too many parts", "Use `%`.");
  if (token.text === "(" && reader.depth < DEPTH) {
    take(reader);
    reader.depth++;
    const inner = parseOr(reader);
    reader.depth--;
    if (peek(reader).text === ")") take(reader);
    else if (!isBroken(inner)) return broken(reader, token.range, "`(` has no `)`", "Close it.");
    return inner;
  }
  if (token.text === "!" || /^not$/i.test(token.text))
    return broken(
      reader,
      token.range,
      "KLASY has no negation",
      "Write it in an `.ah` file: `weft live translate` makes one of this.",
    );
  if (!/^[A-Za-z_]/.test(token.text))
    return broken(
      reader,
      token.range,
      "a designator is missing here",
      `There are: ${KLASY_DESIGNATORS.join(", ")}.`,
    );
  take(reader);
  const name = KLASY_DESIGNATORS.find((one) => one === token.text);
  if (peek(reader).text !== "(")
    return broken(
      reader,
      token.range,
      `\`${token.text}\` has no parentheses`,
      `Write \`${name ?? "access"}(…)\`.`,
    );
  const argument = takeArgument(reader);
  if (argument === undefined)
    return broken(reader, token.range, `the parentheses of \`${token.text}\` are not closed`, "Close them.");
  if (name === undefined)
    return broken(
      reader,
      token.range,
      `\`${token.text}\` is no designator of KLASY`,
      didYouMean(token.text, [...KLASY_DESIGNATORS]) ?? `There are: ${KLASY_DESIGNATORS.join(", ")}.`,
    );
  return checked(reader, name, token.range, argument);
}

function checked(
  reader: Reader,
  name: KlasyDesignator,
  nameRange: TextRange,
  argumentRange: TextRange,
): KlasyPointcut {
  const argument = reader.text.slice(argumentRange.start, argumentRange.end);
  const [shape, hint] = SHAPES[name];
  const range = { start: nameRange.start, end: reader.at };
  if (shape.test(argument)) return { kind: "designator", name, argument, argumentRange, range };
  const place = argument === "" ? { start: nameRange.start, end: reader.at } : argumentRange;
  return broken(
    reader,
    place,
    argument === "" ? `\`${name}\` names nothing` : `\`${argument}\` is not what \`${name}\` takes`,
    hint,
  );
}

const NAME = "[A-Za-z_%][\\w%]*";
const SHAPES: Readonly<Record<KlasyDesignator, readonly [RegExp, string]>> = {
  execution: [
    new RegExp(`^${NAME}\\s*(?:\\(\\s*(?:\\w+(?:\\s*,\\s*\\w+)*\\s*)?\\))?$`),
    "Write a function, for example `execution(check_free_space())`; `%` stands for any characters.",
  ],
  access: [
    new RegExp(`^(?:struct\\s+)?${NAME}\\s*\\.\\s*${NAME}$`),
    "Write a struct and its member, for example `access(inode.i_uid)` or `access(sk_buff.%)`.",
  ],
  within_file: [/^[^\s"\\]+$/, "Write the name of a source file, for example `within_file(sched.c)`."],
  within_function: [
    new RegExp(`^${NAME}\\s*(?:\\(\\s*\\))?$`),
    "Write a function, for example `within_function(inode_change_ok)`.",
  ],
  target: [/^[A-Za-z_]\w*$/, "Write the variable that gets the pointer, for example `target(arg0)`."],
  local_var: [
    /^[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)?$/,
    "Write a local variable, or it and the name it gets: `local_var(uid, u)`.",
  ],
  argument: [
    /^(?:\d+\s*,\s*)?[A-Za-z_]\w*$/,
    "Write the position and the variable that gets it, `argument(0, inode)`, or a name that `execution(f(inode))` lists.",
  ],
};

/** Of the parentheses at the reader, without blanks; the reader is behind them. */
function takeArgument(reader: Reader): TextRange | undefined {
  const open = peek(reader).range;
  let depth = 0;
  for (let at = open.start; at < reader.end; at++) {
    if (reader.text[at] === "(") depth++;
    else if (reader.text[at] === ")" && --depth === 0) {
      const inner = reader.text.slice(open.end, at);
      const start = open.end + inner.length - inner.trimStart().length;
      reader.at = at + 1;
      return { start, end: start + inner.trim().length };
    }
  }
  return undefined;
}

function broken(reader: Reader, range: TextRange, message: string, hint: string): KlasyPointcut {
  reader.sink.error("klasy/pointcut", range, message, hint);
  reader.at = reader.end;
  return { kind: "broken", range };
}

function peek(reader: Reader): { readonly text: string; readonly range: TextRange } {
  TOKEN.lastIndex = reader.at;
  const found = reader.at < reader.end ? TOKEN.exec(reader.text) : null;
  const text = found?.[1] ?? "";
  const start = found === null ? reader.end : found.index + found[0].length - text.length;
  if (found === null || /^\s*$/.test(text) || start >= reader.end)
    return { text: "", range: { start: Math.max(0, reader.end - 1), end: reader.end } };
  return { text, range: { start, end: start + text.length } };
}

function take(reader: Reader): void {
  reader.at = peek(reader).range.end;
}
