/**
 * Headers without include guards that both a unit and an aspect include: the aspect's text stands behind the unit's, so
 * what the same header says again word for word is left out there, as a guard would. Preprocessed text in, the same
 * text without the second inclusions out; line markers stay, so places do too.
 *
 *     # 1 "k.h" 1                    unit
 *     struct proc { int pid; };
 *     # 2 "u.c" 2
 *     …
 *     # 1 "/src/k.h" 1               aspect: nothing is left between these
 *     # 2 "/src/a.ah" 2
 *
 * Only what stands at file scope in both places is left out: a table of macro calls may mean something else elsewhere.
 */
import { fileOfMarker, lineMarkers } from "../../model/index.js";
import { tokenize } from "../text/c-tokens.js";
import { tailStart } from "./aspect-tail.js";

export interface HeaderReading {
  /** Whether a file (as a marker names it) is an aspect's. */
  readonly isAspect: (name: string) => boolean;
  /** One name for each file. */
  readonly pathOf: (name: string) => string;
}

/** A header that an aspect includes after others did, and that says something else there. */
export interface OtherwiseRead {
  /** By {@link HeaderReading.pathOf}. */
  readonly header: string;
  /** As the compiler names it. */
  readonly path: string;
  /** The aspect's directive, line from 1. */
  readonly file: string;
  readonly line: number;
}

export interface SeenOnce {
  readonly text: string;
  readonly otherwise: readonly OtherwiseRead[];
}

interface Inclusion {
  /** As the marker spells it. */
  readonly name: string;
  /** An aspect leads to it. */
  readonly isAspects: boolean;
  /** The text after its marker, without inclusions in it. */
  readonly own: { start: number; end: number }[];
  /** The directive in the aspect. */
  from?: { readonly file: string; readonly line: number };
}

/** `text` is preprocessed, with its tail. */
export function readOnce(text: string, reading: HeaderReading): SeenOnce {
  const tail = tailStart(text) ?? text.length;
  if (!mayReadAgain(text, tail, reading)) return { text, otherwise: [] };
  const all = inclusionsOf(text, tail, reading);
  const asked = new Set(all.flatMap(({ isAspects, name }) => (isAspects ? [baseName(name)] : [])));
  const before = new Map<string, Inclusion[]>();
  const gaps: { start: number; end: number }[] = [];
  const otherwise: OtherwiseRead[] = [];
  for (const inclusion of all) {
    if (!asked.has(baseName(inclusion.name)) || wordsOf(text, inclusion) === "") continue;
    const header = reading.pathOf(fileOfMarker(inclusion.name));
    const others = before.get(header) ?? [];
    before.set(header, [...others, inclusion]);
    const concerned = others.filter((other) => other.isAspects || inclusion.isAspects);
    if (concerned.length === 0) continue;
    if (concerned.some((other) => isSame(text, tail, other, inclusion))) gaps.push(...inclusion.own);
    else {
      const from = inclusion.from ?? concerned.find((other) => other.from !== undefined)?.from;
      if (from !== undefined) otherwise.push({ header, path: fileOfMarker(inclusion.name), ...from });
    }
  }
  return { text: withoutLines(text, gaps), otherwise };
}

/** Most aspects include what has guards, or nothing. */
function mayReadAgain(text: string, tail: number, { isAspect }: HeaderReading): boolean {
  for (const { start, name, enters } of lineMarkers(text)) {
    if (!enters) continue;
    if (start >= tail || (name.endsWith(".ah") && isAspect(fileOfMarker(name)))) return true;
  }
  return false;
}

/** In the order in which their own text ends. */
function inclusionsOf(text: string, tail: number, { isAspect }: HeaderReading): Inclusion[] {
  const done: Inclusion[] = [];
  let open: Inclusion[] = [];
  /** Where the text of the innermost begins. */
  let since = 0;
  /** Inclusions whose directive in an aspect is not known yet. */
  let waiting: Inclusion[] = [];
  for (const { start, end, line, name, enters, leaves } of lineMarkers(text)) {
    if (!enters && !leaves) continue;
    const inner = open.at(-1);
    inner?.own.push({ start: since, end: start });
    if (enters) {
      const above = inner !== undefined && (inner.isAspects || isAspect(fileOfMarker(inner.name)));
      open = [...open, { name, isAspects: start > tail || above, own: [] }];
    } else if (inner !== undefined) {
      open = open.slice(0, -1);
      done.push(inner);
      if (inner.isAspects) waiting.push(inner);
      const file = fileOfMarker(name);
      if (isAspect(file)) for (const inclusion of waiting) inclusion.from = { file, line: line - 1 };
      if (isAspect(file) || open.length === 0) waiting = [];
    }
    since = end + 1;
  }
  return done;
}

function isSame(text: string, tail: number, one: Inclusion, other: Inclusion): boolean {
  if (wordsOf(text, one) !== wordsOf(text, other)) return false;
  const scope = scopeAt(text, tail, one.own[0]?.start ?? 0);
  return scope !== undefined && scope === scopeAt(text, tail, other.own[0]?.start ?? 0);
}

/** Line markers and blanks mean nothing. */
function wordsOf(text: string, { own }: Inclusion): string {
  return own
    .map(({ start, end }) => text.slice(start, end).replace(/^# \d+ ".*$/gm, ""))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The namespaces around a place at file scope; undefined for a place inside of something. */
function scopeAt(text: string, tail: number, offset: number): string | undefined {
  const heads: string[] = [];
  let head: string[] = [];
  let open = 0;
  for (const token of tokenize(text, offset > tail ? tail : 0, offset)) {
    const word = token.text;
    if (word.startsWith("__weft_section_")) {
      head = [];
      continue;
    }
    if (word === "{") heads.push(head.join(" "));
    else if (word === "}") heads.pop();
    else if (word === "(" || word === "[") open++;
    else if (word === ")" || word === "]") open--;
    head = /^[{};]$/.test(word) ? [] : [...head, word];
    if (head.length > LONGEST_HEAD) head = head.slice(1);
  }
  const scopes = heads.filter((words) => !/^extern "C(?:\+\+)?"$/.test(words));
  const isNamed = scopes.every((words) => /^(?:inline )?namespace\b/.test(words));
  return open === 0 && head.length === 0 && isNamed ? scopes.join("::") : undefined;
}

/** Tokens that tell what a bracket opens. */
const LONGEST_HEAD = 12;

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Line ends and markers of other inclusions stay. */
function withoutLines(text: string, gaps: readonly { start: number; end: number }[]): string {
  let done = "";
  let at = 0;
  for (const { start, end } of [...gaps].sort((a, b) => a.start - b.start)) {
    done += text.slice(at, start);
    at = end;
  }
  return done + text.slice(at);
}
