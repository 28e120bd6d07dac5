/**
 * The aspect tail: what is appended to a unit before preprocessing, so that macros in advice bodies expand in the
 * unit's context and includes of aspects come after the unit's own. After preprocessing, the tail is split off again
 * into sections (preludes, members, advice parameters, advice bodies), each under line markers of its `.ah` file.
 *
 *     #line 1 "<weft-tail>"
 *     __weft_section_begin_3
 *     #line 12 "trace.ah"
 *               { printk("in\n"); }
 *     #line 1 "<weft-tail>"
 *     __weft_section_end_3
 *
 * Section numbers follow from the aspect files alone: rendering and splitting must be given the same files.
 */
import {
  type Aspect,
  type AspectFile,
  type Language,
  markerName,
  type Slice,
  type TextRange,
  withIncludes,
} from "../../model/index.js";
import { closingBracket, tokenize } from "../text/c-tokens.js";
import { aspectLines } from "./aspect-lines.js";

/** Preprocessed sections by number; each begins with a line marker and ends with a newline. */
export interface ExpandedTail {
  readonly sections: readonly (string | undefined)[];
  /** Value of `__cplusplus` in the unit; absent in C. */
  readonly cplusplus?: number;
  /** Whether objects know their class at run time; absent in C. */
  readonly rtti?: boolean;
}

/** One piece of an aspect file that goes through the preprocessor. */
export interface TailSection {
  readonly file: AspectFile;
  readonly range: TextRange;
  /** `class` is text of an aspect's class in C++ that is not advice; `base` its base clause. */
  readonly kind: "prelude" | "member" | "parameter" | "body" | "class" | "base" | "slice" | "thread";
  /** Absent for the prelude. */
  readonly aspect?: Aspect;
}

export const TAIL_FILE = "<weft-tail>";
const SECTION_MARKER = /^__weft_section_(begin|end)_(\d+)\n/gm;
export const TAIL_MARKERS = /^#(?:line)? \d+ "<weft-tail>".*\n/gm;

/** The name under which the compiler finds what an aspect file includes in quotes. */
export type LocateInclude = (file: AspectFile, name: string) => string;

const asWritten: LocateInclude = (_, name) => name;

/** Text to append to a unit, newline first. Empty when the files hold nothing. Latin1. */
export function renderTail(
  files: readonly AspectFile[],
  language: Language = "c",
  locate: LocateInclude = asWritten,
): string {
  const sections = sectionsOf(files, language);
  if (sections.length === 0) return "";
  const parts = sections.map((section, index) => {
    const frame = frameOf(section, index);
    return frame === undefined ? "" : `${frame.before}${sectionSource(section, files, locate)}${frame.after}`;
  });
  const version =
    language === "c++" ? `#line 1 "${TAIL_FILE}"\n${VERSION} __cplusplus\n${RTTI} __GXX_RTTI\n` : "";
  return `\n${parts.join("")}${version}`;
}

/** Absent of a section that says nothing. */
type Frame = Readonly<Record<"before" | "after", string>> | undefined;

const FRAMES = new WeakMap<TailSection, Frame>();

/** What stands around a section. */
function frameOf(section: TailSection, index: number): Frame {
  let frame = FRAMES.get(section);
  if (frame !== undefined || FRAMES.has(section)) return frame;
  if (isGap(section)) {
    FRAMES.set(section, undefined);
    return undefined;
  }
  const { line, column } = aspectLines(section.file).positionAt(section.range.start);
  const marker = `#line ${line} "${markerName(section.file.file)}"`;
  const tail = `#line 1 "${TAIL_FILE}"`;
  frame = {
    before: `${tail}\n__weft_section_begin_${index}\n${marker}\n${" ".repeat(column - 1)}`,
    after: `\n${tail}\n__weft_section_end_${index}\n`,
  };
  FRAMES.set(section, frame);
  return frame;
}

const COMMENT = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Blanks and comments between what an aspect or its file declares. */
const isGap = ({ file, range, kind }: TailSection) =>
  (kind === "class" || kind === "prelude") &&
  file.text.slice(range.start, range.end).replace(COMMENT, "").trim() === "";

const VERSION = "__weft_cplusplus";
const RTTI = "__weft_rtti";

function sectionSource(
  { file, range, kind }: TailSection,
  files: readonly AspectFile[],
  locate: LocateInclude,
): string {
  const text = file.text.slice(range.start, range.end);
  return kind === "prelude" ? withoutAspectIncludes(file, text, files, locate) : text;
}

/** An aspect file that another one includes comes as a file of its own; each comes once. */
export function withoutAspectIncludes(
  file: AspectFile,
  text: string,
  files: readonly AspectFile[],
  locate: LocateInclude,
): string {
  if (!text.includes("#")) return text;
  const names = baseNamesOf(files);
  const located = withIncludes(text, ({ isQuoted, path }) => {
    if (names.has(baseName(path))) return undefined;
    return isQuoted ? locate(file, path) : path;
  });
  return located.replace(/^[ \t]*#[ \t]*pragma[ \t]+once\b.*$/gm, "");
}

const BASE_NAMES = new WeakMap<readonly AspectFile[], ReadonlySet<string>>();

function baseNamesOf(files: readonly AspectFile[]): ReadonlySet<string> {
  let names = BASE_NAMES.get(files);
  if (names === undefined) BASE_NAMES.set(files, (names = new Set(files.map(({ file }) => baseName(file)))));
  return names;
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Where the tail's first marker begins; the texts of units are long, so it is its name that is looked for. */
export function tailStart(text: string): number | undefined {
  const name = `"${TAIL_FILE}"`;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const line = text.lastIndexOf("\n", at) + 1;
    if (/^#(?:line)? 1 $/.test(text.slice(line, at))) return line;
  }
  return undefined;
}

/** Splits preprocessed text of a unit with its tail. `tail` is absent when the text has none. */
export function splitTail(preprocessed: string): { unitText: string; tail?: ExpandedTail } {
  const start = tailStart(preprocessed);
  if (start === undefined) return { unitText: preprocessed };
  return { unitText: preprocessed.slice(0, start), tail: readSections(preprocessed.slice(start)) };
}

/** The tail as it is written, macros not expanded: for texts that will still be preprocessed, and for previews. */
export function unexpandedTail(files: readonly AspectFile[], language: Language = "c"): ExpandedTail {
  return readSections(renderTail(files, language).replace(/^#line /gm, "# "));
}

/** Text of one section; undefined when the tail lacks it. */
export function sectionText(
  tail: ExpandedTail,
  files: readonly AspectFile[],
  file: AspectFile,
  range: TextRange,
  language: Language = "c",
): string | undefined {
  const sections = sectionsOf(files, language);
  let numbers = NUMBERS.get(sections);
  if (numbers === undefined) NUMBERS.set(sections, (numbers = numbersOf(sections)));
  const number = numbers.get(file)?.get(`${range.start} ${range.end}`);
  return number === undefined ? undefined : tail.sections[number];
}

type SectionNumbers = ReadonlyMap<AspectFile, ReadonlyMap<string, number>>;

const NUMBERS = new WeakMap<readonly TailSection[], SectionNumbers>();

/** By file and range, the first of several. */
function numbersOf(sections: readonly TailSection[]): SectionNumbers {
  const numbers = new Map<AspectFile, Map<string, number>>();
  for (const [number, { file, range }] of sections.entries()) {
    const places = numbers.get(file) ?? new Map<string, number>();
    const place = `${range.start} ${range.end}`;
    if (!places.has(place)) places.set(place, number);
    numbers.set(file, places);
  }
  return numbers;
}

/** What goes through the preprocessor, in the order of the text, so that `#if` and `#define` reach what follows. */
export function sectionsOf(files: readonly AspectFile[], language: Language = "c"): TailSection[] {
  const cache = SECTIONS[language];
  const cached = cache.get(files);
  if (cached !== undefined) return cached;
  const sections = files.flatMap((file) =>
    [
      ...(file.thread ? [{ file, range: file.thread.expression, kind: "thread" } as const] : []),
      ...file.prelude.map((range): TailSection => ({ file, range, kind: "prelude" })),
      ...file.aspects.flatMap((aspect) =>
        language === "c" ? aspectSections(file, aspect) : classSections(file, aspect),
      ),
      ...(file.slices ?? []).flatMap((slice) => sliceSections(file, slice)),
    ].sort((a, b) => a.range.start - b.range.start),
  );
  cache.set(files, sections);
  return sections;
}

function aspectSections(file: AspectFile, aspect: Aspect): TailSection[] {
  const members = uniqueRanges(aspect.members.map((member) => member.range));
  return [
    ...members.map((range): TailSection => ({ file, range, kind: "member", aspect })),
    ...adviceSections(file, aspect),
    ...inlineSlices(file, aspect),
  ];
}

/** Slices that are written in advice. */
function inlineSlices(file: AspectFile, aspect: Aspect): TailSection[] {
  return (aspect.introductions ?? []).flatMap(({ slice }) =>
    "reference" in slice || slice.name !== "" ? [] : sliceSections(file, slice),
  );
}

function sliceSections(file: AspectFile, { members, bases, definitions }: Slice): TailSection[] {
  const ranges = [
    ...(bases ? [bases] : []),
    ...(members ? [members] : []),
    ...definitions.map(({ range }) => range),
  ];
  return ranges.map((range): TailSection => ({ file, range, kind: "slice" }));
}

function adviceSections(file: AspectFile, aspect: Aspect): TailSection[] {
  return aspect.advice.flatMap(({ parameters, body }): TailSection[] => [
    ...parameters.map(({ range }): TailSection => ({ file, range, kind: "parameter", aspect })),
    { file, range: body, kind: "body", aspect },
  ]);
}

/** In C++ an aspect is a class: its base clause, and its body without what only the weaver understands. */
function classSections(file: AspectFile, aspect: Aspect): TailSection[] {
  const { baseClause, open, close } = aspectBody(aspect, file.text);
  const gaps: TailSection[] = [];
  let at = open + 1;
  for (const { start, end } of foreignParts(file, aspect, { start: open, end: close })) {
    if (start > at) gaps.push({ file, range: { start: at, end: start }, kind: "class", aspect });
    at = Math.max(at, end);
  }
  if (at < close) gaps.push({ file, range: { start: at, end: close }, kind: "class", aspect });
  const base: TailSection[] =
    baseClause === undefined ? [] : [{ file, range: baseClause, kind: "base", aspect }];
  return [...base, ...gaps, ...adviceSections(file, aspect), ...inlineSlices(file, aspect)];
}

/** Advice, pointcuts, slices, attributes and nested aspects within the body, in order. */
export function foreignParts(file: AspectFile, aspect: Aspect, body: TextRange): TextRange[] {
  const inside = ({ range }: { readonly range: TextRange }) =>
    range.start > body.start && range.end <= body.end && !(range.start === aspect.range.start);
  return [
    ...aspect.advice,
    ...aspect.order,
    ...aspect.pointcuts,
    ...(aspect.introductions ?? []),
    ...(file.slices ?? []),
    ...(file.attributes ?? []),
    ...file.aspects,
  ]
    .filter(inside)
    .map(({ range }) => range)
    .sort((a, b) => a.start - b.start);
}

/** The base clause after `:`, and the bytes of the body's `{` and `}`. */
export function aspectBody(
  { nameRange, range, body, baseClause }: Aspect,
  text: string,
): { baseClause?: TextRange; open: number; close: number } {
  if (body !== undefined)
    return { ...(baseClause === undefined ? {} : { baseClause }), open: body.start, close: body.end - 1 };
  const tokens = tokenize(text, nameRange.end, range.end);
  const first = tokens.findIndex((token) => token.text === "{");
  const open = tokens[first]?.start ?? range.end;
  const close = tokens[closingBracket(tokens, Math.max(first, 0))]?.start ?? range.end;
  const colon = tokens[0]?.text === ":" ? { baseClause: { start: tokens[0].end, end: open } } : {};
  return { ...colon, open, close };
}

const SECTIONS = {
  c: new WeakMap<readonly AspectFile[], TailSection[]>(),
  "c++": new WeakMap<readonly AspectFile[], TailSection[]>(),
};

/** A section ends at the next marker: its own end marker may stand in a part that `#if` left out. */
function readSections(tailText: string): ExpandedTail {
  const sections: (string | undefined)[] = [];
  const parts = tailText.split(SECTION_MARKER);
  for (let index = 1; index < parts.length; index += 3) {
    if (parts[index] !== "begin") continue;
    sections[Number(parts[index + 1])] = (parts[index + 2] as string).replace(TAIL_MARKERS, "");
  }
  const version = /^__weft_cplusplus (\d+)/m.exec(tailText)?.[1];
  if (version === undefined) return { sections };
  return { sections, cplusplus: Number(version), rtti: /^__weft_rtti 1$/m.test(tailText) };
}

function uniqueRanges(ranges: readonly TextRange[]): TextRange[] {
  return ranges.filter(
    (range, index) => ranges.findIndex((r) => r.start === range.start && r.end === range.end) === index,
  );
}
