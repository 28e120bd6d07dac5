/**
 * Aspects that stand in a unit's own text: it includes their file, or sources may hold aspects (`-k`). The compiler and
 * libclang get the text without what only Weft understands; in C++ the aspects are classes at their place.
 */
import { resolve } from "node:path";
import { type AspectFile, buildLineMap, type Language, type LineMap } from "../../model/index.js";
import { parseAspectSource, plainName, slicesIn, wholeSlice } from "../../pointcut/index.js";
import { standingClasses, withoutRanges } from "../../weaver/index.js";

/**
 * Aspect files that a C++ unit must include before its own text: their aspects declare types that slices name, as base
 * classes or in members (`slice class : public Observing::Subject`), and slices go into the unit's classes.
 */
export function neededFirst(files: readonly AspectFile[]): readonly AspectFile[] {
  let found = NEEDED_FIRST.get(files);
  if (found === undefined) NEEDED_FIRST.set(files, (found = namedBySlices(files)));
  return found;
}

const NEEDED_FIRST = new WeakMap<readonly AspectFile[], readonly AspectFile[]>();

function namedBySlices(files: readonly AspectFile[]): readonly AspectFile[] {
  const scopes = new Set(
    files.flatMap(sliceTexts).flatMap((text) => [...text.matchAll(SCOPE)].map(([, name]) => name)),
  );
  if (scopes.size === 0) return [];
  return files.filter(
    ({ aspects, ordinarySource }) =>
      ordinarySource !== true && aspects.some(({ name }) => scopes.has(plainName(name))),
  );
}

const SCOPE = /\b([A-Za-z_]\w*)\s*::/g;

/** Texts of what slices add inside classes. */
function sliceTexts(file: AspectFile): string[] {
  return slicesIn(file).flatMap(({ bases, members }) =>
    [bases, members].flatMap((range) =>
      range === undefined ? [] : [file.text.slice(range.start, range.end)],
    ),
  );
}

/** Those of the aspect files that the unit itself includes; `directory` is that of the unit's relative names. */
export function includedAspects(
  unitText: string,
  files: readonly AspectFile[],
  directory: string,
): readonly AspectFile[] {
  const candidates = files.filter(
    ({ file, ordinarySource }) =>
      ordinarySource !== true && unitText.includes(`${file.slice(file.lastIndexOf("/") + 1)}"`),
  );
  if (candidates.length === 0) return [];
  const names = new Set(buildLineMap(unitText).files.map((name) => resolve(directory, name)));
  return candidates.filter(({ file }) => names.has(file));
}

/** The files with the included ones as sources: their ordinary code is in the unit already. */
export function asSources(
  files: readonly AspectFile[],
  included: readonly AspectFile[],
): readonly AspectFile[] {
  if (included.length === 0) return files;
  return files.map((file) =>
    included.includes(file) ? { ...file, prelude: [], ordinarySource: true } : file,
  );
}

/**
 * The text with aspects as the compiler may see them. In C they are blanked: length, newlines and line markers stay, so
 * offsets and places do too. `holdsAspects` is asked for the file names of the unit's line markers.
 */
export function withStandingAspects(
  unitText: string,
  language: Language,
  files: readonly AspectFile[],
  holdsAspects: (file: string) => boolean,
): string {
  const lines = buildLineMap(unitText);
  const own = lines.files.filter(holdsAspects);
  const found = parseAspectSource("", onlyFrom(own, unitText, lines));
  const { aspects, slices = [], pointcuts, attributes = [], forwards = [] } = found;
  const parts = [...aspects, ...pointcuts, ...attributes].map(({ range }) => range);
  const ranges = [...parts, ...slices.flatMap(wholeSlice)];
  if (ranges.length + forwards.length === 0) return unitText;
  if (language === "c") return withoutRanges(unitText, ranges);
  return standingClasses({ ...found, text: unitText }, files);
}

/** The text with that of other files blanked, where the same words mean nothing. */
function onlyFrom(files: readonly string[], text: string, lines: LineMap): string {
  const kept = files.flatMap((file) => lines.segmentsOf(file)).sort((a, b) => a.start - b.start);
  const gaps = kept.map(({ start }, index) => ({ start: kept[index - 1]?.end ?? 0, end: start }));
  return withoutRanges(text, [...gaps, { start: kept.at(-1)?.end ?? 0, end: text.length }]);
}
