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
  if (filter === "all" || filter.some(({ name }) => name === undefined)) return true;
  if (files.some((file) => answerOf(file, filter).holds)) return true;
  if (files.every(({ pastes }) => !pastes)) return false;
  return searchesOf(filter).some((search, index) => {
    const pieces = new Set<string>();
    for (const file of files)
      for (const piece of answerOf(file, filter).pieces[index] ?? []) pieces.add(piece);
    return canBePasted(search.longest.length, pieces);
  });
}

type Needs = Exclude<TextFilter, "all">;

interface Search {
  readonly whole: RegExp;
  /** The longest part without wildcards; nothing is found that can't form it. */
  readonly longest: string;
  readonly opensWild: boolean;
  readonly closesWild: boolean;
}

const SEARCHES = new WeakMap<Needs, readonly Search[]>();

function searchesOf(needs: Needs): readonly Search[] {
  let searches = SEARCHES.get(needs);
  if (searches === undefined)
    SEARCHES.set(needs, (searches = needs.map(({ name }) => searchOf(name ?? "%"))));
  return searches;
}

function searchOf(name: string): Search {
  const segments = name.split(/%+/);
  const longest = segments.reduce((best, segment) => (segment.length > best.length ? segment : best));
  return {
    whole: new RegExp(`^${segments.map((text) => text.replace(/[$]/g, "\\$&")).join(".*")}$`),
    longest,
    opensWild: segments.indexOf(longest) > 0,
    closesWild: segments.indexOf(longest) < segments.length - 1,
  };
}

interface Answer {
  readonly holds: boolean;
  /** For each need, the parts `start-end` of its longest segment that words of the file are. */
  readonly pieces: readonly (readonly string[])[];
}

const ANSWERS = new WeakMap<SourceWords, WeakMap<Needs, Answer>>();

function answerOf(file: SourceWords, needs: Needs): Answer {
  let known = ANSWERS.get(file);
  if (known === undefined) ANSWERS.set(file, (known = new WeakMap()));
  let answer = known.get(needs);
  if (answer === undefined) known.set(needs, (answer = ask(file, needs)));
  return answer;
}

function ask({ words }: SourceWords, needs: Needs): Answer {
  const searches = searchesOf(needs);
  const holds = needs.some(({ name = "%" }, index) => {
    if (!name.includes("%")) return words.has(name);
    for (const word of words) if (searches[index]?.whole.test(word)) return true;
    return false;
  });
  return { holds, pieces: holds ? [] : searches.map((search) => piecesOf(search, words)) };
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
