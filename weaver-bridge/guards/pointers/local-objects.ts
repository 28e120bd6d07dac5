/** Which object an expression names, by how it is spelled: a local variable's own, or what a pointer leads to. */
import type { UnitFacts } from "../../model/index.js";
import { type FunctionBody, lowestDepth, statementStart, usesOf } from "../facts/function-text.js";
import { isArray } from "../facts/layout.js";
import { closingBracket } from "./pointer-uses.js";

export interface ObjectPath {
  /** The variable that it begins with. */
  readonly name: string;
  /** How many are followed from there to the object. */
  readonly pointers: number;
  /** Of the variable itself: `x[1][2].member`. */
  readonly indices: number;
}

const STEP = /^[\s)]*(->|\.|\[)\s*(\w*)/;

/** Of `p->credentials`, `(p)->a.b[3]`; undefined where it begins with a call, a cast, `&` or `*`. */
export function objectPath(
  facts: UnitFacts,
  { text, isArrow }: { readonly text: string; readonly isArrow: boolean },
): ObjectPath | undefined {
  const [root, name] = /^[\s(]*([A-Za-z_]\w*)/.exec(text) ?? [];
  if (root === undefined || name === undefined) return undefined;
  let pointers = 0;
  let indices = 0;
  // How many indices what is named so far takes before a pointer is followed.
  let dimensions = Number.POSITIVE_INFINITY;
  let at = root.length;
  for (let step = STEP.exec(text.slice(at)); step !== null; step = STEP.exec(text.slice(at))) {
    const [whole, sign, member = ""] = step;
    if (sign === "[") {
      at = closingBracket(text, at + whole.length - member.length);
      if (dimensions === Number.POSITIVE_INFINITY) indices++;
      else if (dimensions === 0) pointers++;
      else dimensions--;
      continue;
    }
    if (sign === "->") pointers++;
    dimensions = dimensionsOf(facts, member, Math.min);
    at += whole.length;
  }
  if (!/^[\s)]*$/.test(text.slice(at))) return undefined;
  if (isArrow && (dimensions === 0 || dimensions === Number.POSITIVE_INFINITY)) pointers++;
  return { name, pointers, indices };
}

/** Of the members of a name, the fewest or the most (`Math.min`, `Math.max`); 0 where it is no array. */
export function dimensionsOf(
  facts: UnitFacts,
  name: string,
  of: (...found: readonly number[]) => number,
): number {
  const found = facts.entities.flatMap((one) =>
    one.kind === "field" && one.name === name ? [depthOf(facts, one.type)] : [],
  );
  return found.length === 0 ? 0 : of(...found);
}

function depthOf(facts: UnitFacts, id: number): number {
  const type = facts.types[id];
  if (type?.kind === "typedef") return depthOf(facts, type.underlying);
  return type?.kind === "array" ? 1 + depthOf(facts, type.of) : 0;
}

/**
 * Whether a name is that of a variable of the function that is an object with the terms itself, at a place of the
 * function's text. Undefined where it is a pointer, lives longer, or is declared more than once.
 */
export function localObject(
  { facts, names }: { readonly facts: UnitFacts; readonly names: ReadonlySet<string> },
  name: string,
  { text, shadow, start }: FunctionBody,
  here: number,
): { readonly dimensions: number } | undefined {
  if (names.size === 0) return undefined;
  const type = `(?:${[...names].join("|")})`;
  const own = new RegExp(
    `^(?:\\s|(?:const|volatile|register|auto)\\b)*(?:(?:struct|union)\\s+)?(${type})\\b(?:[^;{}]*,)?(?:\\s|(?:const|volatile)\\b)*$`,
  );
  let found: { readonly dimensions: number } | undefined;
  for (const use of usesOf(name, text, 0, here)) {
    const isParameter = use < shadow.body.start - start;
    const before = text.slice(0, use);
    const statement = before.slice(statementStart(before, use, isParameter ? ";{}(," : ";{}"));
    const after = text.slice(use + name.length);
    const dimensions = /^(?:\s*\[[^\]]*\])*/.exec(after)?.[0].match(/\[/g)?.length ?? 0;
    const of = own.exec(statement)?.[1];
    if (of === undefined ? isOtherDeclaration(statement) : found !== undefined) return undefined;
    if (of === undefined) continue;
    if (isParameter && (dimensions > 0 || isArrayName(facts, of))) return undefined;
    if (lowestDepth(text.slice(use, here)) < 0) return undefined;
    found = { dimensions: isArrayName(facts, of) ? Number.POSITIVE_INFINITY : dimensions };
  }
  return found;
}

/** `struct lock *const p`, `for (lock_t p`, `extern struct lock p`; not `return p`. */
function isOtherDeclaration(statement: string): boolean {
  const from = statement.slice(statementStart(statement, statement.length, "("));
  if (/^\s*(?:return|goto|else|case|sizeof|do)\b/.test(from)) return false;
  const comma = from.lastIndexOf(",");
  if (comma < 0) return ONE_DECLARED.test(from);
  return /^\s*[A-Za-z_]/.test(from) && NEXT_DECLARED.test(from.slice(comma + 1));
}

const STARS = String.raw`[\s*]*(?:(?:const|volatile|restrict|__restrict)\b\s*)*`;
const NEXT_DECLARED = new RegExp(`^${STARS}$`);
const ONE_DECLARED = new RegExp(String.raw`^(?:\s*[A-Za-z_]\w*\b)+\s*(?:\*${STARS})?$`);

const isArrayName = (facts: UnitFacts, name: string) =>
  facts.types.some((one) => one.kind === "typedef" && one.name === name && isArray(facts, one.underlying));
