/**
 * A unit's text for who compiles only what stands behind it: functions that other units can call are declared in place of
 * defined. The running kernel has them, and the compiler would spend most of its time on them.
 */

/** `text` is preprocessed C. What is not told apart for sure stays: `static` and `inline` functions, targets of aliases. */
export function withoutSharedBodies(text: string): string {
  const aliases = new Set([...text.matchAll(ALIAS)].map(([, name]) => name));
  const kept: string[] = [];
  let [from, head, depth, opened] = [0, 0, 0, -1];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const [token] = found;
    if (token === "{" || token === "(") {
      if (depth++ === 0 && token === "{") opened = found.index;
    } else if (token === "}" || token === ")") {
      if (--depth > 0 || token === ")") continue;
      if (isShared(text.slice(head, opened), aliases)) {
        kept.push(text.slice(from, opened), ";");
        from = found.index + 1;
      }
      head = found.index + 1;
    } else if (token === ";" && depth === 0) head = found.index + 1;
  }
  kept.push(text.slice(from));
  return kept.join("");
}

/** Brackets and ends of declarations, and what may hold such characters without meaning them. */
const TOKEN = /[{}();]|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\.|[^'\\\n]){0,16}'|^[ \t]*#.*$/gm;
const ALIAS = /\b(?:__)?(?:alias|weakref)(?:__)?\s*\(\s*"([^"]+)"/g;

/** Also attributes: they may stand before the braces of a struct. */
const NO_CODE = /^[ \t]*#.*$|__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)/gm;

/** What stands before a function's `{`: `int f(void) `, also with attributes. */
function isShared(head: string, aliases: ReadonlySet<string | undefined>): boolean {
  const code = head.replace(NO_CODE, "");
  if (!/\)\s*$/.test(code) || /\b(?:static|typedef|__?inline(?:__)?|inline|__extension__)\b|=/.test(code))
    return false;
  return !(code.match(/(?<!\w)\w+(?=\s*\()/g) ?? []).some((name) => aliases.has(name));
}
