/**
 * Aspects that stand in the unit's own text: classes at their place, because the code behind them may use them.
 *
 *     aspect A { pointcut p() = …; int n; advice p() : before() { n++; } };
 *     class  A { public: static A *aspectof() { … } private:  int n;       };
 *
 * Their advice is added at the class's end when it is woven ({@link standingAspects}).
 */
import {
  type Aspect,
  type AspectFile,
  buildLineMap,
  type LineMap,
  type TextRange,
  type UnitFacts,
} from "../../../model/index.js";
import { qualifiedName, wholeSlice } from "../../../pointcut/index.js";
import { aspectBody, foreignParts } from "../../aspect-text/aspect-tail.js";
import { applyEdits, type Edit, lineMarker } from "../../text/text-edits.js";
import { INSTANCE } from "../support-text.js";
import {
  type AspectIndex,
  aspectofMember,
  genericAspectof,
  indexAspects,
  instanceGetter,
  isAbstract,
} from "./declared-aspects.js";

/** `found` is what the unit's text holds, as a parsed source; `files` are all aspects. */
export function standingClasses(found: AspectFile, files: readonly AspectFile[]): string {
  const gone = [
    ...[...found.pointcuts, ...(found.attributes ?? [])].map(({ range }) => range),
    ...(found.slices ?? []).flatMap(wholeSlice),
  ];
  const inside = found.aspects.flatMap((aspect) =>
    foreignParts(found, aspect, { start: aspect.range.start, end: aspect.range.end }).filter(
      (range) => !found.aspects.some((other) => other.range.start === range.start),
    ),
  );
  const text = withoutRanges(found.text, [...gone, ...inside]);
  const index = indexAspects(files);
  const lines = buildLineMap(text);
  const classes = found.aspects.flatMap((aspect) => classEdits(found, aspect, index, lines));
  const edits = [...classes, ...forwards(found)];
  if (edits.length === 0) return text;
  const support = `${lineMarker("<weft>", 1, true)}\n${INSTANCE}\n`;
  const start: Edit = { start: 0, end: 0, text: support, role: "open", rank: -1 };
  return applyEdits(text, [start, ...edits], lines).text;
}

const KEYWORD = "aspect";

const asClass = (at: number): Edit => ({
  start: at,
  end: at + KEYWORD.length,
  text: "class ",
  role: "replace",
  rank: 0,
});

const forwards = ({ forwards = [] }: AspectFile) => forwards.map(({ start }) => asClass(start));

function classEdits(
  found: AspectFile,
  aspect: Aspect,
  { byName, ownAspectOf }: AspectIndex,
  lines: LineMap,
): Edit[] {
  const at = found.text.indexOf(KEYWORD, aspect.range.start);
  const { open } = aspectBody(aspect, found.text);
  const known = byName.get(aspect.name);
  const isOwn = known !== undefined && ownAspectOf(known.aspect) !== undefined;
  const getter =
    isOwn || isAbstract({ aspect, file: found }) ? "" : generatedAt(open + 1, instanceGetter(aspect), lines);
  const member = aspectofMember({ aspect });
  return [
    asClass(at),
    { start: open + 1, end: open + 1, text: getter, role: "open", rank: 0 },
    ...(member === undefined ? [] : [genericMember(found.text, member.range)]),
  ];
}

/** Text that is no join point and leaves everything behind it at its place. */
function generatedAt(offset: number, text: string, lines: LineMap): string {
  const { file, line, column } = lines.positionAt(offset);
  const back = `${lineMarker(file, line, false)}\n${" ".repeat(column - 1)}`;
  return `\n${lineMarker("<weft>", 1, true)}\n${text}\n${back}`;
}

const genericMember = (text: string, { start, end }: TextRange): Edit => ({
  start,
  end,
  text: genericAspectof(text.slice(start, end)),
  role: "replace",
  rank: 0,
});

/** Length, newlines and line markers stay, so offsets and places do too. */
export function withoutRanges(text: string, ranges: readonly TextRange[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    result += text.slice(at, from) + blank(text.slice(from, end));
    at = end;
  }
  return result + text.slice(at);
}

function blank(text: string): string {
  return text.replace(/^#.*$|[^\n]/gm, (found) => (found.startsWith("#") && found.length > 1 ? found : " "));
}

/** Of the aspects whose classes the unit's text holds, by qualified name: the offset of the class's `}`. */
export function standingAspects(facts: UnitFacts, files: readonly AspectFile[]): ReadonlyMap<string, number> {
  const sources = files.filter(({ ordinarySource }) => ordinarySource === true);
  const names = new Set(sources.flatMap(({ aspects }) => aspects.map(({ name }) => name)));
  if (names.size === 0) return new Map();
  return new Map(
    facts.entities.flatMap((entity): [string, number][] => {
      if (entity.kind !== "class" || entity.definition === undefined) return [];
      const name = qualifiedName(entity);
      return names.has(name) ? [[name, entity.definition.body.end - 1]] : [];
    }),
  );
}
