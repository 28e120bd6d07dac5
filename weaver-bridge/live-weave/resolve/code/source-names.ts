/**
 * What the sources name at an instruction: members, and which of them are only written; structs. By the text alone, as far as
 * a statement goes; what macros hide is not seen.
 */
import { withoutCommentsAndStrings } from "../../../c-text/index.js";
import {
  AT,
  type CodeCopy,
  type DebugInfo,
  type EntryId,
  type Functions,
  type LineRow,
  type LineTable,
  type NamedHere,
} from "../../../object-code/index.js";
import { declaredAt } from "./debug-entities.js";
import { functionText } from "./function-text.js";

/** The text of a source as it was when the image was made; undefined where it is not to be had. */
export type SourceText = (file: string) => string | undefined;

const LONGEST_STATEMENT = 12;
const NONE: ReadonlySet<string> = new Set();
const WORD = /[A-Za-z_]\w*/g;

export interface SourceContext {
  readonly debug: DebugInfo;
  readonly functions: Functions;
  readonly textOf: SourceText;
  /** What is called and is none may be a macro. */
  isFunction(name: string): boolean;
}

export function createSourceNames({ debug, functions, textOf, isFunction }: SourceContext) {
  const { linesOf, ...readSources } = createSourceLines(textOf);
  const places = new Map<string, (NamedHere & Statement) | undefined>();
  const around = new Map<EntryId, Pick<NamedHere, "around" | "wordsAround">>();
  const body = bodyOf(debug, linesOf);
  const namedAround = (origin: EntryId): Pick<NamedHere, "around" | "wordsAround"> => {
    const known = around.get(origin);
    if (known !== undefined) return known;
    const text = body(origin)?.text ?? "";
    const found = { around: membersIn(text), wordsAround: new Set(text.match(WORD)) };
    around.set(origin, found);
    return found;
  };
  /** Identifiers in a line; undefined where its text is not to be had. */
  const wordsIn = (file: string, line: number): ReadonlySet<string> | undefined => {
    const text = linesOf(file)?.[line - 1];
    return text === undefined ? undefined : new Set(text.match(WORD));
  };
  const namesOf = ({ file, line }: Pick<LineRow, "file" | "line">, origin: EntryId) => {
    const key = `${file}:${line} ${origin}`;
    if (places.has(key)) return places.get(key);
    const lines = linesOf(file);
    const whole = lines && statementAt(lines, line - 1);
    const own = body(origin);
    // A function of one line, which may stand beside others.
    const isAll = own?.file === file && own.line === line && !own.text.includes("\n");
    const text = isAll ? own.text : whole;
    const isHead = text !== undefined && !/;|\breturn\b/.test(text);
    const isConstant = text !== undefined && CONSTANT.test(text.trim());
    const names =
      text === undefined
        ? undefined
        : { ...namesIn(text, isFunction), isHead, isConstant, ...namedAround(origin) };
    places.set(key, names);
    return names;
  };
  const namesAt = (address: number): NamedHere | undefined => {
    const copy = functions.innermostAt(address);
    const own = functions.ownAt(address);
    const table = own && debug.lines(debug.entries.unitOf(own.entry));
    const row = table?.rowAt(address);
    if (row === undefined || copy === undefined || row.line === 0) return undefined;
    const names = namesOf(row, copy.origin);
    if (names === undefined || names.members.size > 0 || names.hasWhole) return names;
    for (const other of othersAt(table as LineTable, row, own as CodeCopy, names)) {
      const more = namesOf(other, copy.origin);
      if (more !== undefined && (more.members.size > 0 || more.hasWhole))
        return { ...more, words: new Set([...names.words, ...more.words]) };
    }
    return names;
  };
  const wholes = new Map<EntryId, NamedHere | undefined>();
  const namesAround = (address: number): NamedHere | undefined => {
    const origin = functions.innermostAt(address)?.origin;
    if (origin === undefined) return undefined;
    if (wholes.has(origin)) return wholes.get(origin);
    const text = body(origin)?.text;
    const names = text === undefined ? undefined : { ...namesIn(text, isFunction), ...namedAround(origin) };
    wholes.set(origin, names);
    return names;
  };
  /** Lines of a function that call the function itself, by its name. */
  const callsOfItself = (origin: EntryId): number[] => {
    const name = debug.text(origin, AT.name);
    const found = body(origin);
    if (name === undefined || found === undefined) return [];
    const call = new RegExp(`\\b${name}\\s*\\(`, "g");
    return found.text.split("\n").flatMap((text, index) => {
      const count = [...text.matchAll(call)].length;
      return count > (index === 0 ? 1 : 0) ? [found.line + index] : [];
    });
  };
  /** Whole lines, without comments; undefined where the text is not to be had. */
  const statement = ({ file, line }: { readonly file: string; readonly line: number }) => {
    const lines = line === 0 ? undefined : linesOf(file);
    return lines?.[line - 1] === undefined ? undefined : statementAt(lines, line - 1);
  };
  return {
    ...{ namesAt, namesAround, wordsIn, callsOfItself, bodyOf: body, statementAt: statement },
    callsMacro: (text: string) => callsMacro(text, isFunction),
    ...readSources,
  };
}

/** Each file once, without comments. */
function createSourceLines(textOf: SourceText) {
  const files = new Map<string, readonly string[] | undefined>();
  const linesOf = (file: string) => {
    if (!files.has(file)) {
      const text = textOf(file);
      files.set(file, text === undefined ? undefined : withoutCommentsAndStrings(text).split("\n"));
    }
    return files.get(file);
  };
  return {
    linesOf,
    isThere: (file: string) => linesOf(file) !== undefined,
    /** Files that were asked for, and are not to be had as they were when the image was made. */
    missing: () => [...files].flatMap(([file, lines]) => (lines === undefined ? file : [])),
  };
}

/** What a line is that names no member. */
interface Statement {
  /** Of a function, without any of its statements. */
  readonly isHead: boolean;
  /** `int r = 1;` */
  readonly isConstant: boolean;
}

const CONSTANT = /^[\w\s]*=\s*-?\w+\s*;$/;

/**
 * Of a row whose line names no member: other rows of the same instruction (compilers give it to two statements that were
 * folded); of what was moved to where the function begins the line behind that; of a variable's first value the statement
 * that decides whether it keeps it.
 */
function othersAt(
  table: LineTable,
  row: LineRow,
  { start, ranges }: CodeCopy,
  { isHead, isConstant }: Statement,
): LineRow[] {
  const found = table.rowsIn(row.address, row.address + 1).filter(({ line }) => line !== row.line);
  found.reverse();
  const [first] = table.rowsIn(start, start + 1);
  if (isHead && first?.line === row.line && first.file === row.file)
    found.push(
      ...table
        .rowsIn(row.address + 1, row.address + MOVED)
        .filter(({ line }) => line > 0 && line !== row.line)
        .slice(0, 1),
    );
  if (isConstant)
    found.push(
      ...ranges
        .flatMap((range) => table.rowsIn(range.start, range.end))
        .filter(({ file, line }) => file === row.file && line > row.line && line <= row.line + BEHIND)
        .sort((left, right) => left.line - right.line),
    );
  return found;
}

/** Lines from a variable's first value to what decides. */
const BEHIND = 8;

/** In bytes: code is moved in front of what sets up a frame, not farther. */
const MOVED = 64;

/** A function's text from its head on, without comments; undefined where it is not to be had, or has no end. */
const bodyOf =
  (debug: DebugInfo, linesOf: (file: string) => readonly string[] | undefined) => (origin: EntryId) => {
    const { file, line } = declaredAt(debug, origin);
    const text = functionText(linesOf(file) ?? [], line, debug.text(origin, AT.name) ?? "");
    return text === undefined ? undefined : { file, line, text };
  };

/** From behind the statement before to the end of this one, whole lines. */
function statementAt(lines: readonly string[], index: number): string {
  const isEnd = (line: string | undefined) => line === undefined || /[;{}]\s*$|^\s*(?:#.*)?$/.test(line);
  let [first, last] = [index, index];
  while (index - first < LONGEST_STATEMENT && !isEnd(lines[first - 1])) first--;
  while (last - index < LONGEST_STATEMENT && !isEnd(lines[last])) last++;
  return lines.slice(first, last + 1).join("\n");
}

const MEMBER = /(?:->|\.)\s*([A-Za-z_]\w*)/g;

const membersIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(MEMBER)].map(([, name = ""]) => name));

function namesIn(
  text: string,
  isFunction: (name: string) => boolean,
): Omit<NamedHere, "around" | "wordsAround"> {
  const members = membersIn(text);
  const structs = new Set([...text.matchAll(/\b(?:struct|union)\s+(\w+)/g)].map(([, name = ""]) => name));
  const words = new Set(text.match(WORD));
  const isNeighbour = /\[\s*(?:-\s*)?\d+\s*\]\s*\.|[+-]\s*\d+\s*\)\s*->/.test(text);
  const hasMacro = callsMacro(text, isFunction);
  const assigned = members.size === 0 ? NONE : assignedIn(text, members);
  const read = members.size === 0 ? NONE : readIn(text, members);
  const hasWhole = !text.includes("[") && WHOLE.test(text);
  const led = new Set([...text.matchAll(LED)].map(([, name = ""]) => name));
  return { members, structs, words, isNeighbour, hasWhole, led, hasMacro, assigned, read, ...takenIn(text) };
}

/** `*pp = b`, `if (**pp)`: not `a * b`, and no declaration. */
const LED = /(?:^|[(,=!&|;{}?:<>+-]|\breturn)[^\S\n]*\*+\s*(?:\(+\s*)?([A-Za-z_]\w*)/gm;

/** Something is called that is no function. */
function callsMacro(text: string, isFunction: (name: string) => boolean): boolean {
  const called = [...text.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].map(([, name = ""]) => name);
  return called.some((name) => !KEYWORDS.has(name) && !isFunction(name));
}

/** `*p = *q`, `s = *p`, `*p = f()` */
const WHOLE = /=\s*\*\s*\w+\s*[;,)]|(?:^|[;{}(),])[^\S\n]*\*\s*\w+\s*=(?!=)/m;

const KEYWORDS = new Set("if for while switch return sizeof do else".split(" "));

/** Each time that they stand there they are written, or lead to something else. */
function assignedIn(text: string, members: ReadonlySet<string>): ReadonlySet<string> {
  const others = new Set<string>();
  for (const found of text.matchAll(MEMBER)) {
    const behind = text.slice(found.index + found[0].length);
    if (!/^(?:\s*\[[^\]]*\])*\s*(?:=(?!=)|->|\.)/.test(behind)) others.add(found[1] ?? "");
  }
  return new Set([...members].filter((name) => !others.has(name)));
}

/** Each time that they stand there they are read: none is written, stepped, or has its address taken. */
function readIn(text: string, members: ReadonlySet<string>): ReadonlySet<string> {
  const others = new Set<string>();
  for (const found of text.matchAll(MEMBER)) {
    const [before, behind] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
    if (WRITES_BEHIND.test(behind) || /$(?<=(?:\+\+|--|(?<!&)&)[\w\s>.()[\]-]*)/.test(before.slice(-80)))
      others.add(found[1] ?? "");
  }
  return new Set([...members].filter((name) => !others.has(name)));
}

const WRITES_BEHIND = /^(?:\s*\[[^\]]*\])*\s*(?:\)+\s*)?(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/;

/** Behind a cast too, as far as its words show that it is none of a value. */
const TAKEN =
  /(?:^|[(,=?:!&|{;[]|\breturn|(?:\*|\b(?:long|int|char|short|unsigned|[a-z]\w*_t|[us]\d+))\s*\))\s*(?<!&)&(?!&)\s*(\(*[\w\s>.()[\]-]*)/gm;

/** Not `a & p->flags`; and what is not indexed, which of arrays is their address. */
function takenIn(text: string): Pick<NamedHere, "taken" | "decayed"> {
  const [taken, decayed] = [new Set<string>(), new Set<string>()];
  for (const [, path = ""] of text.matchAll(TAKEN)) for (const name of membersIn(path)) taken.add(name);
  for (const one of text.matchAll(MEMBER))
    if (!/^\s*(?:\[|->|\.)/.test(text.slice(one.index + one[0].length))) decayed.add(one[1] ?? "");
  return { taken, decayed };
}
