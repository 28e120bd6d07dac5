/** Names in a unit's text by which code that is not C may call functions: assembler, attributes, linker pragmas. */

const START = /\b(?:__asm__|__asm|asm|__attribute__|__attribute)\b/g;
const WORD = /[A-Za-z_]\w*/g;

/** All words in `asm(...)`, `__attribute__((...))` (`alias`, `cleanup`, ...) and pragmas; more than names, never fewer. */
export function mentionedNames(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (part: string) => {
    for (const [word] of part.matchAll(WORD)) found.add(word);
  };
  for (const [line] of text.matchAll(/^[ \t]*#[ \t]*pragma .*$/gm)) add(line);
  START.lastIndex = 0;
  for (let start = START.exec(text); start !== null; start = START.exec(text)) {
    const end = endOfBrackets(text, START.lastIndex);
    // `"\tcall f"`: what follows an escape is a word of its own.
    add(text.slice(START.lastIndex, end).replace(/\\./g, " "));
    START.lastIndex = end;
  }
  return found;
}

/** After the first round brackets from `from` on; `from` when there are none before the statement ends. */
function endOfBrackets(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === "(") depth++;
    else if (char === ")" && --depth <= 0) return at + 1;
    else if ((char === ";" || char === "{") && depth === 0) return at;
  }
  return text.length;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
