/**
 * The C preprocessor for IDL: files to one list of tokens, each with the place a person should look at. Tokens are
 * never turned back into text, so this list is its own source map. Files come from the caller's `readInclude`.
 */

import { evaluateCondition } from "./condition.js";
import { parseDefine } from "./define.js";
import { type Lexing, lex } from "./lexer.js";
import { expandLine, type Macros, makeMacros } from "./macro.js";
import type { ReadInclude } from "./read-include.js";
import type { Report } from "./report.js";
import { type SourceFile, type Span, sourceFile } from "./source.js";
import { type Token, TokenKind } from "./token.js";

export interface Preprocessed {
  /** Ends with one `End` token. */
  readonly tokens: Token[];
  readonly main: SourceFile;
  readonly pragmas: readonly { readonly text: string; readonly span: Span }[];
  readonly included: readonly string[];
}

interface State {
  readonly report: Report;
  readonly readInclude: ReadInclude;
  readonly lexing: Lexing | undefined;
  readonly macros: Macros;
  readonly output: Token[];
  readonly pragmas: { text: string; span: Span }[];
  readonly once: Set<string>;
  readonly included: Set<string>;
  depth: number;
  includes: number;
}

interface Branch {
  readonly start: Token;
  /** A branch of this conditional was already taken, or an outer one is not. */
  done: boolean;
  active: boolean;
  seenElse: boolean;
}

const DEEPEST_INCLUDE = 64;
/** Files that include themselves twice double at each level; no real unit comes near these. */
const MOST_INCLUDES = 5000;
const MOST_TOKENS = 4_000_000;

/** A file, and what else decides what it says. */
export interface PreprocessorInput {
  readonly file: string;
  /** Latin1: an index is a byte offset. */
  readonly text: string;
  readonly readInclude: ReadInclude;
  /** `NAME` or `NAME=TEXT`. */
  readonly defines: readonly string[];
}

export function preprocess(
  { file, text, readInclude, defines }: PreprocessorInput,
  report: Report,
  lexing?: Lexing,
): Preprocessed {
  const main = sourceFile(file, text);
  const macros = makeMacros(report);
  for (const define of defines) predefine(macros, define, report);
  const state: State = {
    report,
    readInclude,
    lexing,
    macros,
    output: [],
    pragmas: [],
    once: new Set(),
    included: new Set(),
    depth: 0,
    includes: 0,
  };
  readFile(state, main);
  const end = main.text.length;
  state.output.push({
    kind: TokenKind.End,
    text: "",
    file: main,
    start: end,
    end,
    lineStart: true,
    spaceBefore: true,
  });
  return { tokens: state.output, main, pragmas: state.pragmas, included: [...state.included] };
}

function predefine(macros: Macros, define: string, report: Report): void {
  const equals = define.indexOf("=");
  const text = equals === -1 ? `${define} 1` : `${define.slice(0, equals)} ${define.slice(equals + 1)}`;
  const tokens = lex(sourceFile("<command line>", text), report).slice(0, -1);
  const macro = parseDefine(tokens, report);
  if (macro !== undefined) macros.table.set(macro.name, macro);
}

function readFile(state: State, file: SourceFile): void {
  const tokens = lex(file, state.report, state.lexing);
  const branches: Branch[] = [];
  let at = 0;
  while (at < tokens.length - 1) {
    const token = tokens[at] as Token;
    if (token.lineStart && token.text === "#" && token.kind === TokenKind.Punctuator) {
      const end = endOfLine(tokens, at);
      directive(state, file, tokens.slice(at, end), branches);
      at = end;
    } else if (branches.length > 0 && !branches[branches.length - 1]?.active) {
      at = nextDirective(tokens, at);
    } else {
      at = expandLine(state.macros, tokens, at, state.output);
    }
  }
  for (const branch of branches)
    state.report.error(
      "idl/unfinished-conditional",
      branch.start,
      "this conditional does not end",
      "Close it with #endif.",
    );
}

function endOfLine(tokens: readonly Token[], at: number): number {
  let end = at + 1;
  while (end < tokens.length - 1 && !(tokens[end] as Token).lineStart) end++;
  return end;
}

function nextDirective(tokens: readonly Token[], at: number): number {
  let next = at;
  while (
    next < tokens.length - 1 &&
    !((tokens[next] as Token).lineStart && (tokens[next] as Token).text === "#")
  )
    next++;
  return next;
}

function directive(state: State, file: SourceFile, line: readonly Token[], branches: Branch[]): void {
  const name = line[1];
  if (name === undefined) return;
  const outer = branches[branches.length - 1];
  const active = outer === undefined || outer.active;
  if (conditional(state, line, name, branches, active) || !active) return;
  const known = DIRECTIVES.get(name.text);
  if (known !== undefined) known(state, file, line, name);
  else if (name.kind === TokenKind.Number) lineMarker(file, line, name, line[2]);
  else
    state.report.warning(
      "idl/directive",
      name,
      `#${name.text} is no directive`,
      "It is ignored; known are define, undef, include, include_next, if, ifdef, ifndef, elif, else, endif, pragma, line, error and warning.",
    );
}

/** `line` from `#` on, `name` the word behind it. */
type Directive = (state: State, file: SourceFile, line: readonly Token[], name: Token) => void;

const told =
  (as: "error" | "warning"): Directive =>
  ({ report }, _, line, name) =>
    report[as](
      "idl/directive",
      name,
      `#${name.text}: ${sourceOf(line.slice(2)) || "(no text)"}`,
      "The file says so itself; look at the conditions around it.",
    );

const DIRECTIVES: ReadonlyMap<string, Directive> = new Map<string, Directive>([
  [
    "define",
    (state, _, line, name) => {
      const macro = parseDefine(line.slice(2), state.report, name);
      if (macro !== undefined) state.macros.table.set(macro.name, macro);
    },
  ],
  [
    "undef",
    (state, _, line) => {
      if (line[2] !== undefined) state.macros.table.delete(line[2].text);
    },
  ],
  ["include", (state, file, line) => include(state, file, line)],
  ["include_next", (state, file, line) => include(state, file, line, true)],
  ["import", (state, file, line) => include(state, file, line)],
  ["pragma", (state, file, line) => pragma(state, file, line)],
  ["error", told("error")],
  ["warning", told("warning")],
  ["line", (_, file, line) => lineMarker(file, line, line[2], line[3])],
  ["ident", () => {}],
]);

/** Handles `#if` and its kin; false for other directives. */
function conditional(
  state: State,
  line: readonly Token[],
  name: Token,
  branches: Branch[],
  active: boolean,
): boolean {
  const branch = branches[branches.length - 1];
  switch (name.text) {
    case "if":
    case "ifdef":
    case "ifndef": {
      const yes = active && holds(state, line, name);
      branches.push({ start: name, done: yes || !active, active: yes, seenElse: false });
      return true;
    }
    case "elif":
    case "else":
    case "endif":
      if (branch === undefined) {
        state.report.error(
          "idl/directive",
          name,
          `#${name.text} without #if`,
          "Remove it, or add the #if it belongs to.",
        );
      } else if (name.text === "endif") branches.pop();
      else if (branch.seenElse) {
        state.report.error(
          "idl/directive",
          name,
          `#${name.text} after #else`,
          "#else must be the last branch.",
        );
        branch.active = false;
      } else {
        branch.seenElse = name.text === "else";
        branch.active = !branch.done && (name.text === "else" || holds(state, line, name));
        branch.done ||= branch.active;
      }
      return true;
    default:
      return false;
  }
}

function holds(state: State, line: readonly Token[], name: Token): boolean {
  if (name.text === "if" || name.text === "elif")
    return evaluateCondition(state.macros, line.slice(2), name, state.report);
  const word = line[2];
  if (word === undefined || word.kind !== TokenKind.Word) {
    state.report.error(
      "idl/directive",
      name,
      `#${name.text} needs the name of a macro`,
      `Write #${name.text} NAME.`,
    );
    return false;
  }
  return state.macros.table.has(word.text) === (name.text === "ifdef");
}

function include(state: State, file: SourceFile, line: readonly Token[], next = false): void {
  const target = includeTarget(state, line);
  const place = line[2] ?? (line[1] as Token);
  if (target === undefined) {
    state.report.error(
      "idl/include",
      place,
      "#include needs a file",
      'Write #include "file" or #include <file>.',
    );
    return;
  }
  const found = state.readInclude(target.name, { from: file.name, system: target.system, next });
  if (found === undefined) {
    state.report.error(
      "idl/include",
      target.span,
      `cannot find ${target.name}`,
      "Check the name and the include folders (-I).",
    );
    return;
  }
  state.included.add(found.file);
  if (state.once.has(found.file)) return;
  const tooMany = ++state.includes > MOST_INCLUDES || state.output.length > MOST_TOKENS;
  if (tooMany || state.depth >= DEEPEST_INCLUDE) {
    state.report.error(
      "idl/include",
      target.span,
      tooMany ? "these includes never end" : `includes are nested more than ${DEEPEST_INCLUDE} deep`,
      "A file includes itself; guard it with #ifndef.",
    );
    return;
  }
  state.depth++;
  readFile(state, sourceFile(found.file, found.text));
  state.depth--;
}

function includeTarget(
  state: State,
  line: readonly Token[],
): { name: string; system: boolean; span: Span } | undefined {
  let rest = line.slice(2);
  if (rest[0]?.kind === TokenKind.Word) {
    const expanded: Token[] = [];
    for (let at = 0; at < rest.length; ) at = expandLine(state.macros, rest, at, expanded);
    rest = expanded;
  }
  const first = rest[0];
  const last = rest[rest.length - 1];
  if (first === undefined || last === undefined) return undefined;
  const span: Span = { file: first.file, start: first.start, end: last.end };
  if (first.kind === TokenKind.String) return { name: first.text.slice(1, -1), system: false, span: first };
  if (first.text !== "<") return undefined;
  const close = rest.findIndex((token) => token.text === ">");
  if (close === -1) return undefined;
  return { name: sourceOf(rest.slice(1, close)), system: true, span };
}

function pragma(state: State, file: SourceFile, line: readonly Token[]): void {
  const rest = line.slice(2);
  if (rest[0]?.text === "once") state.once.add(file.name);
  state.pragmas.push({ text: sourceOf(rest), span: line[1] as Token });
}

/** `# 12 "file"`: the next line is line 12 of file. */
function lineMarker(
  file: SourceFile,
  line: readonly Token[],
  number: Token | undefined,
  name: Token | undefined,
): void {
  const value = Number.parseInt(number?.text ?? "", 10);
  if (number === undefined || Number.isNaN(value)) return;
  const last = line[line.length - 1] as Token;
  const newline = file.text.indexOf("\n", last.end);
  if (newline === -1) return;
  const spelled = name?.kind === TokenKind.String ? name.text.slice(1, -1) : undefined;
  const before = file.markers[file.markers.length - 1]?.name ?? file.name;
  file.markers.push({ offset: newline + 1, name: spelled ?? before, line: value });
}

function sourceOf(tokens: readonly Token[]): string {
  return tokens.map((token, index) => (index > 0 && token.spaceBefore ? " " : "") + token.text).join("");
}
