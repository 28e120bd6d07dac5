/**
 * Classes that nothing in a unit can copy: wherever their names stand, pointers and references are meant. Where the text
 * is for a compiler alone, the copy constructor of such a class needs no body, and its advice no code.
 */
import type { ClassEntity } from "../../../model/index.js";
import type { ExpandedTail } from "../../aspect-text/aspect-tail.js";
import { type Token, tokenize } from "../../text/c-tokens.js";
import { wordPlaces } from "../../text/word-places.js";
import { declaresConstructor } from "./constructor-declaration.js";

/** What makes objects of a class that it does not name: deduced types, exceptions, statement expressions, lambdas. */
const UNNAMED =
  /\b(?:auto|__auto_type|decltype|__decltype|typeof|__typeof|__typeof__|throw)\b|\btemplate\s*<|\(\s*\{|\[[^[\]]*\]\s*(?:[({]|mutable\b|->)/;
/** As much in aspects, where the join point's API names types. */
const UNNAMED_BY_ADVICE = /\bJoinPoint\b/;

/** Asked for each class; the texts are looked through once. False also when that can't be told. */
export function createNeverCopied(unitText: string, tail: ExpandedTail): (owner: ClassEntity) => boolean {
  let advice = "";
  let isPlain: boolean | undefined;
  const look = () => {
    advice = tail.sections.join("\n");
    return !UNNAMED.test(unitText) && !UNNAMED.test(advice) && !UNNAMED_BY_ADVICE.test(advice);
  };
  return ({ definition, template, local, name }) => {
    if (definition === undefined || template !== undefined || local === true || !/^\w+$/.test(name))
      return false;
    isPlain ??= look();
    if (!isPlain) return false;
    const declared = ownDeclarations(name, tokenize(unitText, definition.body.start, definition.body.end));
    const isHarmless = harmlessUses(name);
    return (
      [...wordPlaces(unitText, name)].every((at) => isHarmless(unitText, at) || declared.has(at)) &&
      [...wordPlaces(advice, name)].every((at) => isHarmless(advice, at))
    );
  };
}

/** Where the class's own constructors and destructor are declared in its body, by the places of their names. */
function ownDeclarations(name: string, body: readonly Token[]): ReadonlySet<number> {
  const found = new Set<number>();
  let depth = 0;
  body.forEach(({ text, start }, index) => {
    if (text === "{") depth++;
    if (text === "}") depth--;
    if (depth === 1 && declaresConstructor(body, index, name)) found.add(start);
  });
  return found;
}

/**
 * A pointer or reference, a longer name, a declaration of the class, the definition of a constructor or destructor, its
 * size, a word of a message.
 */
function harmlessUses(name: string): (text: string, at: number) => boolean {
  const definesMember = new RegExp(`(?:~|(?<![\\w$])${name}${BLANKS}::)${BLANKS}$`);
  return (text, at) => {
    AFTER.lastIndex = at + name.length;
    const after = AFTER.exec(text)?.[1] ?? "";
    if (after === "::" || after === "*" || after === "&") return true;
    const before = text.slice(Math.max(0, at - REACH), at);
    if (after === "(") return definesMember.test(before);
    if (after === ")") return MEASURED.test(before);
    if (after === "'") return before.endsWith("'");
    return /^[;{:]$/.test(after) && KEYED.test(before);
  };
}

/** White space and line markers. */
const BLANKS = "(?:\\s|#[^\\n]*\\n)*";
/** What stands farther away counts as unclear. */
const REACH = 300;
const AFTER = new RegExp(`${BLANKS}(::|[^\\s])`, "y");
const MEASURED = new RegExp(`$(?<=\\bsizeof${BLANKS}\\(${BLANKS})`);
const KEYED = new RegExp(`$(?<=\\b(?:class|struct)${BLANKS})`);
