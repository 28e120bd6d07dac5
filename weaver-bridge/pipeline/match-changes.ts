/**
 * What an edit of aspects can mean for what they select, told from the aspects alone: a unit whose text is as it was,
 * and holds nothing of what is named here, has the same advice at the same join points.
 */
import type { AspectFile } from "../model/index.js";
import { filterOf, linkAspects, mentions, type TextFilter } from "../pointcut/index.js";
import { sectionsOf } from "../weaver/index.js";
import { isBeyondTelling, joined, onlyOf, plain } from "./aspect-changes.js";
import { hasIntroductions } from "./unit/introduce-unit.js";

export interface AspectVersion {
  readonly files: readonly AspectFile[];
  /** What advice is called in both versions, by `Aspect.index`. */
  readonly names: ReadonlyMap<string, string>;
}

/** All files parsed without errors. */
export function changedSelections(before: AspectVersion, after: AspectVersion): TextFilter {
  if (isBeyondTelling(before.files, after.files)) return "all";
  const [old, now] = [selectionsOf(before), selectionsOf(after)];
  const isReordered =
    ordersOf(before) !== ordersOf(after) ||
    plain([...old.keys()].filter((key) => now.has(key))) !==
      plain([...now.keys()].filter((key) => old.has(key)));
  const changed = [...old, ...now].filter(([key]) => isReordered || !old.has(key) || !now.has(key));
  const filter = joined(changed.map(([, own]) => own()));
  const slices = [introducedText(before.files), introducedText(after.files)];
  return slices[0] !== slices[1] || (slices[0] !== "" && mentions(slices.join("\n"), filter))
    ? "all"
    : filter;
}

/** By all that matching depends on, in the order in which advice of an aspect nests. */
function selectionsOf({ files, names }: AspectVersion): Map<string, () => TextFilter> {
  const { advice, introductions } = linkAspects(files);
  const found = new Map<string, () => TextFilter>();
  for (const { aspect, advice: own, isLate, node } of advice) {
    const named = own.parameters.map(({ type, name }) => `${type} ${name}`);
    const name = names.get(`${own.aspect}.${own.index}`);
    found.set(plain([aspect.name, own.aspect, name, own.kind, named, isLate, node]), () =>
      filterOf(onlyOf(files, own)),
    );
  }
  for (const { aspect, introduction: own, node } of introductions)
    found.set(plain([aspect.name, own.aspect, own.index, own.beforeField, node]), () =>
      filterOf(onlyOf(files, own)),
    );
  return found;
}

function ordersOf({ files }: AspectVersion): string {
  return plain(linkAspects(files).orders.map(({ node, steps }) => [node, steps]));
}

/** Code that comes with introductions, and what it may mean. */
function introducedText(files: readonly AspectFile[]): string {
  if (!hasIntroductions(files)) return "";
  const sections = (["c", "c++"] as const).flatMap((language) => sectionsOf(files, language));
  return sections
    .filter(({ kind }) => kind === "slice" || kind === "prelude")
    .map(({ file, range }) => file.text.slice(range.start, range.end))
    .join("\n");
}
