/** The text of a match expression in pieces, so that one of them can be told or exchanged and the rest stays as written. */

export interface PatternPieces {
  /** `static unsigned int`, with the stars of the declarator. */
  readonly prefix: string;
  /** `n::...`, without the last `::`; empty for the global scope. */
  readonly scope: string;
  readonly name: string;
  /** Absent for a variable pattern. */
  readonly parameters?: readonly string[];
  /** `const` behind the parameter list. */
  readonly suffix: string;
}

const PART = String.raw`(?:[\w$%\x80-\xff]+(?:<[^<>]*>)?|<unnamed>|\.\.\.)`;
const LAST = String.raw`(?:(?<![\w$%\x80-\xff])operator(?![\w$%\x80-\xff])(?:\s*\(\s*\)|[^()]+)|[\w$%\x80-\xff]+(?:<[^<>]*>)?)`;
/** Of a text of bytes: to JavaScript, one of the bytes of `à` is a space as well. */
const SPACE = String.raw`[\t-\r ]*`;
/** Backwards from the end. */
const QUALIFIED = new RegExp(String.raw`$(?<=^([\s\S]*[\s*&])((?:${PART}${SPACE}::${SPACE})*)(${LAST}))`);

/** Undefined for the rare forms that wrap their name: `% (*%(...))(int)`, arrays. */
export function patternPieces(text: string): PatternPieces | undefined {
  const suffix = /\)((?:\s*(?:const|volatile))*)\s*$/.exec(text)?.[1];
  if (suffix === undefined) return declared(text, undefined, "");
  const close = text.lastIndexOf(")");
  const open = openingOf(text, close);
  return open === -1
    ? undefined
    : declared(text.slice(0, open), listed(text.slice(open + 1, close)), suffix.trim());
}

/** The pieces as text again. */
export function patternText({ prefix, scope, name, parameters, suffix }: PatternPieces): string {
  const list = parameters === undefined ? "" : `(${parameters.join(", ")})`;
  const head = /[*&]$/.test(prefix) || prefix === "" ? prefix : `${prefix} `;
  return `${head}${scope === "" ? "" : `${scope}::`}${name}${list}${suffix === "" ? "" : ` ${suffix}`}`;
}

/** The result or the variable's type alone, without `static` and `virtual`. */
export function typeInPrefix(prefix: string): string {
  return prefix.replace(/\b(?:static|virtual)\b\s*/g, "").trim();
}

function declared(
  head: string,
  parameters: readonly string[] | undefined,
  suffix: string,
): PatternPieces | undefined {
  const [, prefix, scope, name] = QUALIFIED.exec(head.trimEnd()) ?? [];
  if (prefix === undefined || scope === undefined || name === undefined || /[()[\]]/.test(prefix))
    return undefined;
  const plainScope = scope.replace(/\s+/g, "").replace(/::$/, "");
  const pieces = { prefix: prefix.trim(), scope: plainScope, name: name.trim(), suffix };
  return parameters === undefined ? pieces : { ...pieces, parameters };
}

function openingOf(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (text[at] === ")") depth++;
    else if (text[at] === "(" && --depth === 0) return at;
  }
  return -1;
}

/** Entries of a list, split at the commas outside of brackets. */
function listed(text: string): string[] {
  const list: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at];
    if (char === "(" || char === "<") depth++;
    else if (char === ")" || char === ">") depth--;
    else if (char === undefined || (char === "," && depth === 0)) {
      const entry = text.slice(start, at).trim();
      if (entry !== "" || list.length > 0) list.push(entry);
      start = at + 1;
    }
  }
  return list;
}
