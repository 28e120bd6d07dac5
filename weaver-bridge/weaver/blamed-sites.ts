/**
 * Which join points a compiler's errors about woven text come from. The compiler is given the text with lines of its own
 * (see {@link withOwnLines}), so that what it names is a place in the woven text and not in a source.
 */
import type { TextRange } from "../model/index.js";
import type { WovenSite, WovenUnit } from "./woven-unit.js";

const FILE = "<woven>";

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
  readonly places: { readonly line: number; readonly column: number }[];
}

/**
 * What the compiler said first about each. Errors in the text of an aspect are the advice's, not a join point's, and blame
 * none.
 */
export function blamedSites(woven: WovenUnit, said: string): ReadonlyMap<WovenSite, string> {
  const starts = lineStarts(woven.text);
  const blamed = new Map<WovenSite, string>();
  for (const { message, words, places } of errorsIn(said)) {
    const found = places
      .map(({ line, column }) => sitesAt(woven, (starts[line - 1] ?? 0) + column - 1, starts[line - 1] ?? 0))
      .find((sites) => sites.length > 0);
    if (found === ADVICE) continue;
    for (const site of found ?? lifecycleSites(woven, words))
      if (!blamed.has(site)) blamed.set(site, message);
  }
  return blamed;
}

/** A constructor or destructor that advice made explicit is missed where objects are used: only words name its class. */
function lifecycleSites({ sites = [] }: WovenUnit, words: string): WovenSite[] {
  return sites.filter(({ effects }) =>
    effects.some(({ joinPoint: { kind, signature } }) => {
      const name = /^construction|^destruction/.test(kind) ? /(\w+)\(/.exec(signature)?.[1] : undefined;
      return name !== undefined && new RegExp(`\\b${name}\\b`).test(words);
    }),
  );
}

function errorsIn(said: string): CompilerError[] {
  const errors: CompilerError[] = [];
  // GCC says what led to an error before it, Clang after it.
  let pending: CompilerError["places"] = [];
  const plain = said.replace(/\x1b\[[0-9;]*[mK]/g, "");
  for (const match of plain.matchAll(/^<woven>:(\d+):(?:(\d+):)? *(.*)$/gm)) {
    const place = { line: Number(match[1]), column: Number(match[2] ?? 1) };
    const rest = match[3] ?? "";
    const last = errors.at(-1);
    if (last !== undefined && rest.startsWith("note: ")) last.words += `\n${rest}`;
    const error = /^(?:fatal )?error: (.*)$/.exec(rest);
    if (error !== null) {
      errors.push({ message: error[1] ?? "", words: rest, places: [place, ...pending] });
      pending = [];
    } else if (/^note: .*(?:in instantiation of|requested here)/.test(rest)) last?.places.push(place);
    else if (/^(?:note|warning): /.test(rest)) pending = [];
    else pending.push(place);
  }
  return errors;
}

/** In place of join points. */
const ADVICE: readonly WovenSite[] = [{ effects: [], extent: { start: 0, end: 0 }, numbers: [] }];

function sitesAt(
  { text, spanMap, sites = [] }: WovenUnit,
  offset: number,
  lineStart: number,
): readonly WovenSite[] {
  const isAt = ({ start, end }: TextRange) => start <= offset && offset < end;
  if (spanMap.spans.find(({ generated }) => isAt(generated))?.from === "aspect") return ADVICE;
  const [innermost] = sites.filter(({ extent }) => isAt(extent)).sort((a, b) => size(a) - size(b));
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
