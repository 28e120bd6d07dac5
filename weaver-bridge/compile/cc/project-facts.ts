/** The state of a project and its aspects, by which it is known that they say of a unit what they said. */

import { basename, dirname, join, resolve } from "node:path";
import {
  type Fact,
  factOf,
  globPlaces,
  listingOf,
  PROJECT_FILE,
  readRegular,
  withIncludedAspects,
} from "../../kernel-build/index.js";
import { includesIn } from "../../model/index.js";
import type { CcContext } from "./cc-context.js";
import type { Unit } from "./cc-unit.js";

/** Files may have been read before this many milliseconds after their last change. */
const TICK = 100;

/** Undefined where something changed since the call began, or more would have to be looked at than is worth it. */
export function projectFacts({ command, input, context }: Unit): Fact[] | undefined {
  const { project, options } = context;
  const before = context.startedAt - TICK;
  const places = globPlaces(project?.root ?? "/", project?.patterns ?? []);
  if (places === undefined || (project !== undefined && project.patterns === undefined)) return undefined;
  const aspects =
    options.aspects.length > 0
      ? withIncludedAspects(options.aspects.map((name) => resolve(name)))
      : (project?.aspects ?? []);
  const files = [...aspects, ...(project === undefined ? [] : [project.file, ...project.specializations])];
  const absent = [
    ...places.missing,
    ...aspects.flatMap(missingIncludes),
    ...foldersWithout(context, command.directory, input.path).map((folder) => join(folder, PROJECT_FILE)),
  ];
  const namesIn = (folder: string, ending: string) =>
    files.filter((file) => dirname(file) === folder && file.endsWith(ending)).map((file) => basename(file));
  const facts = [
    ...files.map((file) => factOf(file, before)),
    ...places.folders.map(({ folder, ending }) =>
      ending === undefined ? factOf(folder, before) : listingOf(folder, ending, namesIn(folder, ending)),
    ),
    ...absent.map((path): Fact => ({ kind: "absent", path })),
  ];
  return facts.includes(undefined) ? undefined : (facts as Fact[]);
}

/** Aspect files that others include and that are not there. */
function missingIncludes(file: string): string[] {
  const includes = includesIn(readRegular(file, "latin1")).filter(({ isQuoted }) => isQuoted);
  const named = includes.map(({ path }) => resolve(dirname(file), path));
  return named.filter((path) => factOf(path) === undefined);
}

/** Those in which a `weft.json` would be another project of the unit's. */
function foldersWithout(
  { options, project }: Pick<CcContext, "options" | "project">,
  directory: string,
  source: string,
): string[] {
  if (options.project !== undefined || (process.env.WEFT_PROJECT ?? "") !== "") return [];
  const all = [...upwards(dirname(resolve(directory, source))), ...upwards(directory)];
  const at = project === undefined ? -1 : all.indexOf(project.root);
  return at === -1 ? all : all.slice(0, at);
}

function upwards(folder: string): string[] {
  return folder === dirname(folder) ? [folder] : [folder, ...upwards(dirname(folder))];
}
