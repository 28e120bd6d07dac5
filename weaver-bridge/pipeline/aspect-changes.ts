/**
 * What an edit of aspects can mean for units that were woven before it, told from the aspects and from what was woven,
 * without a look at the units. Sound for units whose own text is as it was: what is not named here would be woven to the
 * same code again. What can't be told so has to be analysed.
 *
 * Matching depends on pointcuts, names and order, never on bodies; a unit's woven text on the bodies, members and
 * declarations of the aspects that are woven into it.
 */
import { type AspectEffect, type AspectFile, kindOf, type Language } from "../model/index.js";
import {
  filterOf,
  type LinkedAdvice,
  type LinkedIntroduction,
  linkAspects,
  mentions,
  outlineMentions,
  type TextFilter,
  type TextPlace,
  testedNames,
  wantedFacts,
} from "../pointcut/index.js";
import { sectionsOf, type TailSection, tokenize } from "../weaver/index.js";

/**
 * - `none`: the same code again
 * - `lines`: the same code from other lines of an aspect file, so other line tables
 * - `code`: other code
 * - `unknown`: to be analysed
 */
export type Concern = "none" | "lines" | "code" | "unknown";

export interface AspectChanges {
  /** What becomes of what was woven into a unit. */
  concern(effects: readonly AspectEffect[], language: Language): Concern;
  /** Nothing is selected that was not selected before. */
  readonly gainsNothing: boolean;
  /** May advice match in the unit that did not match before? Asked with the outline of its text. */
  mayGain(outline: string, effects: readonly AspectEffect[], place: TextPlace): boolean;
}

/** Both sets of files parsed without problems. */
export function aspectChanges(before: readonly AspectFile[], after: readonly AspectFile[]): AspectChanges {
  if (isBeyondTelling(before, after))
    return { concern: () => "unknown", gainsNothing: false, mayGain: () => true };
  const old = itemsOf(before);
  const now = itemsOf(after);
  const byEffect = new Map<string, Concern>();
  const note = (key: string, concern: Concern) =>
    byEffect.set(key, worse(byEffect.get(key) ?? "none", concern));
  for (const [key, item] of old)
    for (const effect of item.effects) {
      const same = now.get(key);
      note(effect, same === undefined ? "unknown" : compareTexts(item.texts, same.texts));
    }
  // Where something is lost is unknown already.
  const lost = new Set([...old].flatMap(([key, { selects }]) => (now.has(key) ? [] : [selects])));
  const fresh = [...now].flatMap(([key, item]) => (old.has(key) || lost.has(item.selects) ? [] : [item]));
  const shared = sharedChanges(before, after);
  const gained = joined(fresh.map(({ filter }) => filter()));
  const introduced = slicesOf(after);
  return {
    gainsNothing: fresh.length === 0,
    mayGain: (outline, effects, place) =>
      outlineMentions(outline, gained, place) ||
      (effects.some(({ binding }) => binding.kind === "introduction") && mentions(introduced, gained, place)),
    concern: (effects, language) => {
      if (effects.length === 0) return "none";
      const own = effects.map((effect) => byEffect.get(keyOfEffect(effect)) ?? "unknown").reduce(worse);
      // In C++ aspects are classes, which the advice of others may use.
      const around =
        language === "c++"
          ? [...shared.aspects.values()]
          : effects.map(({ by }) => shared.aspects.get(by.name) ?? "none");
      const beside = around.reduce(worse, shared.everywhere ? "unknown" : "none");
      // A unit need not use the members that moved.
      return beside === "lines" ? (own === "none" ? "unknown" : own) : worse(own, beside);
    },
  };
}

const RANK: readonly Concern[] = ["none", "lines", "code", "unknown"];

/** Code that surely changes needs no analysis, whatever else is unknown. */
function worse(a: Concern, b: Concern): Concern {
  if (a === "code" || b === "code") return "code";
  return RANK[Math.max(RANK.indexOf(a), RANK.indexOf(b))] as Concern;
}

/** Of a unit in which more may match. */
export function withGain(concern: Concern): Concern {
  return concern === "lines" ? "code" : worse(concern, "unknown");
}

/** What decides matches for all units at once, or by the calls of the whole program. */
export function isBeyondTelling(before: readonly AspectFile[], after: readonly AspectFile[]): boolean {
  const files = [...before, ...after];
  if (files.some(({ ordinarySource }) => ordinarySource === true)) return true;
  if ([before, after].some((some) => wantedFacts(some).callGraph === true)) return true;
  // Units that define a class that advice asks for may hold no join point.
  if (plain(testedNames(before)) !== plain(testedNames(after))) return true;
  return scopesOf(before) !== scopesOf(after);
}

function scopesOf(files: readonly AspectFile[]): string {
  return plain({
    usings: files.flatMap(({ usings = [] }) => usings),
    attributes: files.flatMap(({ attributes = [] }) => attributes.map(({ name }) => name)),
    threads: files.flatMap(({ thread, text }) => (thread === undefined ? [] : [thread, text])),
  });
}

/** Advice or an introduction of a concrete aspect. */
interface Item {
  /** What it selects, wherever it is declared. */
  readonly selects: string;
  /** Keys of the effects that it has. */
  readonly effects: readonly string[];
  readonly texts: Texts;
  readonly filter: () => TextFilter;
}

/** By all that matching and the weaver's names depend on. */
function itemsOf(files: readonly AspectFile[]): Map<string, Item> {
  const { advice, introductions } = linkAspects(files);
  const items = new Map<string, Item>();
  for (const item of advice) items.set(plain(keyOfAdvice(item)), adviceItem(item, files));
  for (const item of introductions) items.set(plain(keyOfIntroduction(item)), introductionItem(item, files));
  return items;
}

function keyOfAdvice({ aspect, file, advice, node, isLate }: LinkedAdvice) {
  const { kind, index, parameters } = advice;
  const named = parameters.map(({ type, name }) => `${type} ${name}`);
  return [file.file, aspect.name, advice.aspect, kind, index, named, isLate, node];
}

function adviceItem(item: LinkedAdvice, files: readonly AspectFile[]): Item {
  const { file, advice, node, aspect } = item;
  const ranges = [...advice.parameters.map(({ range }) => range), advice.body];
  return {
    selects: plain(["advice", node]),
    effects: [`${aspect.name} ${advice.kind} ${advice.index}`],
    texts: textsOf(ranges.map((range) => ({ file, range }))),
    filter: () => filterOf(onlyOf(files, advice)),
  };
}

function keyOfIntroduction({ aspect, file, introduction, node }: LinkedIntroduction) {
  return [file.file, aspect.name, introduction.aspect, introduction.index, introduction.beforeField, node];
}

function introductionItem(item: LinkedIntroduction, files: readonly AspectFile[]): Item {
  const { introduction, node, aspect, slice } = item;
  const own = slice.slice;
  const ranges = [own.bases, own.members].flatMap((range) => (range ? [{ file: slice.file, range }] : []));
  return {
    selects: plain(["slice", node]),
    effects: [`${aspect.name} introduction ${introduction.index}`],
    // Another layout concerns what else matches in the unit.
    texts: { ...textsOf([...ranges, ...slice.definitions]), whenChanged: "unknown" },
    filter: () => filterOf(onlyOf(files, introduction)),
  };
}

/** The files with all advice and introductions gone but one, so that the filter is that one's. */
export function onlyOf(files: readonly AspectFile[], only: object): AspectFile[] {
  return files.map((file) => ({
    ...file,
    aspects: file.aspects.map((aspect) => ({
      ...aspect,
      advice: aspect.advice.filter((advice) => advice === only),
      introductions: (aspect.introductions ?? []).filter((introduction) => introduction === only),
    })),
  }));
}

function keyOfEffect(effect: AspectEffect): string {
  return `${effect.by.name} ${kindOf(effect)} ${effect.binding.adviceIndex}`;
}

interface Texts {
  readonly tokens: string;
  readonly places: string;
  readonly whenChanged?: Concern;
}

type Piece = Pick<TailSection, "file" | "range">;

/** What the compiler sees of pieces of aspect files: their words, and where each of them stands. */
function textsOf(pieces: readonly Piece[]): Texts {
  let tokens = "";
  let places = "";
  for (const { file, range } of pieces) {
    let line = 1 + newlines(file.text.slice(0, range.start));
    let at = range.start;
    for (const token of tokenize(file.text, range.start, range.end)) {
      line += newlines(file.text.slice(at, token.start));
      at = token.start;
      tokens += `${token.text}\0`;
      places += `${line}:${token.start - file.text.lastIndexOf("\n", token.start)} `;
    }
    const text = file.text.slice(range.start, range.end);
    // Directives are told from what follows by their lines alone.
    if (DIRECTIVE.test(text)) tokens += text;
  }
  return { tokens, places };
}

const DIRECTIVE = /^[ \t]*#/m;

function newlines(text: string): number {
  return text.split("\n").length - 1;
}

function compareTexts(before: Texts, after: Texts): Concern {
  if (before.tokens !== after.tokens) return before.whenChanged ?? "code";
  return before.places === after.places ? "none" : "lines";
}

interface SharedChanges {
  /** Declarations changed that any aspect may use, or the order of aspects. */
  readonly everywhere: boolean;
  /** What other changes than those of advice mean for units with the aspect, by its name. */
  readonly aspects: ReadonlyMap<string, Concern>;
}

function sharedChanges(before: readonly AspectFile[], after: readonly AspectFile[]): SharedChanges {
  const aspects = new Map<string, Concern>();
  const ordersOf = (files: readonly AspectFile[]) =>
    plain(linkAspects(files).orders.map(({ node, steps }) => [node, steps]));
  let everywhere = ordersOf(before) !== ordersOf(after);
  for (const name of new Set([...before, ...after].map(({ file }) => file))) {
    const old = partsOf(before, name);
    const now = partsOf(after, name);
    const isIncluding = old.includes !== now.includes;
    if (old.declarations !== now.declarations) everywhere = true;
    // Another file may rely on what this one includes.
    if (isIncluding && (old.isShared || now.isShared)) everywhere = true;
    const members = compareTexts(old.members, now.members);
    const concern = isIncluding || members === "code" ? "unknown" : members;
    if (concern === "none") continue;
    for (const aspect of [...old.aspects, ...now.aspects])
      aspects.set(aspect, worse(aspects.get(aspect) ?? "none", concern));
  }
  return { everywhere, aspects };
}

/** What units get of an aspect file besides advice. */
function partsOf(files: readonly AspectFile[], name: string) {
  const of = files.filter(({ file }) => file === name);
  const sections = of.flatMap((file) => [...sectionsOf([file], "c"), ...sectionsOf([file], "c++")]);
  const textOf = (...kinds: TailSection["kind"][]) =>
    textsOf(sections.filter(({ kind }) => kinds.includes(kind)));
  const prelude = sections.filter(({ kind }) => kind === "prelude");
  const text = prelude.map(({ file, range }) => file.text.slice(range.start, range.end)).join("\n");
  const directives = text.replaceAll(/\\\r?\n/g, " ").match(/^[ \t]*#.*$/gm) ?? [];
  const isInclude = (line: string) => /^[ \t]*#[ \t]*include\b/.test(line);
  const code = prelude.flatMap(({ file, range }) => tokenize(file.text, range.start, range.end));
  const short = name.slice(name.lastIndexOf("/") + 1);
  return {
    declarations: [
      ...directives.filter((line) => !isInclude(line)),
      ...(code.length === 0 ? [] : Object.values(textOf("prelude"))),
    ].join("\n"),
    includes: directives.filter(isInclude).join("\n"),
    members: textOf("member", "class", "base"),
    aspects: aspectsWith(files, name),
    isShared:
      of.some(({ aspects }) => aspects.length === 0) || files.some(({ text }) => text.includes(`${short}"`)),
  };
}

/** Concrete aspects that something in the file is part of. */
function aspectsWith(files: readonly AspectFile[], name: string): string[] {
  const { advice, introductions } = linkAspects(files);
  const inherited = [...advice, ...introductions].filter(({ file }) => file.file === name);
  const own = files.filter(({ file }) => file === name).flatMap(({ aspects }) => aspects);
  return [...inherited.map(({ aspect }) => aspect.name), ...own.map((aspect) => aspect.name)];
}

/** Code that comes with introductions, as it is written. */
function slicesOf(files: readonly AspectFile[]): string {
  const slices = (["c", "c++"] as const).flatMap((language) =>
    files.flatMap((file) => sectionsOf([file], language).filter(({ kind }) => kind === "slice")),
  );
  return slices.map(({ file, range }) => file.text.slice(range.start, range.end)).join("\n");
}

export function joined(filters: readonly TextFilter[]): TextFilter {
  return filters.some((filter) => filter === "all")
    ? "all"
    : filters.flatMap((filter) => (filter === "all" ? [] : filter));
}

/** Where it stands in a file is left out. */
export function plain(data: unknown): string {
  const places = new Set(["source", "range", "file"]);
  return JSON.stringify(data, (key, value) => (places.has(key) ? undefined : value)) ?? "";
}
