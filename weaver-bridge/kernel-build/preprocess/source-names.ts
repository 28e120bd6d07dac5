/** What the files of a unit are called in their project, however its compiler call spells them. */
import { basename, dirname, join, relative, resolve } from "node:path";
import type { SourceNames } from "../../model/index.js";
import { realFolder } from "../files/real-folder.js";

/**
 * Names of a compile in `directory`, for the project of `root`, both absolute: `../core.c` of a make in `kernel/sched` is
 * `kernel/core.c`. Without a project, names stay as they are spelled.
 */
export function sourceNames(directory: string, root: string | undefined): SourceNames {
  const pathOf = (file: string) => (file.startsWith("<") ? file : resolve(directory, file));
  if (root === undefined) return { nameOf: (file) => file, pathOf };
  const known = new Map<string, string>();
  const roots = [...new Set([root, realFolder(root)])];
  const find = (file: string) => {
    const path = pathOf(file);
    if (!path.startsWith("/")) return path;
    const within = (at: string) => roots.find((one) => at.startsWith(one === "/" ? one : `${one}/`));
    const real = within(path) === undefined ? join(realFolder(dirname(path)), basename(path)) : path;
    const folder = within(real);
    return folder === undefined ? path : relative(folder, real);
  };
  return {
    pathOf,
    nameOf(file) {
      let name = known.get(file);
      if (name === undefined) known.set(file, (name = find(file)));
      return name;
    },
  };
}
