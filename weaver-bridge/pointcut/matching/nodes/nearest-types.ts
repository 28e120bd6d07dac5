/** Types in a pattern that the unit does not have, and which of its types were probably meant. */
import type { UnitFacts } from "../../../model/index.js";
import type { QualifiedPattern, TypePattern } from "../../patterns/match-expression.js";
import { isLiteral } from "../../patterns/match-expression.js";
import { nearestNames } from "../../syntax/nearest-names.js";
import type { TypeTest } from "./pointcut-node.js";

/** A full sentence on the first type that does not exist but is close to one that does. */
export function misspeltType(tests: readonly TypeTest[], facts: UnitFacts): string | undefined {
  const known = typeNames(facts);
  for (const { pattern } of tests)
    for (const { scopes, name } of namesIn(pattern)) {
      const path = [...scopes.map((part) => (part.kind === "name" ? part.name.text : "...")), name.text].join(
        "::",
      );
      if (!isLiteral(name) || path.includes("...") || known.includes(path)) continue;
      const elsewhere = known.filter((other) => lastOf(other) === name.text);
      const near = nearestNames(name.text, known.map(lastOf)).flatMap((last) =>
        known.filter((other) => lastOf(other) === last),
      );
      const meant = [...elsewhere, ...near].slice(0, 3);
      if (meant.length > 0)
        return `No type \`${path}\` is used. Did you mean ${meant.map((other) => `\`${other}\``).join(" or ")}?`;
    }
  return undefined;
}

const lastOf = (path: string) => path.slice(path.lastIndexOf("::") + 1).replace(/^:+/, "");

/** Qualified, without arguments of templates. */
function typeNames({ types, entities }: UnitFacts): string[] {
  const names = types.flatMap((type) =>
    type.kind === "record" || type.kind === "enum" || type.kind === "typedef" ? [type.name] : [],
  );
  const classes = entities.flatMap((entity) =>
    entity.kind === "class" ? [[...entity.scope, entity.name].join("::")] : [],
  );
  return [...new Set([...names, ...classes].map((name) => withoutArguments(name)))].filter(
    (name) => name !== "",
  );
}

function namesIn(pattern: TypePattern): QualifiedPattern[] {
  switch (pattern.kind) {
    case "named":
      return [pattern.name];
    case "pointer":
    case "lvalue-reference":
    case "rvalue-reference":
      return namesIn(pattern.to);
    case "member-pointer":
      return [...namesIn(pattern.to), pattern.ofClass];
    case "array":
      return namesIn(pattern.of);
    case "function":
      return [pattern.result, ...pattern.parameters].flatMap(namesIn);
    default:
      return [];
  }
}

/** Without all from the first `<` to the last `>`. */
function withoutArguments(name: string): string {
  const [open, close] = [name.indexOf("<"), name.lastIndexOf(">")];
  return open === -1 || close < open ? name : name.slice(0, open) + name.slice(close + 1);
}
