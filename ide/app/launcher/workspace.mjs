// What the user named on the command line, as a folder to open and perhaps a file in it.
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { launchProblem } from "./launch-problem.mjs";

/** Nothing at all is the Welcome page. A file is shown in its project, or else in its folder. */
export function findWorkspace(named) {
  if (named === undefined) return {};
  const path = resolve(named);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw launchProblem(`There is no folder ${path}. Name an existing folder or file to open.`);
  const real = realpathSync(path);
  if (found.isDirectory() || real.endsWith(".theia-workspace")) return { workspace: real };
  return { workspace: projectOf(dirname(real)) ?? dirname(real), file: real };
}

/** The nearest folder from here up that has a weft.json. */
function projectOf(folder) {
  if (existsSync(join(folder, "weft.json"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : projectOf(parent);
}
