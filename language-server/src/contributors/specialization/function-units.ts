/** The unit that defines a function, looked for once as long as its text does. */
import { maybeDefines } from "@weft/weaver-bridge/pipeline";
import type { ContributorHost, UnitCommand } from "../../workspace/index.js";

export interface FunctionUnits {
  /** In the project that `near` is of. */
  unitOf(name: string, near: string): UnitCommand | undefined;
  /** What these texts may define now is looked for again. */
  changed(paths: readonly string[]): void;
}

export function createFunctionUnits({ documents, projectAt, unitAt }: ContributorHost): FunctionUnits {
  const paths = new Map<string, string | undefined>();
  const defines = (path: string, name: string) => {
    const source = documents.readWith(path, name);
    return source !== undefined && maybeDefines(source.text, name);
  };
  return {
    unitOf(name, near) {
      const project = projectAt(near);
      const key = `${project.root}\0${name}`;
      const known = paths.get(key);
      if (known !== undefined && defines(known, name)) return unitAt(known);
      if (paths.has(key) && known === undefined) return undefined;
      const open = documents.all().flatMap(({ path }) => (/\.c$/.test(path) ? [path] : []));
      const found = [...open, ...project.units.keys()].find((path) => defines(path, name));
      paths.set(key, found);
      return found === undefined ? undefined : unitAt(found);
    },
    changed(changed) {
      for (const [key, unit] of paths) {
        const name = key.slice(key.indexOf("\0") + 1);
        if (unit === undefined && changed.some((path) => documents.readWith(path, name) !== undefined))
          paths.delete(key);
      }
    },
  };
}
