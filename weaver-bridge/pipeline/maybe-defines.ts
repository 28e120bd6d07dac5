import { withoutCommentsAndStrings } from "../c-text/index.js";

/** Whether the text, preprocessed or not, looks as if it had the function's body. */
export function maybeDefines(source: string, name: string): boolean {
  if (!source.includes(name)) return false;
  const code = /\/[/*]/.test(source) ? withoutCommentsAndStrings(source) : source;
  return new RegExp(`\\b${name}\\s*\\(${BALANCED}\\)${BALANCED}\\{`).test(code);
}

/** Text with as many `)` as `(`: a call in a condition, before the brace of what it decides, is no definition. */
const BALANCED = ["", "", ""].reduce((inner) => `[^;{}()]*(?:\\(${inner}\\)[^;{}()]*)*`, "[^;{}()]*");
