/**
 * Types that an aspect file declares before its aspects may be bases of, or used in, what it introduces: their text
 * moves from the end of the unit to before the first class that gets a slice. What names such a class stays.
 */
import type { AspectFile, ClassEntity, UnitFacts } from "../../model/index.js";
import { type ClassMatch, introduces } from "../../pointcut/index.js";
import { type ExpandedTail, sectionsOf } from "../aspect-text/aspect-tail.js";
import { tokenize } from "../text/c-tokens.js";
import type { Edit } from "../text/text-edits.js";

export interface EarlyPrelude {
  readonly edits: readonly Edit[];
  /** Without what moved. */
  readonly tail: ExpandedTail;
}

export function earlyPrelude(
  facts: UnitFacts,
  classes: readonly ClassMatch[],
  files: readonly AspectFile[],
  tail: ExpandedTail,
): EarlyPrelude {
  const owners = classes.map(({ entity }) => facts.entities[entity] as ClassEntity);
  const places = owners.flatMap(({ definition }) => (definition === undefined ? [] : [definition.topLevel]));
  const names = new Set(owners.map(({ name }) => name));
  const slicing = new Set(
    classes.flatMap(({ introductions }) => introductions.flatMap((match) => [match.file, match.slice.file])),
  );
  // What several files include, the preprocessor has put into the first of them.
  const last = files.findLastIndex((file) => slicing.has(file));
  const early = new Set(files.slice(0, last + 1).filter((file) => slicing.has(file) || introduces(file)));
  const sections = [...tail.sections];
  const moved: string[] = [];
  sectionsOf(files, "c++").forEach((section, index) => {
    const text = sections[index];
    if (section.kind !== "prelude" || !early.has(section.file) || text === undefined) return;
    const words = tokenize(text).map((token) => token.text);
    const count = (word: string) => words.filter((other) => other === word).length;
    if (count("{") !== count("}") || words.some((word) => names.has(word))) return;
    if (!words.some((word) => /^(?:class|struct|union|enum|typedef|using)$/.test(word))) return;
    moved.push(text);
    sections[index] = "";
  });
  if (moved.length === 0 || places.length === 0) return { edits: [], tail };
  const at = Math.min(...places);
  const edit: Edit = {
    start: at,
    end: at,
    text: `\n${moved.join("\n")}`,
    role: "open",
    rank: -1,
    from: "aspect",
  };
  return { edits: [edit], tail: { ...tail, sections } };
}
