/**
 * Assembly files are not read as C is. What a unit tells of the ways in which one could write a guarded term, names of objects
 * and functions that get one, and where a file's text has such a name.
 */
import type { AssemblyWays, TextRange, UnitFacts } from "../model/index.js";
import type { AliasWarning } from "./aliases/alias.js";
import type { GuardDeclaration } from "./facts/declaration.js";
import { shadowsOf } from "./facts/indexed-facts.js";
import { coreOf, layoutOf } from "./facts/layout.js";
import { once } from "./facts/once.js";
import { fileScopeNamesOf, holderNamesOf, staticNamesOf } from "./facts/unit-texts.js";
import { subjectOf } from "./weave/weave-guards.js";

/** Of guards that something relies on; without those that nothing is told of. */
export function waysOfAssembly(
  facts: UnitFacts,
  unitText: string,
  guards: readonly GuardDeclaration[],
): AssemblyWays[] {
  return guards.filter(isAsked).flatMap((guard): AssemblyWays[] => {
    const objects = guard.type === undefined ? [...guard.terms] : objectsOf({ facts, unitText }, guard.type);
    const given = guard.type === undefined ? [] : givenTo(facts, unitText, guard);
    return objects.length + given.length === 0 ? [] : [{ subject: subjectOf(guard), objects, given }];
  });
}

const isAsked = ({ protects, areAliasesTold }: GuardDeclaration) =>
  protects.length > 0 && areAliasesTold !== true;

function objectsOf(code: { readonly facts: UnitFacts; readonly unitText: string }, type: string): string[] {
  const { types } = holderNamesOf(code, type);
  return [...fileScopeNamesOf(code, type)].filter(
    (name) => !types.includes(name) && !staticNamesOf(code).has(name),
  );
}

function givenTo(facts: UnitFacts, unitText: string, guard: GuardDeclaration): string[] {
  const layout = layoutOf(facts, unitText, guard);
  if (layout === undefined) return [];
  const shown = definedIn(facts);
  const names = shadowsOf(facts).calls.flatMap((one): string[] => {
    if (shown.has(one.entity)) return [];
    const isGiven = one.arguments.some(({ type }) => {
      const { usr, depth } = coreOf(facts, type);
      return depth > 0 && layout.holders.has(usr ?? "");
    });
    const name = facts.entities[one.entity]?.name ?? "";
    return isGiven && name !== "" ? [name] : [];
  });
  return [...new Set(names)];
}

const definedIn = once(
  (facts: UnitFacts) =>
    new Set(facts.shadows.flatMap((one) => (one.kind === "execution" ? [one.entity] : []))),
);

/** In the text of an assembly file, before its preprocessor; `harmless LABEL because "…"` lets one pass. */
export function assemblyMentions(
  text: string,
  guards: readonly GuardDeclaration[],
  ways: readonly AssemblyWays[],
): AliasWarning[] {
  const plain = withoutRemarks(text);
  const labels = [...plain.matchAll(/(?:^|;)[ \t]*([A-Za-z_]\w*)[ \t]*:/gm)];
  const exported = new Set(Array.from(plain.matchAll(EXPORTS), ([, name]) => name as string));
  const within = (at: number) => labels.findLast(({ index }) => index <= at)?.[1];
  const code = plain.replace(DIRECTIVES, (line) => " ".repeat(line.length));
  const mentions = guards.filter(isAsked).flatMap((guard): AliasWarning[] => {
    const own = ways.filter(({ subject }) => subject === subjectOf(guard));
    const alias = { guard, terms: guard.terms, kind: "address" } as const;
    const find = (names: Iterable<string>, say: (name: string) => string) =>
      [...new Set(names)].flatMap((name) =>
        firstMention(code, name).map((range): AliasWarning => {
          const label = within(range.start);
          return { ...alias, range, chain: [say(name)], ...(label === undefined ? {} : { within: label }) };
        }),
      );
    const entered = labels.flatMap(({ index, 0: whole, 1: name = "" }): AliasWarning[] => {
      if (!exported.has(name) || !own.some(({ given }) => given.includes(name))) return [];
      const start = index + whole.indexOf(name);
      const chain = [`an object is an argument of ${name}, which is assembly`];
      return [{ ...alias, range: { start, end: start + name.length }, chain, within: name }];
    });
    return [
      ...find(
        own.flatMap(({ objects }) => objects),
        (name) => `assembly names ${name}`,
      ),
      ...entered,
    ];
  });
  return mentions
    .filter(({ guard, within: label }) => label === undefined || !guard.harmless.has(label))
    .sort((left, right) => left.range.start - right.range.start);
}

const EXPORTS = /\.(?:globl|global|weak)[ \t]+([A-Za-z_]\w*)/g;
const DIRECTIVES = /\.(?:globl|global|type|size|section|weak|hidden|extern|local|comm|lcomm)\b[^\n;]*/g;

/** `cred`, `$cred+4`, `cred(,%eax,4)`; not `%cred`, `.cred`, `cred:`. */
function firstMention(code: string, name: string): TextRange[] {
  const found = new RegExp(`(?<![\\w%.])${name}\\b(?!\\s*:)`).exec(code);
  return found === null ? [] : [{ start: found.index, end: found.index + name.length }];
}

/** Blanks in the place of comments and strings: places stay. */
function withoutRemarks(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"?|(?:(?<=^|\n)[ \t]*#(?![ \t]*(?:define|undef|if|ifdef|ifndef|elif|else|endif)\b)|(?<=[ \t])#)[^\n]*/g,
    (remark) => remark.replace(/[^\n]/g, " "),
  );
}
