/**
 * The text filter on files as they are written, before any preprocessing: can the unit's text hold a name that a need
 * asks for? Macros may paste names together (`sys_##name`), so where there is `##`, a name that is a chain of a few
 * words of these files counts as held. How a name is used, and in which file, is not asked: macros may change both.
 */
import type { TextFilter } from "./filter.js";

/** Words of a file: identifiers and numbers, latin1. */
export interface SourceWords {
  readonly words: ReadonlySet<string>;
  /** Macros in it may paste words. */
  readonly pastes: boolean;
}

/** False only when nothing in a text made of these files can meet the filter. */
export function sourcesMayMeet(files: readonly SourceWords[], filter: TextFilter): boolean {
  if (filter === "all") return true;
  const { searches, terms } = questionsOf(filter);
  const answers = files.map((file) => answersOf(file, filter));
  const pastes = files.some((file) => file.pastes);
  const known = new Map<number, boolean>();
  const isHeld = (index: number) => {
    let held = known.get(index);
    if (held === undefined) {
      held = answers.some((answer) => answer[index]?.holds);
      if (!held && pastes) held = isPasted(searches[index] as Search, index, answers);
      known.set(index, held);
    }
    return held;
  };
  return terms.some((all) => all.every(isHeld));
}

function isPasted({ longest }: Search, index: number, answers: readonly (readonly Answer[])[]): boolean {
  const pieces = new Set<string>();
  for (const answer of answers) for (const piece of answer[index]?.pieces ?? []) pieces.add(piece);
  return canBePasted(longest.length, pieces);
}

type Needs = Exclude<TextFilter, "all">;

interface Questions {
  /** Of each name and each scope, once. */
  readonly searches: readonly Search[];
  /** For each need, the searches that all find something where it is met; none where it asks for no name. */
  readonly terms: readonly (readonly number[])[];
}

interface Search {
  readonly whole: RegExp;
  /** The longest part without wildcards; nothing is found that can't form it. */
  readonly longest: string;
  readonly isLiteral: boolean;
  readonly opensWild: boolean;
  readonly closesWild: boolean;
}

const QUESTIONS = new WeakMap<Needs, Questions>();

function questionsOf(needs: Needs): Questions {
  let questions = QUESTIONS.get(needs);
  if (questions === undefined) {
    const names = new Map<string, number>();
    const indexOf = (name: string) => names.get(name) ?? names.set(name, names.size).size - 1;
    // Code that means a member of a class, or a function in a namespace, stands in a unit that says its name.
    const terms = needs.map(({ name, scope }) =>
      [name, scope].flatMap((one) => (one === undefined ? [] : [indexOf(one)])),
    );
    QUESTIONS.set(needs, (questions = { searches: [...names.keys()].map(searchOf), terms }));
  }
  return questions;
}

function searchOf(name: string): Search {
  const segments = name.split(/%+/);
  const longest = segments.reduce((best, segment) => (segment.length > best.length ? segment : best));
  return {
    whole: new RegExp(`^${segments.map((text) => text.replace(/[$]/g, "\\$&")).join(".*")}$`),
    longest,
    isLiteral: segments.length === 1,
    opensWild: segments.indexOf(longest) > 0,
    closesWild: segments.indexOf(longest) < segments.length - 1,
  };
}

interface Answer {
  readonly holds: boolean;
  /** The parts `start-end` of the longest segment that words of the file are; none where it holds the name. */
  readonly pieces: readonly string[];
}

const ANSWERS = new WeakMap<SourceWords, WeakMap<Needs, readonly Answer[]>>();

/** For each search. */
function answersOf(file: SourceWords, needs: Needs): readonly Answer[] {
  let known = ANSWERS.get(file);
  if (known === undefined) ANSWERS.set(file, (known = new WeakMap()));
  let answers = known.get(needs);
  if (answers === undefined)
    known.set(needs, (answers = questionsOf(needs).searches.map((search) => ask(file, search))));
  return answers;
}

function ask({ words }: SourceWords, search: Search): Answer {
  const holds = search.isLiteral ? words.has(search.longest) : holdsLike(words, search.whole);
  return { holds, pieces: holds ? [] : piecesOf(search, words) };
}

function holdsLike(words: ReadonlySet<string>, pattern: RegExp): boolean {
  for (const word of words) if (pattern.test(word)) return true;
  return false;
}

function piecesOf({ longest, opensWild, closesWild }: Search, words: ReadonlySet<string>): string[] {
  const pieces: string[] = [];
  for (const word of words) {
    for (let at = longest.indexOf(word); at !== -1; at = longest.indexOf(word, at + 1))
      pieces.push(`${at}-${at + word.length}`);
    if (opensWild && closesWild && word.includes(longest)) pieces.push(`0-${longest.length}`);
    for (let size = 1; size <= longest.length; size++) {
      if (opensWild && word.endsWith(longest.slice(0, size))) pieces.push(`0-${size}`);
      if (closesWild && word.startsWith(longest.slice(-size)))
        pieces.push(`${longest.length - size}-${longest.length}`);
    }
  }
  return pieces;
}

/** Nobody pastes a name of more parts; single letters, which are everywhere, could form any. */
const MOST_PARTS = 6;

function canBePasted(length: number, pieces: ReadonlySet<string>): boolean {
  const parts = [...pieces].map((piece) => piece.split("-").map(Number) as [number, number]);
  let reached = new Set([0]);
  for (let count = 0; count < MOST_PARTS && reached.size > 0; count++) {
    const next = new Set<number>();
    for (const [start, end] of parts) if (reached.has(start)) next.add(end);
    if (next.has(length)) return true;
    reached = next;
  }
  return false;
}
