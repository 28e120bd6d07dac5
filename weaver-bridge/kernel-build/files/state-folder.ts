/**
 * The folder in which Weft keeps what it learned about a project, and why it can't be used. Builds write into it and clear it,
 * so whoever packed a folder with a link there would have files elsewhere overwritten and removed.
 */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Problem, unlessRefused } from "../../model/index.js";
import { leadsOut } from "./own-place.js";

/** Its name in a project. */
export const STATE_FOLDER = ".weft";

/** Where Weft keeps what it learned about a project; not for version control. */
export function stateFolder(project: { readonly root: string }): string {
  return join(project.root, STATE_FOLDER);
}

/** A link in place of the folder, or of what Weft makes in it. Undefined: there is none, or nothing at all. */
export function stateProblem(root: string): Problem | undefined {
  const folder = join(root, STATE_FOLDER);
  const status = unlessRefused(() => lstatSync(folder, { throwIfNoEntry: false }));
  if (status?.isDirectory() !== true) return status === undefined ? undefined : misplaced(folder);
  const entries = unlessRefused(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  const link = entries.find((entry) => entry.isSymbolicLink());
  return link && misplaced(join(folder, link.name));
}

function misplaced(path: string): Problem {
  return {
    code: "project/state-link",
    severity: "error",
    message: `${path} is no folder or file of its own: it leads elsewhere`,
    hint: "Weft writes there, and clears it, so it must not lead out of the project. Remove it; what was kept is made anew.",
  };
}

/** Of a path; undefined where it is in no state folder. */
export function stateFolderOf(file: string): string | undefined {
  return /^(.*?\/\.weft)(?=\/)/.exec(file)?.[1];
}

/** Throws where a folder on the way from the state folder to the file is a link. The file's folder is there. */
export function requireOwnPlace(state: string, file: string): void {
  const folder = dirname(file);
  const wanted = realpathSync(dirname(state)) + folder.slice(dirname(state).length);
  if (realpathSync(folder) !== wanted) throw leadsOut(folder, state, file);
}
