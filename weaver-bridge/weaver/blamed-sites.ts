/**
 * Which join points a compiler's errors about woven text come from. The compiler is given the text with lines of its own
 * (see {@link withOwnLines}), so that what it names is a place in the woven text and not in a source.
 */
import type { TextRange } from "../model/index.js";
import type { WovenSite, WovenUnit } from "./woven-unit.js";

const FILE = "<woven>";

interface PlacedUnit extends Pick<WovenUnit, "text" | "spanMap"> {
  readonly sites: readonly WovenSite[];
}

/** The text under one name and with its own line numbers. Tabs are blanks, since compilers count them as several columns. */
export function withOwnLines(text: string): string {
  let line = 0;
  return text.replace(/^.*$/gm, (content) => {
    line++;
    const marker = /^# \d+ "(?:[^"\\]|\\.)*"(.*)$/.exec(content);
    if (marker === null) return content.replaceAll("\t", " ");
    return `# ${line + 1} "${FILE}"${/\b3\b/.test(marker[1] ?? "") ? " 3" : ""}`;
  });
}

/** An error with the places that led to it, innermost first. */
interface CompilerError {
  readonly message: string;
  /** With the notes on it. */
  words: string;
  readonly places: Place[];
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * What the compiler said first about each. Errors in the text of an aspect are the advice's, not a join point's, and blame
 * none.
 */
export function blamedSites(unit: WovenUnit, said: string): ReadonlyMap<WovenSite, string> {
  const woven: PlacedUnit = { ...unit, sites: unit.sites?.() ?? [] };
  const starts = lineStarts(woven.text);
  const offsetOf = ({ line, column }: Place) => (starts[line - 1] ?? 0) + column - 1;
  const blamed = new Map<WovenSite, string>();
  for (const { message, words, places } of errorsIn(said)) {
    const found = places
      .map((place) => sitesAt(woven, offsetOf(place), starts[place.line - 1] ?? 0))
      .find((sites) => sites.length > 0);
    if (found === ADVICE) continue;
    // The unit's own code lacks a member that advice took away or made.
    const isOwn = places[0] !== undefined && spanAt(woven, offsetOf(places[0]))?.from === "unit";
    const missed = isOwn ? membersNamed(woven, message) : [];
    const sites =
      hiddenBody(woven, message) ?? (missed.length > 0 ? missed : (found ?? lifecycleSites(woven, words)));
    for (const site of sites) if (!blamed.has(site)) blamed.set(site, message);
  }
  return blamed;
}

/** Of a function whose body can't be a function that is inlined. */
function hiddenBody({ sites }: PlacedUnit, message: string): WovenSite[] | undefined {
  const number = /^function '__weft_proceed_(\d+)' can never be/.exec(message)?.[1];
  return number === undefined ? undefined : sites.filter(({ numbers }) => numbers.includes(Number(number)));
}

/** A constructor or destructor that advice made explicit is missed where objects are used: only words name its class. */
function lifecycleSites(woven: PlacedUnit, words: string): WovenSite[] {
  const named = membersNamed(woven, words);
  if (named.length > 0) return named;
  return lifecyclesOf(woven, (name) => new RegExp(`\\b${name}\\b`).test(words));
}

/** Of classes whose constructors or destructor the words name, or that something can't become: `C<int>::~C(`, `to 'n::C'`. */
const membersNamed = (woven: PlacedUnit, words: string): WovenSite[] =>
  lifecyclesOf(woven, (name) =>
    new RegExp(`\\b${name}(?:<.*>)?::~?${name}\\(|\\bto '(?:.*::)?${name}(?:<.*>)?'`).test(words),
  );

function lifecyclesOf({ sites }: PlacedUnit, isMeant: (name: string) => boolean): WovenSite[] {
  return sites.filter(({ effects }) =>
    effects.some(({ joinPoint: { kind, signature } }) => {
      const name = /^construction|^destruction/.test(kind) ? /(\w+)\(/.exec(signature)?.[1] : undefined;
      return name !== undefined && isMeant(name);
    }),
  );
}

function errorsIn(said: string): CompilerError[] {
  const errors: CompilerError[] = [];
  // GCC says what led to an error before it, Clang after it.
  let pending: Place[] = [];
  const plain = said.replace(/\x1b\[[0-9;]*[mK]/g, "");
  for (const match of plain.matchAll(/^<woven>:(\d+):(?:(\d+):)? *(.*)$/gm)) {
    const place = { line: Number(match[1]), column: Number(match[2] ?? 1) };
    const rest = match[3] ?? "";
    const last = errors.at(-1);
    if (last !== undefined && rest.startsWith("note: ")) last.words += `\n${rest}`;
    const error = /^(?:fatal )?error: (.*)$/.exec(rest);
    if (error !== null) {
      const message = error[1] ?? "";
      // What can't be inlined is the advice, where it can't be is the place.
      const own = message.startsWith("inlining failed in call to") ? [] : [place];
      errors.push({ message, words: rest, places: [...own, ...pending] });
      pending = [];
    } else if (/^note: (?:called from here|.*(?:in instantiation of|requested here))/.test(rest))
      last?.places.push(place);
    else if (/^(?:note|warning): /.test(rest)) pending = [];
    else pending.push(place);
  }
  return errors;
}

/** In place of join points. */
const ADVICE: readonly WovenSite[] = [{ effects: [], extent: { start: 0, end: 0 }, numbers: [] }];

const isAt = ({ start, end }: TextRange, offset: number) => start <= offset && offset < end;

const spanAt = ({ spanMap }: PlacedUnit, offset: number) =>
  spanMap.spans.find(({ generated }) => isAt(generated, offset));

function sitesAt(woven: PlacedUnit, offset: number, lineStart: number): readonly WovenSite[] {
  const { text, sites } = woven;
  if (spanAt(woven, offset)?.from === "aspect") return ADVICE;
  const [innermost] = sites.filter(({ extent }) => isAt(extent, offset)).sort((a, b) => size(a) - size(b));
  if (innermost !== undefined) return [innermost];
  const end = text.indexOf("\n", lineStart);
  const named = /\b__weft_(?!advice_)(?:[a-z]+_)+(\d+)/.exec(
    text.slice(lineStart, end === -1 ? undefined : end),
  );
  return named === null ? [] : sites.filter(({ numbers }) => numbers.includes(Number(named[1])));
}

const size = ({ extent }: WovenSite) => extent.end - extent.start;

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
