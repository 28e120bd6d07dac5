/** What the text of a source says to the preprocessor, as it is written: files it includes, names it defines, words it has. */

const WORD = /[\w$\x80-\xff]+/g;

export function wordsOf(text: string): { words: ReadonlySet<string>; pastes: boolean } {
  return { words: new Set(text.match(WORD)), pastes: text.includes("##") || text.includes("%:%:") };
}

/** Without line ends that a backslash hides. */
export function spliced(text: string): string {
  return text.replace(/\\[ \t]*\r?\n/g, "");
}

/** What looks like a comment in a raw string is none, so files with such strings keep theirs. */
export function withoutComments(text: string): string {
  if (RAW_STRING.test(text)) return text;
  return text.replace(LITERAL_OR_COMMENT, (found) => (found[0] === "/" ? " " : found));
}

const RAW_STRING = /(?<!\w)(?:u8|[uUL])?R"/;

/** Digits of C++14 may stand on both sides of a quote. */
const LITERAL_OR_COMMENT =
  /"(?:\\[\s\S]|[^"\\\n])*"?|(?<!(?<!\bu)[\da-fA-F])'(?:\\.|[^'\\\n]){0,16}'|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g;

const INCLUDE =
  /(?=[#%])(?<=(?:(?<![^\n])|\*\/)[ \t\f\v\r]*)(?:#|%:)[ \t\f\v\r]*(?:include(?:_next)?|import|embed)\b[ \t\f\v\r]*("[^"\n]+|<[^>\n]+|[\w$])/g;

/** Comments are left in files with raw strings alone. */
const COMMENTED = /(?:#|%:)[ \t\f\v\r]*(?:(?:include(?:_next)?|import|embed|define)\b[ \t\f\v\r]*)?\/\*/;

export function includesOf(text: string): { includes: string[]; computes: boolean } {
  const all = new Set(Array.from(text.matchAll(INCLUDE), ([, name]) => name as string));
  const includes = [...all].filter((name) => /^["<]/.test(name));
  // Nor is it known which directives are spelled with trigraphs.
  const isHidden = /\?\?[=/]/.test(text) || (RAW_STRING.test(text) && COMMENTED.test(text));
  return { includes, computes: includes.length < all.size || isHidden };
}

const DEFINE = /(?:#|%:)[ \t\f\v\r]*define\b[ \t\f\v\r]*([\w$\x80-\xff]+)/g;

export function definesOf(text: string): string {
  return `\n${Array.from(text.matchAll(DEFINE), ([, name]) => name).join("\n")}\n`;
}

/**
 * `X`, none of the compiler's own names, when the first directive is `#ifdef X`, and the last thing in the text its
 * `#endif`, without `#else`.
 */
export function gateOf(text: string): string | undefined {
  const [, gate] = /^\s*#[ \t]*ifdef[ \t]+([A-Za-z]\w*)\s*\n/.exec(text) ?? [];
  if (gate === undefined || RAW_STRING.test(text) || /%:|\?\?[=/]/.test(text)) return undefined;
  let depth = 0;
  for (const { 1: word = "", index } of text.matchAll(CONDITION)) {
    if (word.startsWith("if")) depth++;
    else if (word !== "endif" && depth === 1) return undefined;
    else if (word === "endif" && --depth === 0)
      return /^.*\s*$/.test(text.slice(index).trimStart()) ? gate : undefined;
  }
  return undefined;
}

const CONDITION = /^[ \t\f\v]*#[ \t\f\v]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/gm;
