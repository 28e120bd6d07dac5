/** For tests: what guards say of a C unit. */
import { expect } from "vitest";
import { parseInProcess } from "../../clang-ast/src/index.js";
import {
  type AliasWarning,
  aliasWarnings,
  GUARD_FACTS,
  type GuardSite,
  guardSites,
  readGuards,
  writingNames,
} from "../index.js";

/**
 * Sites that are not filtered, and aliases that are not harmless, of a unit without errors. Read whole and read as a build
 * reads it, by the functions that it has to, it has the same sites.
 */
export function judged(
  unit: string,
  declaration: string,
): { readonly sites: readonly GuardSite[]; readonly aliases: readonly AliasWarning[] } {
  const parse = (names = {}) =>
    parseInProcess(unit, {
      ...{ language: "c", arguments: ["-m32"], fileName: "a.c", wanted: GUARD_FACTS },
      ...names,
    } as Parameters<typeof parseInProcess>[1]);
  const facts = parse();
  expect(facts.diagnostics.filter(({ severity }) => severity !== "warning")).toEqual([]);
  const { guards } = readGuards(declaration);
  const sites = guardSites(facts, unit, guards);
  expect(guardSites(parse(writingNames(unit, guards)), unit, guards)).toEqual(sites);
  return {
    sites: sites.filter(({ certainty }) => certainty !== "filtered"),
    aliases: aliasWarnings(facts, unit, guards).filter(({ harmless }) => harmless === undefined),
  };
}
