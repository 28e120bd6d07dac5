/** Whether the text looks as if it had the function's body. */
export function maybeDefines(source: string, name: string): boolean {
  return source.includes(name) && new RegExp(`\\b${name}\\s*\\(${BALANCED}\\)${BALANCED}\\{`).test(source);
}

/** Text with as many `)` as `(`: a call in a condition, before the brace of what it decides, is no definition. */
const BALANCED = ["", "", ""].reduce((inner) => `[^;{}()]*(?:\\(${inner}\\)[^;{}()]*)*`, "[^;{}()]*");
