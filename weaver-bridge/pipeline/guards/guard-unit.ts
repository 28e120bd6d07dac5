/** The guards that concern one unit: where it writes their terms, and these places as effects. */
import { relative, resolve } from "node:path";
import {
  aliasWarnings,
  GUARD_FACTS,
  type GuardDeclaration,
  type GuardSite,
  guardEffects,
  guardProblems,
  guardSites,
  pointerDepartures,
  waysOfAssembly,
  weaveGuards,
  writingNames,
} from "../../guards/index.js";
import {
  type CompilerCommand,
  type CompilerInput,
  parseArguments,
  unitLanguage,
} from "../../kernel-build/index.js";
import type {
  AssemblyWays,
  GuardEffect,
  PointerDeparture,
  Problem,
  SourceRange,
  UnitFacts,
} from "../../model/index.js";
import { rangeAt } from "../specialize/spec-problems.js";
import type { SpecFile } from "../specialize/spec-source.js";
import type { ParseHost } from "../unit/parse-host.js";
import { targetProblems } from "./guard-target.js";

export { GUARD_FACTS } from "../../guards/index.js";

/** Those whose names the unit's text holds: nothing of it is written elsewhere. */
export function guardsFor(text: string, specs: readonly Pick<SpecFile, "guards">[]): GuardDeclaration[] {
  const has = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
  return specs
    .flatMap(({ guards }) => guards)
    .filter(({ type, terms }) => (type === undefined ? terms.some(has) : has(type)));
}

export interface GuardedUnit {
  readonly sites: readonly GuardSite[];
  /** Of those that are not filtered. */
  readonly effects: readonly GuardEffect[];
}

/** Declarations are named relative to `directory` where they are below it. */
export function guardUnit(
  facts: UnitFacts,
  unitText: string,
  specs: readonly SpecFile[],
  directory: string,
): GuardedUnit {
  const sites = guardSites(facts, unitText, guardsFor(unitText, specs));
  const effects = guardEffects(facts, sites, ({ guard }) => {
    const spec = specs.find(({ guards }) => guards.includes(guard)) as SpecFile;
    const short = relative(directory, spec.file);
    const range = rangeAt(short.startsWith("..") ? spec.file : short, spec.text, guard.offset);
    return { name: guard.type ?? guard.terms.join(), range };
  });
  return { sites, effects };
}

/** What other files may write a guarded term by. */
export interface GivenAway {
  readonly assembly: readonly AssemblyWays[];
  readonly departures: readonly PointerDeparture[];
}

export interface GuardedUnitText extends GuardedUnit {
  readonly text: string;
  readonly given: GivenAway;
}

const areAliasesTold = (guard: GuardDeclaration) =>
  guard.areAliasesTold === true || guard.protects.length === 0;

/**
 * Text for the compiler, woven or not, with the guards that concern it. Undefined where none does; problems or a string say
 * why they can't be put in.
 */
export async function guardText(
  text: string,
  unit: { readonly command: CompilerCommand; readonly input: CompilerInput },
  specs: readonly SpecFile[],
  host: ParseHost,
): Promise<GuardedUnitText | readonly Problem[] | string | undefined> {
  const { command, input } = unit;
  const guards = unitLanguage(input) === "c" ? guardsFor(text, specs) : [];
  if (guards.length === 0) return undefined;
  const refused = targetProblems(unit, guards, specs);
  if (refused.length > 0) return refused;
  const facts = await host
    .parse(text, {
      language: "c",
      arguments: parseArguments(command, input),
      fileName: input.path,
      wanted: GUARD_FACTS,
      // Other names may begin in any function.
      ...(guards.every(areAliasesTold) ? writingNames(text, guards) : {}),
    })
    .catch((error: Error) => error.message);
  if (typeof facts === "string") return facts;
  const guarded = guardUnit(facts, text, specs, command.directory);
  const problems = guardProblems(facts, guards, guarded.sites, aliasWarnings(facts, text, guards));
  const placed = problems.map(({ range, ...one }) => ({ ...one, range: facts.lineMap.rangeOf(range) }));
  // What is generated compares objects, and writes none of them.
  const wrong = placed.filter(({ code, range }) => code !== "guards/alias" || range.file !== "<weft>");
  if (wrong.length > 0) return wrong;
  const absolute = (range: SourceRange) => ({ ...range, file: resolve(command.directory, range.file) });
  const given = {
    assembly: waysOfAssembly(facts, text, guards),
    departures: pointerDepartures(
      facts,
      text,
      guards.filter(({ protects }) => protects.length > 0),
      (range) => absolute(facts.lineMap.rangeOf(range)),
    ),
  };
  return { ...guarded, given, text: weaveGuards(text, guarded.sites) };
}
