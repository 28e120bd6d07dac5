/** Makes a dependency file name the aspects, so that make rebuilds the unit when one of them changes. */
import { existsSync, readFileSync } from "node:fs";
import {
  completeRule,
  parseDependencies,
  printDependencies,
  writeAtomically,
} from "../../kernel-build/index.js";

/** Leaves the file as it is when it isn't there or isn't a regular rule file. */
export function addAspectsToRule(file: string, aspects: readonly string[]): void {
  if (aspects.length === 0 || file.startsWith("/dev/") || !existsSync(file)) return;
  const rule = parseDependencies(readFileSync(file, "utf8"));
  if (rule.targets.length === 0) return;
  writeAtomically(file, printDependencies(completeRule(rule, undefined, aspects)));
}
