import { expect } from "vitest";
import { type ParseOptions, parseInProcess } from "../../weaver-bridge/clang-ast/src/index.js";
import { type Shadow, shadowToken, type UnitFacts } from "../../weaver-bridge/model/index.js";

const MARKER = /\/\*\^[^*]*\*\//g;

/** Shadows that a check leaves out. */
export type Ignored = (shadow: Shadow, facts: UnitFacts) => boolean;

/**
 * Checks which shadows a snippet has. A marker stands after the name that a shadow is about: `g/*^get g*​/`. The facts
 * are written back into the bare snippet as markers and the whole is compared, so a shadow too many fails as loudly
 * as one missing. Implicit constructors and destructors have no place in the text: they are left out.
 */
export function checkShadows(
  snippet: string,
  options: Partial<ParseOptions> = {},
  ignored: Ignored = (shadow) => "ofClass" in shadow && shadow.definition === undefined,
): UnitFacts {
  const text = snippet.replace(MARKER, "");
  const facts = parseSnippet(text, options);
  expect(facts.diagnostics).toEqual([]);
  const marks = new Map<number, string[]>();
  for (const shadow of facts.shadows) {
    if (ignored(shadow, facts)) continue;
    const at = shadowToken(shadow).end;
    marks.set(at, [...(marks.get(at) ?? []), `${shadow.kind} ${entityName(facts, shadow.entity)}`]);
  }
  let marked = text;
  for (const [at, labels] of [...marks].sort(([a], [b]) => b - a))
    marked = `${marked.slice(0, at)}/*^${labels.sort().join(", ")}*/${marked.slice(at)}`;
  expect(marked).toBe(snippet);
  return facts;
}

/** Facts of a snippet: C11 unless the options say otherwise, for i386. */
export function parseSnippet(text: string, options: Partial<ParseOptions> = {}): UnitFacts {
  const language = options.language ?? "c";
  return parseInProcess(text, {
    language,
    arguments: ["-m32", language === "c" ? "-std=gnu11" : "-std=gnu++17"],
    fileName: language === "c" ? "unit.c" : "unit.cc",
    ...options,
  });
}

export function entityName(facts: UnitFacts, entity: number): string {
  const found = facts.entities[entity];
  return found === undefined ? "?" : [...found.scope, found.name].join("::");
}
