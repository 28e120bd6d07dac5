/**
 * An `.ah` file as C or C++ that clangd understands, of exactly the same shape:
 *
 *     aspect Trace {                                                 struct Trace {                        (C: blank)
 *       advice execution("% f(...)") : before() { log(tjp->arg0); }    __weft_0_0()                      { log(tjp->arg0); }
 *     };                                                             };                                    (C: blank)
 *
 * Bodies, members and file-scope text keep every character in its place, so the map between both is the identity and
 * needs no table. `__weft_A_N` is a macro of the generated header (see `join-point-header.ts`) that opens a function
 * with a typed `tjp`; context variables stay where they are, as its parameters. In C, members of aspects are at file
 * scope; in C++ an aspect is a class, `aspect` and `struct` being of one length.
 */

import { blank, withoutComments } from "@weft/weaver-bridge/c-text";
import type { Aspect, AspectFile, Introduction, Language, Slice, TextRange } from "@weft/weaver-bridge/model";
import { aspectDeclarations, preludeIncludes } from "@weft/weaver-bridge/pointcut";
import type { AspectDocument } from "../../workspace/index.js";

export interface Projection {
  readonly language: Language;
  /** Same length and line ends as the `.ah` text (UTF-16). */
  readonly text: string;
  /** UTF-16 offsets of what is verbatim, in order: there, and only there, clangd's answers mean the `.ah` file. */
  readonly verbatim: readonly TextRange[];
  /** UTF-16 offsets at which text begins that only clangd sees. */
  readonly generated: readonly number[];
  /** Slices: their names mean what they mean in the classes that get them, so only their syntax can be judged here. */
  readonly slices: readonly TextRange[];
}

/** Name of the header's macro that opens the advice function. */
export function adviceMacro(aspectIndex: number, adviceIndex: number): string {
  return `__weft_${aspectIndex}_${adviceIndex}`;
}

/** Name of the header's macro that stands first in the class of an aspect without advice, and declares `aspectof`. */
export function aspectMacro(aspectIndex: number): string {
  return `__weft_${aspectIndex}`;
}

/** What the projection holds; byte offsets until {@link projectAspect} turns them. */
interface Layout {
  readonly verbatim: TextRange[];
  /** Text for clangd alone. */
  readonly carried: TextRange[];
  /** Inside of what is verbatim or carried, yet not C. */
  readonly holes: TextRange[];
  readonly slices: TextRange[];
  readonly openings: Opening[];
}

/** Text that stands for what the `.ah` file has from `at` until `until`, somewhere in there. */
interface Opening {
  readonly at: number;
  readonly until: number;
  readonly text: string;
}

export function projectAspect(document: AspectDocument, language: Language): Projection {
  const { file, source } = document;
  const { text, bytes } = source;
  const layout: Layout = { verbatim: [], carried: [], holes: [], slices: [], openings: [] };
  layout.verbatim.push(...file.prelude);
  // Aspect files are no C; what they declare comes with the generated header.
  layout.holes.push(
    ...preludeIncludes(file).flatMap(({ range, isAspectFile }) => (isAspectFile ? [range] : [])),
  );
  if (language === "c++") layout.carried.push(...namespaceBrackets(file));
  file.aspects.forEach((aspect, index) => {
    if (language === "c") layout.verbatim.push(...aspect.members.map(({ range }) => range));
    else layOutClass(layout, aspect, index);
    layOutAdvice(layout, aspect, index);
    for (const introduction of aspect.introductions ?? []) layOutIntroduction(layout, introduction, index);
  });
  for (const slice of file.slices ?? []) layOutNamedSlice(layout, slice);
  const utf16 = ({ start, end }: TextRange): TextRange => ({
    start: bytes.toUtf16(start),
    end: bytes.toUtf16(end),
  });
  const holes = layout.holes.map(utf16);
  const verbatim = without(layout.verbatim.map(utf16), holes);
  const openings = layout.openings.map((opening) => ({
    at: bytes.toUtf16(opening.at),
    until: bytes.toUtf16(opening.until),
    text: opening.text,
  }));
  const shown = [...verbatim, ...without(layout.carried.map(utf16), holes)];
  return {
    language,
    text: compose(text, shown, openings),
    verbatim,
    generated: openings.map(({ at }) => at),
    slices: layout.slices.map(utf16),
  };
}

/** Namespaces that hold nothing but aspects are no part of the prelude. */
function namespaceBrackets({ text, prelude, aspects, slices = [], pointcuts }: AspectFile): TextRange[] {
  const known = [
    ...prelude,
    ...[...aspects, ...pointcuts].map(({ range }) => range),
    ...slices.flatMap(({ range, definitions }) => [range, ...definitions.map((item) => item.range)]),
  ];
  return without([{ start: 0, end: text.length }], known).flatMap(({ start, end }) =>
    [...withoutComments(text.slice(start, end)).matchAll(/\bnamespace\b[^{};"]*\{|\}/g)].map(
      ({ index, 0: found }) => ({ start: start + index, end: start + index + found.length }),
    ),
  );
}

function layOutClass(layout: Layout, aspect: Aspect, index: number): void {
  const { range, body, advice } = aspect;
  if (body === undefined) return;
  const word = { start: range.start, end: range.start + "aspect".length };
  layout.holes.push(word);
  layout.openings.push({ at: word.start, until: word.end, text: "struct" });
  layout.carried.push({ start: aspect.nameRange.start, end: body.start });
  layout.carried.push({ start: body.end, end: range.end });
  layout.verbatim.push(body);
  const declarations = aspectDeclarations(aspect);
  layout.holes.push(...declarations);
  const [first] = declarations;
  if (advice.length === 0 && first !== undefined)
    layout.openings.push({ at: first.start, until: first.end, text: aspectMacro(index) });
}

function layOutAdvice(layout: Layout, aspect: Aspect, aspectIndex: number): void {
  for (const { index, header, parameters: all, body } of aspect.advice) {
    const macro = adviceMacro(aspectIndex, index);
    const [first, last] = [all[0], all.at(-1)];
    keep(layout, body);
    if (first === undefined || last === undefined) {
      layout.openings.push({ at: header.start, until: header.end, text: `${macro}()` });
      continue;
    }
    const parameters = { start: first.range.start, end: last.range.end };
    keep(layout, parameters);
    layout.openings.push({ at: header.start, until: parameters.start, text: `${macro}(` });
    layout.openings.push({ at: parameters.end, until: header.end, text: ")" });
  }
}

/** An unnamed slice becomes a class beside the aspect's members. */
function layOutIntroduction(
  layout: Layout,
  { range, slice, index }: Introduction,
  aspectIndex: number,
): void {
  if ("reference" in slice || slice.members === undefined) return;
  const until = slice.bases?.start ?? slice.members.start - 1;
  layout.openings.push({ at: range.start, until, text: `struct weft_s${aspectIndex}_${index}` });
  const body = { start: slice.members.start - 1, end: slice.members.end + 1 };
  keep(layout, body);
  layout.slices.push(body);
  layout.openings.push({ at: body.end, until: body.end + 1, text: ";" });
}

function layOutNamedSlice(layout: Layout, { range, definitions }: Slice): void {
  const own = { start: range.start + "slice".length, end: range.end };
  for (const part of [own, ...definitions.map((definition) => definition.range)]) {
    keep(layout, part);
    layout.slices.push(part);
  }
}

/** Verbatim, also where it lies in a hole. */
function keep(layout: Layout, range: TextRange): void {
  const around = layout.holes.findIndex(({ start, end }) => start <= range.start && range.end <= end);
  const hole = layout.holes[around];
  if (hole !== undefined) {
    layout.holes.splice(around, 1);
    layout.holes.push({ start: hole.start, end: range.start }, { start: range.end, end: hole.end });
  }
  if (!layout.verbatim.some(({ start, end }) => start <= range.start && range.end <= end))
    layout.verbatim.push(range);
}

/** True where clangd's view of this place is the user's: inside C, or at its very end where nothing generated follows. */
export function isVerbatim({ verbatim, generated }: Projection, offset: number): boolean {
  return verbatim.some(
    ({ start, end }) => start <= offset && (offset < end || (offset === end && !generated.includes(offset))),
  );
}

/** In order, cut where there are holes. */
function without(ranges: readonly TextRange[], holes: readonly TextRange[]): TextRange[] {
  const inOrder = [...holes].sort((a, b) => a.start - b.start);
  return ranges
    .flatMap(({ start, end }) => {
      const parts: TextRange[] = [];
      let from = start;
      for (const hole of inOrder) {
        if (hole.end <= from || hole.start >= end) continue;
        if (hole.start > from) parts.push({ start: from, end: hole.start });
        from = hole.end;
      }
      return from < end ? [...parts, { start: from, end }] : parts;
    })
    .sort((a, b) => a.start - b.start);
}

function compose(text: string, shown: readonly TextRange[], openings: readonly Opening[]): string {
  const opened: { at: number; text: string }[] = [];
  // Of an aspect without advice, the first declaration has room for two.
  for (const opening of [...openings].sort((a, b) => a.at - b.at)) {
    const last = opened.at(-1);
    const free = last === undefined ? 0 : last.at + last.text.length + 1;
    opened.push(...fit(text, { ...opening, at: Math.max(opening.at, Math.min(free, opening.until)) }));
  }
  const pieces = [
    ...shown.map(({ start, end }) => ({ at: start, text: text.slice(start, end) })),
    ...opened,
  ].sort((a, b) => a.at - b.at);
  let result = "";
  for (const piece of pieces) {
    if (piece.at < result.length) continue;
    result += blank(text.slice(result.length, piece.at)) + piece.text;
  }
  return result + blank(text.slice(result.length));
}

/** The first place where the opening covers no line end. A header is longer than its opening, so there is one. */
function fit(text: string, opening: Opening): { at: number; text: string }[] {
  const { length } = opening.text;
  for (let at = opening.at; at + length <= opening.until; at++)
    if (!/[\r\n]/.test(text.slice(at, at + length))) return [{ at, text: opening.text }];
  return [];
}
