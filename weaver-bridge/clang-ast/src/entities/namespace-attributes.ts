/** Annotations of namespaces, `namespace [[a]] n { ... }`: libclang describes no namespaces, so the text is read. */
import { attributeNames } from "../../../model/index.js";
import { skipTrivia } from "../tree/lexical.js";

/** Attributes by qualified name of the namespace, whichever of its parts has them. `spans` are those of all `[[...]]`. */
export function namespacesIn(text: string, spans: Int32Array): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const last = lastOfNamespace(text, spans);
  if (last === undefined) return found;
  /** What each open brace adds to the path. */
  const open: (readonly string[])[] = [];
  for (const token of text.slice(0, last).matchAll(TOKEN)) {
    if (token[0] === "{") open.push([]);
    else if (token[0] === "}") open.pop();
    else if (token.groups?.brace !== undefined) {
      const { isInline, attributes, name } = token.groups;
      const path =
        isInline !== undefined ? [] : name === undefined || name === "" ? ["<unnamed>"] : namesOf(name);
      open.push(path);
      if (attributes === undefined) continue;
      const key = open.flat().join("::");
      const names = [...attributes.matchAll(/\[\[(?:[^[\]]|\[(?!\[))*\]\]/g)].flatMap(([one]) =>
        attributeNames(one),
      );
      found.set(key, [...(found.get(key) ?? []), ...names]);
    }
  }
  return found;
}

/** Behind the `{` of the last annotated namespace. */
function lastOfNamespace(text: string, spans: Int32Array): number | undefined {
  for (let at = spans.length - 2; at >= 0; at -= 2) {
    const before = text.slice(Math.max(0, (spans[at] as number) - 200), spans[at]);
    if (!/$(?<=\bnamespace\s*(?:\[\[(?:[^[\]]|\[(?!\[))*\]\]\s*)*)/.test(before)) continue;
    const brace = text.indexOf("{", skipTrivia(text, spans[at + 1] as number));
    return brace === -1 ? undefined : brace + 1;
  }
  return undefined;
}

function namesOf(name: string): string[] {
  return name.split("::").map((part) => part.replace(/\binline\b|\s/g, ""));
}

const TOKEN = new RegExp(
  [
    /R"(?<delimiter>[^\s()\\]{0,16})\((?:[\s\S]*?\)\k<delimiter>"|[\s\S]*)/, // before plain strings
    /"(?:[^"\\\n]|\\[\s\S])*"?/,
    /(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\.){0,16}'/, // no separator of digits
    /\/\*[\s\S]*?(?:\*\/|(?![\s\S]))/,
    /\/\/[^\n]*/,
    /^[ \t]*#[^\n]*/,
    /(?:\b(?<isInline>inline)\s+)?\bnamespace\b\s*(?<attributes>(?:\[\[(?:[^[\]]|\[(?!\[))*\]\]\s*)+)?(?:(?<name>(?!namespace\b)[\w:]+(?:\s+(?!namespace\b)[\w:]+)*)\s*)?(?:__attribute__\s*\(\((?:(?!\bnamespace\b)[^{])*?\)\)\s*)?(?<brace>\{)/,
    /[{}]/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);
