/**
 * What a text filter can ask of a unit's text, at a small part of its size: every name once, with how it is used, and the
 * files that the text is made of. A filter finds in the outline whatever it would find in the text.
 */

const NAME = /[A-Za-z_$\x80-\xff][\w$\x80-\xff]*/g;
const MARKER = /^#\s*(?:line\s+)?\d+\s+("(?:[^"\\\n]|\\.)*")/gm;

const CALLED = 1;
const MEMBER = 2;

/** `text` is preprocessed, latin1; so is the outline. */
export function outlineOf(text: string): string {
  const uses = new Map<string, number>();
  for (let found = NAME.exec(text); found !== null; found = NAME.exec(text)) {
    const [name] = found;
    const use = (isCalled(text, NAME.lastIndex) ? CALLED : 0) | (isMember(text, found.index) ? MEMBER : 0);
    uses.set(name, (uses.get(name) ?? 0) | use);
  }
  const files = new Set([...text.matchAll(MARKER)].map(([, file]) => `# 1 ${file}`));
  const names = [...uses].map(([name, use]) => `${use & MEMBER ? "." : ""}${name}${use & CALLED ? "(" : ""}`);
  return `${[...files, ...names].join("\n")}\n`;
}

/** The next thing is a bracket, or a line marker with who knows what behind it. */
function isCalled(text: string, end: number): boolean {
  let at = end;
  while (isBlank(text.charCodeAt(at))) at++;
  return "(<)/#".includes(text[at] ?? " ");
}

/** The thing before is `.` or `->`, or the name begins a line after a line marker. */
function isMember(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && isBlank(text.charCodeAt(at))) at--;
  if (".>/".includes(text[at] ?? " ")) return true;
  return text.lastIndexOf("\n", start) > at && text[text.lastIndexOf("\n", at) + 1] === "#";
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
