/**
 * Introductions, the first pass over a unit: slices become members of the classes that they match, in the unit's text.
 * What follows (facts, code advice) works on the text that comes out, so that introduced members are like any others.
 */
import type { AspectEffect, Problem, Span } from "../../model/index.js";
import type { ClassMatch } from "../../pointcut/index.js";
import type { ExpandedTail } from "../aspect-text/aspect-tail.js";
import { acEdits } from "../cxx/glue/type-info.js";
import { applyEdits, type Edit } from "../text/text-edits.js";
import { problemOf, Unweavable } from "../unweavable.js";
import type { ClassSite, IntroductionInput } from "./class-site.js";
import { earlyPrelude } from "./early-prelude.js";
import { introduceFields } from "./introduce-fields.js";
import { introduceMembers } from "./introduce-members.js";
import { introductionEffects } from "./introduction-effects.js";
import { createUsage } from "./unused-definitions.js";

export interface IntroducedUnit {
  /** Latin1; equals the unit's text when nothing was introduced. */
  readonly text: string;
  readonly spans: readonly Span[];
  /** Without what moved into the text. */
  readonly tail: ExpandedTail;
  readonly effects: readonly AspectEffect[];
  readonly problems: readonly Problem[];
}

/** Pure. A class that can't take its slices stays as it was, with a problem. */
export function introduce(input: IntroductionInput): IntroducedUnit {
  const { unitText, facts, classes } = input;
  const effects = introductionEffects(facts, classes);
  const edits: Edit[] = [];
  const done = new Set<ClassMatch>();
  const problems: Problem[] = [];
  const needs = input.isBrief === true ? createUsage(input) : () => true;
  for (const match of classes) {
    const site: ClassSite = { ...input, match, edits: [], needs };
    try {
      if (facts.language === "c") introduceFields(site);
      else introduceMembers(site);
      if (site.edits.length === 0) continue;
      edits.push(...site.edits);
      done.add(match);
    } catch (failure) {
      if (!(failure instanceof Unweavable)) throw failure;
      problems.push(problemOf(failure, facts.lineMap.rangeOf(facts.entities[match.entity]!.nameRange)));
    }
  }
  if (edits.length === 0) return { text: unitText, tail: input.tail, spans: [], effects: [], problems };
  const early =
    facts.language === "c"
      ? { edits: [], tail: input.tail }
      : earlyPrelude(unitText, facts, [...done], input.files, input);
  const named = facts.language === "c" ? [] : aspectNames(edits, [...done], input);
  const described = edits.some(({ text }) => text.includes("::AC::")) ? acEdits(unitText) : [];
  const edited = applyEdits(unitText, [...described, ...named, ...edits, ...early.edits], facts.lineMap);
  const kept = classes.flatMap((match) => match.introductions.map(() => done.has(match)));
  return { ...edited, tail: early.tail, effects: effects.filter((_, index) => kept[index]), problems };
}

/** Members may be pointers to an aspect, whose class comes at the end of the unit. */
function aspectNames(
  edits: readonly Edit[],
  done: readonly ClassMatch[],
  { facts, files }: IntroductionInput,
): Edit[] {
  const text = edits.map((edit) => edit.text).join("\n");
  const names = files.flatMap(({ aspects }) => aspects.map(({ name }) => name));
  const used = names.filter((name) => /^\w+$/.test(name) && new RegExp(`\\b${name}\\b`).test(text));
  const places = done.flatMap(({ entity }) => {
    const owner = facts.entities[entity];
    return owner?.kind === "class" && owner.definition !== undefined ? [owner.definition.topLevel] : [];
  });
  if (used.length === 0 || places.length === 0) return [];
  const at = Math.min(...places);
  const declared = used.map((name) => `class ${name};`).join(" ");
  return [{ start: at, end: at, text: `${declared} `, role: "open", rank: -2, from: "glue" }];
}
