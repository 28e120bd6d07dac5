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
  buildLineMap,
  markerName,
  type Slice,
  type TextRange,
} from "../model/index.js";

/** Preprocessed sections by number; each begins with a line marker and ends with a newline. */
export interface ExpandedTail {
  readonly sections: readonly (string | undefined)[];
}

/** One piece of an aspect file that goes through the preprocessor. */
export interface TailSection {
  readonly file: AspectFile;
  readonly range: TextRange;
  readonly kind: "prelude" | "member" | "parameter" | "body" | "slice" | "thread";
}

const TAIL_FILE = "<weft-tail>";
const TAIL_START = /^#(?:line)? 1 "<weft-tail>".*$/m;
const SECTION_MARKER = /^__weft_section_(begin|end)_(\d+)\n/gm;
const TAIL_MARKERS = /^#(?:line)? \d+ "<weft-tail>".*\n/gm;

/** Text to append to a unit, newline first. Empty when the files hold nothing. Latin1. */
export function renderTail(files: readonly AspectFile[]): string {
  const sections = sectionsOf(files);
  if (sections.length === 0) return "";
  const lines = new Map(files.map((file) => [file, buildLineMap(file.text, file.file)]));
  const parts = sections.map((section, index) => {
    const text = section.file.text.slice(section.range.start, section.range.end);
    const { line, column } = lines.get(section.file)!.positionAt(section.range.start);
    const marker = `#line ${line} "${markerName(section.file.file)}"`;
    const tail = `#line 1 "${TAIL_FILE}"`;
    return `${tail}\n__weft_section_begin_${index}\n${marker}\n${" ".repeat(column - 1)}${text}\n${tail}\n__weft_section_end_${index}\n`;
  });
  return `\n${parts.join("")}`;
}

/** Splits preprocessed text of a unit with its tail. `tail` is absent when the text has none. */
export function splitTail(preprocessed: string): { unitText: string; tail?: ExpandedTail } {
  const start = TAIL_START.exec(preprocessed)?.index;
  if (start === undefined) return { unitText: preprocessed };
  return { unitText: preprocessed.slice(0, start), tail: readSections(preprocessed.slice(start)) };
}

/** The tail as it is written, macros not expanded: for texts that will still be preprocessed, and for previews. */
export function unexpandedTail(files: readonly AspectFile[]): ExpandedTail {
  return readSections(renderTail(files).replace(/^#line /gm, "# "));
}

/** Text of one section; undefined when the tail lacks it. */
export function sectionText(
  tail: ExpandedTail,
  files: readonly AspectFile[],
  file: AspectFile,
  range: TextRange,
): string | undefined {
  const index = sectionsOf(files).findIndex(
    (section) =>
      section.file === file && section.range.start === range.start && section.range.end === range.end,
  );
  return index === -1 ? undefined : tail.sections[index];
}

/** What goes through the preprocessor, in the order of the text, so that `#if` and `#define` reach what follows. */
export function sectionsOf(files: readonly AspectFile[]): TailSection[] {
  const cached = SECTIONS.get(files);
  if (cached !== undefined) return cached;
  const sections = files.flatMap((file) =>
    [
      ...(file.thread ? [{ file, range: file.thread.expression, kind: "thread" } as const] : []),
      ...file.prelude.map((range): TailSection => ({ file, range, kind: "prelude" })),
      ...file.aspects.flatMap((aspect) => aspectSections(file, aspect)),
      ...(file.slices ?? []).flatMap((slice) => sliceSections(file, slice)),
    ].sort((a, b) => a.range.start - b.range.start),
  );
  SECTIONS.set(files, sections);
  return sections;
}

function aspectSections(file: AspectFile, aspect: Aspect): TailSection[] {
  const members = uniqueRanges(aspect.members.map((member) => member.range));
  const advice = aspect.advice.flatMap(({ parameters, body }): TailSection[] => [
    ...parameters.map(({ range }): TailSection => ({ file, range, kind: "parameter" })),
    { file, range: body, kind: "body" },
  ]);
  const slices = (aspect.introductions ?? []).flatMap(({ slice }) =>
    "reference" in slice ? [] : sliceSections(file, slice),
  );
  return [...members.map((range): TailSection => ({ file, range, kind: "member" })), ...advice, ...slices];
}

function sliceSections(file: AspectFile, { members, bases, definitions }: Slice): TailSection[] {
  const ranges = [
    ...(bases ? [bases] : []),
    ...(members ? [members] : []),
    ...definitions.map(({ range }) => range),
  ];
  return ranges.map((range): TailSection => ({ file, range, kind: "slice" }));
}

const SECTIONS = new WeakMap<readonly AspectFile[], TailSection[]>();

/** A section ends at the next marker: its own end marker may stand in a part that `#if` left out. */
function readSections(tailText: string): ExpandedTail {
  const sections: (string | undefined)[] = [];
  const parts = tailText.split(SECTION_MARKER);
  for (let index = 1; index < parts.length; index += 3) {
    if (parts[index] !== "begin") continue;
    sections[Number(parts[index + 1])] = (parts[index + 2] as string).replace(TAIL_MARKERS, "");
  }
  return { sections };
}

function uniqueRanges(ranges: readonly TextRange[]): TextRange[] {
  return ranges.filter(
    (range, index) => ranges.findIndex((r) => r.start === range.start && r.end === range.end) === index,
  );
}
