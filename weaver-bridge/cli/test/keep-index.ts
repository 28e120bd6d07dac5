/** For tests: the index of a project, as an editor that was open leaves it. */
import { readdirSync, utimesSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadProject, type Project, projectCommands, unitOf } from "../../kernel-build/index.js";
import { keepUnits } from "../../kernel-index/test/keep-units.js";

export function keepIndex(root: string): Promise<void> {
  // What was written a moment ago may still change unseen, and would be read again.
  const old = new Date(Date.now() - 60_000);
  for (const name of readdirSync(root)) utimesSync(join(root, name), old, old);
  const { value: commands } = projectCommands(loadProject(root).value as Project);
  const units = commands.flatMap((command) => {
    const unit = unitOf(command);
    if (unit === undefined) return [];
    const { directory, argv } = unit.command;
    return [{ path: resolve(directory, unit.input.path), directory, argv }];
  });
  return keepUnits(root, units);
}
