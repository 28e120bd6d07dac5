/**
 * Types that an aspect file declares before its aspects may be bases of, or used in, what it introduces: their text
 * moves from the end of the unit to before the first class that gets a slice of it, or of a file behind it, and out of
 * the namespaces around that class, so that it sees what stands before the class. What names such a class stays.
 */
import { type AspectFile, type ClassEntity, markerAt, type UnitFacts } from "../../model/index.js";
import { type ClassMatch, introduces } from "../../pointcut/index.js";
import { type ExpandedTail, sectionsOf, type TailSection } from "../aspect-text/aspect-tail.js";
import { tokenize } from "../text/c-tokens.js";
import type { Edit } from "../text/text-edits.js";
import type { IntroductionInput } from "./class-site.js";
import { placeBeside } from "./enclosing-namespaces.js";

export interface EarlyPrelude {
  readonly edits: readonly Edit[];
  /** Without what moved. */
  readonly tail: ExpandedTail;
}

export function earlyPrelude(
  unitText: string,
  facts: UnitFacts,
  classes: readonly ClassMatch[],
  files: readonly AspectFile[],
  { tail, hasIncludesFirst }: Pick<IntroductionInput, "tail" | "hasIncludesFirst">,
): EarlyPrelude {
  const places = placesOfFiles(facts, classes, files);
  const names = new Set(classes.flatMap(({ entity }) => facts.entities[entity]?.name ?? []));
  const sections = [...tail.sections];
  const moved = new Map<ClassEntity, string[]>();
  for (const group of wholePreludes(sectionsOf(files, "c++"), sections)) {
    const place = places.get(group.file);
    const whole = group.indices.map((index) => sections[index] ?? "");
    const parts = whole.map((text) =>
      hasIncludesFirst === true ? withoutInclusions(text) : { own: text, included: "" },
    );
    const texts = parts.map(({ own }) => own);
    if (place === undefined || !mayMove(texts.join("\n"), names)) continue;
    moved.set(place, [...(moved.get(place) ?? []), ...texts]);
    group.indices.forEach((index, at) => {
      sections[index] = parts[at]?.included ?? "";
    });
  }
  const edits = [...moved].map(([owner, texts]) => editBefore(unitText, owner, texts));
  return edits.length === 0 ? { edits, tail } : { edits, tail: { ...tail, sections } };
}

/** Of each file whose text may be asked for early: the first class that gets something of it, or a slice of a file behind it. */
function placesOfFiles(
  facts: UnitFacts,
  classes: readonly ClassMatch[],
  files: readonly AspectFile[],
): ReadonlyMap<AspectFile, ClassEntity> {
  const advised = new Map<AspectFile, ClassEntity>();
  const sliced = new Map<AspectFile, ClassEntity>();
  for (const { entity, introductions } of classes) {
    const owner = facts.entities[entity] as ClassEntity;
    if (owner.definition === undefined) continue;
    for (const { file, slice } of introductions) {
      advised.set(file, earlier(advised.get(file), owner));
      sliced.set(slice.file, earlier(sliced.get(slice.file), owner));
    }
  }
  const places = new Map<AspectFile, ClassEntity>();
  let behind: ClassEntity | undefined;
  // What several files include, the preprocessor has put into the first of them.
  for (const file of files.toReversed()) {
    const own = sliced.get(file);
    if (own !== undefined) behind = earlier(behind, own);
    const asked = advised.get(file);
    const place = asked === undefined ? behind : earlier(behind, asked);
    if (place !== undefined && (own ?? asked ?? (introduces(file) || undefined)) !== undefined)
      places.set(file, place);
  }
  return places;
}

function earlier(one: ClassEntity | undefined, other: ClassEntity): ClassEntity {
  const startOf = ({ definition }: ClassEntity) => definition?.body.start ?? 0;
  return one !== undefined && startOf(one) <= startOf(other) ? one : other;
}

/** What headers are in the text, which may need others that the unit reads later. */
function withoutInclusions(text: string): { readonly own: string; readonly included: string } {
  const [own, included]: [string[], string[]] = [[], []];
  let depth = 0;
  for (const line of text.split("\n")) {
    const marker = markerAt(line);
    if (marker?.enters) depth++;
    (depth > 0 ? included : own).push(line);
    if (!marker?.leaves) continue;
    depth = Math.max(0, depth - 1);
    if (depth === 0) own.push(line.replace(/^([^"]*"(?:[^"\\\n]|\\.)*")[ \d]*$/, "$1"));
  }
  return { own: own.join("\n"), included: included.length === 0 ? "" : `${included.join("\n")}\n` };
}

interface WholePrelude {
  readonly file: AspectFile;
  readonly indices: readonly number[];
}

/** Sections that are code as they stand: one, or those of a namespace, unless there are aspects in it. */
function wholePreludes(
  sections: readonly TailSection[],
  texts: readonly (string | undefined)[],
): readonly WholePrelude[] {
  const found: WholePrelude[] = [];
  let indices: number[] = [];
  let open = 0;
  sections.forEach(({ file, kind }, index) => {
    const text = texts[index];
    if (kind === "slice") return;
    if (kind !== "prelude" || text === undefined || (open > 0 && sections[indices[0] ?? 0]?.file !== file)) {
      indices = [];
      open = 0;
      return;
    }
    if (open === 0) indices = [];
    indices.push(index);
    open += countOf(text, "{") - countOf(text, "}");
    if (open === 0) found.push({ file, indices });
    else if (open < 0) open = 0;
  });
  return found;
}

const countOf = (text: string, word: string) => tokenize(text).filter((token) => token.text === word).length;

function mayMove(text: string, names: ReadonlySet<string>): boolean {
  const words = tokenize(text).map((token) => token.text);
  if (words.some((word) => names.has(word))) return false;
  return words.some((word) => /^(?:class|struct|union|enum|typedef|using)$/.test(word));
}

function editBefore(unitText: string, { definition }: ClassEntity, texts: readonly string[]): Edit {
  const { topLevel = 0, body } = definition ?? {};
  const { at, namespaces } = placeBeside(unitText, topLevel, body?.start ?? topLevel);
  const close = namespaces.map(() => "}").join(" ");
  const text = `${close}\n${texts.join("\n")}\n${namespaces.join(" ")} `;
  return { start: at, end: at, text, role: "open", rank: -1, from: "aspect" };
}
