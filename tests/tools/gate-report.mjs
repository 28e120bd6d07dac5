/** What a run of Vitest came to, by what `gate-reporter.mjs` wrote of it and how it ended. */
import { existsSync, readFileSync } from "node:fs";

/**
 * `[{ file, passed, failures }]`; failures outside of files have no `file`. A run that ends before its report is whole (a
 * crash, the deadline) is a failure, whatever it had counted.
 */
export function countedIn(report, { project, status, signal }) {
  const { isWhole, modules } = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : { isWhole: false, modules: [] };
  const how = `${project}: ended with ${signal ?? status}`;
  if (!isWhole) {
    const passed = modules.reduce((sum, module) => sum + module.passed, 0);
    return [...modules, { passed: 0, failures: [`${how}, when ${passed} tests had passed`] }];
  }
  if (status !== 0 && modules.every(({ failures }) => failures.length === 0))
    return [...modules, { passed: 0, failures: [how] }];
  return modules;
}
