/** Objects that are born with their terms: nothing can rely on them before. Found in the text, facts have no initialisers. */
import type { TextRange, UnitFacts } from "../../model/index.js";
import type { FunctionBody } from "../facts/function-text.js";
import type { RawSite } from "../facts/guard-site.js";
import type { Layout } from "../facts/layout.js";

export function initialisers(
  facts: UnitFacts,
  unitText: string,
  { guard, terms, names }: Layout,
  bodyAt: (at: TextRange) => FunctionBody | undefined,
): RawSite[] {
  if (guard.type === undefined) return ofVariables(facts, unitText, terms);
  const pattern = new RegExp(
    `\\b(?:struct|union)?\\s*\\b(${[...names].join("|")})\\s+([A-Za-z_]\\w*)\\s*(?:\\[[^[\\]]*\\]\\s*)*=(?!=)\\s*`,
    "g",
  );
  return [...unitText.matchAll(pattern)].map(({ index, 0: text, 1: type, 2: name }) => {
    const start = index + text.search(/\S/);
    const range = { start, end: index + text.length };
    const body = bodyAt(range);
    return {
      terms: [...new Set(terms.values())],
      how: `born with ${name}`,
      certainty: "filtered" as const,
      reason:
        body === undefined
          ? `${name} gets its first value before the kernel runs`
          : `the local ${name} of type ${type} is born here`,
      range,
    };
  });
}

function ofVariables(facts: UnitFacts, unitText: string, terms: Layout["terms"]): RawSite[] {
  return [...terms].flatMap(([id, term]) => {
    const at = facts.entities[id]?.nameRange;
    if (at === undefined || !/^\s*(\[[^\]]*\]\s*)*=(?!=)/.test(unitText.slice(at.end, at.end + 60)))
      return [];
    return [
      {
        terms: [term],
        how: `born with ${term}`,
        certainty: "filtered" as const,
        reason: `${term} gets its first value before the kernel runs`,
        range: at,
      },
    ];
  });
}
