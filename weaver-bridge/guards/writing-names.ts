/**
 * Names without which a function writes no guarded term: of a large unit only functions that say one of them need be read.
 * A term is named, or a member that shares its bytes, or a function that writes bytes or gives objects back; or an object
 * that holds the term is copied whole, and then what is written to says something that was declared as such an object.
 */
import { createBraces } from "./facts/braces.js";
import { bulkWriter, givesBack } from "./facts/bulk-writers.js";
import { readLinkerNames } from "./facts/called-function.js";
import type { GuardDeclaration } from "./facts/declaration.js";
import { calledNames, definedNames } from "./facts/defined-names.js";
import {
  createDeclarations,
  type HolderNames,
  holderNames,
  namesWhole,
  plainText,
} from "./facts/holder-names.js";
import { isWellKnownAllocator } from "./pointers/new-objects.js";

interface WritingNames {
  readonly identifiers: readonly string[];
  /** What only definitions of types have to say, to be read. */
  readonly defined: readonly string[];
}

/** `unitText` is preprocessed. */
export function writingNames(unitText: string, guards: readonly GuardDeclaration[]): WritingNames {
  const text = plainText(unitText);
  const terms = new Set(guards.flatMap((guard) => guard.terms));
  const names = [...terms, ...unionMembers(text, terms)];
  const defined = definedNames(text);
  for (const name of namesOfGivers(text, terms, readLinkerNames(unitText).others))
    if (defined.has(name)) names.push(name);
  for (const name of calledNames(text)) {
    const isShownAllocator = isWellKnownAllocator(name) && defined.has(name);
    if (bulkWriter(name) !== undefined || givesBack(name) !== undefined || isShownAllocator) names.push(name);
  }
  const ofTypes: string[] = [];
  const declarations = createDeclarations(text);
  for (const type of new Set(guards.map((guard) => guard.type))) {
    const holders = type === undefined ? undefined : holderNames(declarations, type);
    names.push(...copiedNames(text, holders));
    names.push(...arraysBeside(text, new Set([...terms, ...(holders?.types ?? [])])));
    ofTypes.push(...(holders?.values ?? []), ...(holders?.types ?? []).filter((one) => one !== type));
  }
  return { identifiers: sorted(names), defined: sorted(ofTypes) };
}

const sorted = (names: readonly string[]) => [...new Set(names)].sort();

/** Functions that get a term, or its address: what they do with it is to be read, where the unit has it. */
function namesOfGivers(
  text: string,
  terms: ReadonlySet<string>,
  others: ReadonlyMap<string, string>,
): string[] {
  const term = `(?:${[...terms].join("|")})\\b`;
  const given = new RegExp(
    `\\b([A-Za-z_]\\w*)\\s*\\((?=(?:[^;{}()]|\\((?:[^;{}()]|\\([^;{}()]*\\))*\\))*\\b${term})`,
    "g",
  );
  const names = new Set(
    Array.from(text.matchAll(given), ([, name = ""]) => [name, others.get(name) ?? ""]).flat(),
  );
  return [...names].filter((name) => name !== "" && !KEYWORD.test(name));
}

const KEYWORD = /^(?:if|while|for|switch|return|sizeof|typeof|__typeof__|__attribute__|asm|__asm__)$/;

/** In what a `;` or `,` ends: the name before its bits, or at the end. */
const MEMBER = /(?<!\w)([A-Za-z_]\w*)\s*(?:\[[^[\]]*\]\s*)*(?::|$)/;

/** Members of unions that say a term, at whatever depth. */
function unionMembers(text: string, terms: ReadonlySet<string>): string[] {
  const saysTerm = new RegExp(`\\b(?:${[...terms].join("|")})\\b`);
  const braces = createBraces(text);
  return [...text.matchAll(/\bunion\b[^{};()]*\{/g)].flatMap(({ index, 0: head }) => {
    const from = index + head.length;
    const body = text.slice(from, braces.closing(from - 1));
    if (!saysTerm.test(body)) return [];
    const declarators = body.split(/[;,]/).slice(0, -1);
    return declarators.flatMap((one) => MEMBER.exec(one)?.[1] ?? []);
  });
}

/** Members that are arrays, of structures that say a term or its type. */
function arraysBeside(text: string, said: ReadonlySet<string>): string[] {
  const saysTerm = new RegExp(`\\b(?:${[...said].join("|")})\\b`);
  const braces = createBraces(text);
  return [...text.matchAll(/\b(?:struct|union)\b[^{};()]*\{/g)].flatMap(({ index, 0: head }) => {
    const from = index + head.length;
    const body = text.slice(from, braces.closing(from - 1));
    if (!saysTerm.test(body)) return [];
    return Array.from(body.matchAll(/\b([A-Za-z_]\w*)\s*\[/g), ([, name = ""]) => name);
  });
}

/** What is written to: an element, up to `=`; what asm says so of. */
const TARGETS = [/(?=\][\s)]*=(?!=))(?<=([^=;{}]*))\]/g, /"[=+][^"\n]*"\s*\(([^;"]*?)\)\s*[:,)]/g];

/** Up to `=`, behind `*` that no type precedes. */
function followedTargets(text: string): string[] {
  return Array.from(text.matchAll(/(?<![^=;{}])[^=;{}]*=(?!=)/g), ({ index, 0: said }) => {
    const from = Math.max(0, index - 1);
    const statement = text.slice(from, index + said.length);
    const star = /(?:[^\w\s*]|\b(?:else|do))\s*\*/.exec(statement);
    return star === null ? "" : statement.slice(star.index + star[0].length);
  });
}

function copiedNames(text: string, holders: HolderNames | undefined): string[] {
  if (holders === undefined) return [];
  const { all, values } = holders;
  const found: string[] = [];
  for (const pattern of TARGETS)
    for (const [, target = ""] of text.matchAll(pattern)) found.push(...namesWhole(target, all));
  for (const target of followedTargets(text)) found.push(...namesWhole(target, all));
  for (const [, name = ""] of text.matchAll(/\b([A-Za-z_]\w*)[\s)]*=(?!=)/g))
    if (values.has(name)) found.push(name);
  return found;
}
