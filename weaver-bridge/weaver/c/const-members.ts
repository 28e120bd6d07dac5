/** Structures with a constant member: they can be made and copied into a new one, never assigned (C11 6.3.2.1). */
import type { TypeId, UnitFacts } from "../../model/index.js";
import { structFacts } from "../introductions/c-structs.js";
import { closingBracket, type Token, tokenize } from "../text/c-tokens.js";
import { Unweavable } from "../unweavable.js";
import type { Level } from "./glue/operation.js";
import type { WeaveSite } from "./weave-site.js";

/** Advice that keeps the result (of an array an element) for later assigns it. Refuses the join point where that can't be. */
export function requireAssignable(result: TypeId, levels: readonly Level[], site: WeaveSite): void {
  let type = site.speller.canonical(result);
  while (type.kind === "array") type = site.speller.canonical(type.of);
  if (type.kind !== "record" || levels.every(({ match }) => match.advice.kind === "before")) return;
  const member = constMember(type.name, site);
  if (member === undefined) return;
  throw new Unweavable(
    "const-member",
    `the result is a ${type.spelling}, whose member '${member}' is constant: it can't be stored`,
    "Use before advice here, or exclude the function from the pointcut.",
  );
}

/** Its name, also when it is a member of a member. */
function constMember(tag: string, { facts, text }: Pick<WeaveSite, "facts" | "text">): string | undefined {
  const body = bodiesOf(facts, text).get(tag);
  if (body === undefined) return undefined;
  return constIn(tokenize(text, body.start + 1, body.end - 1), (name) =>
    name === tag ? undefined : constMember(name, { facts, text }),
  );
}

type Bodies = ReadonlyMap<string, { readonly start: number; readonly end: number }>;

const BODIES = new WeakMap<UnitFacts, Bodies>();

function bodiesOf(facts: UnitFacts, text: string): Bodies {
  let bodies = BODIES.get(facts);
  if (bodies === undefined) {
    const entities = structFacts(text, "").entities;
    bodies = new Map(
      entities.flatMap((entity) =>
        entity.kind === "class" && entity.definition !== undefined
          ? [[entity.name, entity.definition.body] as const]
          : [],
      ),
    );
    BODIES.set(facts, bodies);
  }
  return bodies;
}

/** Of the declarations in a structure's body. */
function constIn(
  tokens: readonly Token[],
  inStruct: (tag: string) => string | undefined,
): string | undefined {
  let first = 0;
  for (let at = 0; at < tokens.length; at++) {
    const text = tokens[at]?.text;
    if (text === "{") {
      const close = closingBracket(tokens, at);
      const nested = constIn(tokens.slice(at + 1, close), inStruct);
      if (nested !== undefined) return nested;
      at = close;
    } else if (text === ";") {
      const found = constDeclared(tokens.slice(first, at), inStruct);
      if (found !== undefined) return found;
      first = at + 1;
    }
  }
  return undefined;
}

function constDeclared(
  declaration: readonly Token[],
  inStruct: (tag: string) => string | undefined,
): string | undefined {
  const words = declaration.map(({ text }) => text);
  const star = words.lastIndexOf("*");
  const name = declaration.findLast(({ kind }) => kind === "identifier")?.text;
  if (words.indexOf("const", star + 1) !== -1) return name;
  const tag = words.findIndex((word) => word === "struct" || word === "union");
  return star === -1 && tag !== -1 ? inStruct(words[tag + 1] ?? "") : undefined;
}
