/**
 * Names without which a function writes no guarded term: of a large unit only functions that say one of them need be read.
 * A term is named, or a member that shares its bytes, or a function that writes bytes or gives objects back; or an object
 * that holds the term is copied whole, and then what is written to says something that was declared as such an object.
 */
import { bulkWriter, givesBack } from "./bulk-writers.js";
import { readLinkerNames } from "./called-function.js";
import type { GuardDeclaration } from "./declaration.js";
import { closingBrace, type HolderNames, holderNames, namesWhole, plainText } from "./holder-names.js";
import { isWellKnownAllocator } from "./new-objects.js";

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
  names.push(...namesOfGivers(text, terms, readLinkerNames(unitText).others));
  for (const name of calledNames(text))
    if (bulkWriter(name) !== undefined || givesBack(name) !== undefined || isShownAllocator(name, text))
      names.push(name);
  const defined: string[] = [];
  for (const type of new Set(guards.map((guard) => guard.type))) {
    const holders = type === undefined ? undefined : holderNames(text, type);
    names.push(...copiedNames(text, holders));
    defined.push(...(holders?.values ?? []), ...(holders?.types ?? []).filter((one) => one !== type));
  }
  return { identifiers: sorted(names), defined: sorted(defined) };
}

const sorted = (names: readonly string[]) => [...new Set(names)].sort();

function calledNames(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/\b([A-Za-z_]\w*)\s*\(/g), ([, name]) => name as string));
}

/** Functions of the unit that get a term, or its address: what they do with it is to be read. */
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
  return [...names].filter((name) => name !== "" && !KEYWORD.test(name) && isDefined(name, text));
}

const isShownAllocator = (name: string, text: string) => isWellKnownAllocator(name) && isDefined(name, text);

/** With or without declarations of 1978 between parameters and body. */
const isDefined = (name: string, text: string) =>
  new RegExp(`\\b${name}\\s*\\([^;{}]*\\)\\s*(?:[\\w*,()[\\]\\s]+;\\s*)*\\{`).test(text);

const KEYWORD = /^(?:if|while|for|switch|return|sizeof|typeof|__typeof__|__attribute__|asm|__asm__)$/;

/** Members of unions that say a term, at whatever depth. */
function unionMembers(text: string, terms: ReadonlySet<string>): string[] {
  const saysTerm = new RegExp(`\\b(?:${[...terms].join("|")})\\b`);
  return [...text.matchAll(/\bunion\b[^{};()]*\{/g)].flatMap(({ index, 0: head }) => {
    const from = index + head.length;
    const body = text.slice(from, closingBrace(text, from));
    if (!saysTerm.test(body)) return [];
    return Array.from(
      body.matchAll(/([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?::[^;,]*)?[;,]/g),
      ([, name]) => name as string,
    );
  });
}

/** What is written to, up to `=`: behind `*` that no type precedes; an element; a plain name. */
const TARGETS = [
  /(?:[^\w\s*]|\b(?:else|do))\s*\*([^=;{}]*)=(?!=)/g,
  /(?=\][\s)]*=(?!=))(?<=([^=;{}]*))\]/g,
  /"[=+][^"\n]*"\s*\(([^;]*?)\)\s*[:,)]/g,
];

function copiedNames(text: string, holders: HolderNames | undefined): string[] {
  if (holders === undefined) return [];
  const { all, values } = holders;
  const found: string[] = [];
  for (const pattern of TARGETS)
    for (const [, target = ""] of text.matchAll(pattern)) found.push(...namesWhole(target, all));
  for (const [, name = ""] of text.matchAll(/\b([A-Za-z_]\w*)[\s)]*=(?!=)/g))
    if (values.has(name)) found.push(name);
  return found;
}
