/** What an annotation in double square brackets names. */

/** `[[using a: b, c(1)]]` holds `a::b` and `a::c`. */
export function attributeNames(attribute: string): string[] {
  let list = attribute.slice(2, -2).trim();
  const using = /^using\s+(\w+)\s*:(?!:)/.exec(list);
  if (using !== null) list = list.slice(using[0].length);
  const names: string[] = [];
  for (const part of splitOutside(list)) {
    const name = /^\s*(\w+(?:\s*::\s*\w+)*)/.exec(part)?.[1]?.replace(/\s+/g, "");
    if (name !== undefined) names.push(using === null ? name : `${using[1]}::${name}`);
  }
  return names;
}

/** The parts between commas that stand in no parentheses. */
function splitOutside(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const c = list[at] as string;
    if (c === "(") depth++;
    else if (c === ")") depth--;
    else if (c === "," && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, list.slice(start)];
}
