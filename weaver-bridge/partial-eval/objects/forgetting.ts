/** What is not known any more because something was written: a place, what may be the same, what code that is called writes. */
import type { Written } from "./declared-writes.js";
import type { Level } from "./place-owners.js";
import { cellsUnder, type State } from "./state.js";
import type { Surroundings } from "./surroundings.js";
import { isPointer, keyOf, type Place, rootOfKey } from "./values.js";

export interface Forgetting {
  readonly forget: (place: Place) => void;
  /** To a place behind these members, or, without any, anywhere; `isCode`: by code that is called. */
  readonly forgetAliases: (
    levels: readonly Level[],
    except?: string,
    isCode?: boolean,
    isKept?: (key: string) => boolean,
  ) => void;
  readonly forgetWritten: (written: Written) => void;
}

export function createForgetting(
  { cells, escaped }: State,
  around: Surroundings,
  isSafe: (root: string) => boolean,
): Forgetting {
  /** Two structures of one type are the same or have nothing in common: then other members are other places. */
  const isApart = (key: string, levels: readonly Level[]): boolean =>
    levels.length > 0 &&
    around
      .levelsOf(key)
      .some(({ owner, member }) => levels.some((one) => one.owner === owner && one.member !== member));
  /** What a pointer leads to that nobody else has, code that is called may have, and pointers that were made of it. */
  const isOutOfReach = (root: string, isCode: boolean): boolean =>
    isSafe(root) && !(isCode && around.isUnaliased(root));
  /** Memory may hold what it held, but nobody knows that: a pointer may come from there. */
  const lose = (key: string) => {
    const cell = cells.get(key);
    if (cell?.inMemory === true && isPointer(cell.value)) escaped.add(cell.value.root);
    cells.delete(key);
  };
  return {
    forget: (place) => {
      for (const [key] of cellsUnder(cells, keyOf(place))) cells.delete(key);
    },
    forgetAliases: (levels, except, isCode = false, isKept = () => false) => {
      for (const key of [...cells.keys()])
        if (key !== except && !isOutOfReach(rootOfKey(key), isCode) && !isApart(key, levels) && !isKept(key))
          lose(key);
    },
    forgetWritten: ({ variables, members }) => {
      const reached = variables.length === 0 ? [] : reachedBy(variables, [...cells.keys()], around);
      for (const key of reached) lose(key);
      for (const one of members)
        for (const key of [...cells.keys()]) {
          // A variable that is no structure has no members.
          const isInObject = key.includes("/") && !isOutOfReach(rootOfKey(key), true);
          if (isInObject && !isApart(key, one.isUnion ? [] : [one])) lose(key);
        }
    },
  };
}

/** Of places those that are in one of these variables of file scope, or may be. */
function reachedBy(names: readonly string[], keys: readonly string[], around: Surroundings): string[] {
  const { types, program } = around;
  const sizes = names.map((name) => types.size(types.canonical(program.globals.get(name)?.type)));
  const isLarger = (owner: string) =>
    sizes.every((size) => size !== undefined && (types.size(owner) ?? 0n) > size);
  return keys.filter((key) => {
    const root = rootOfKey(key);
    if (names.includes(root)) return true;
    // A pointer may lead to the variable, but not to a structure that it has no room for.
    return (
      around.rootInfo(root).kind === "pointee" && !around.levelsOf(key).some(({ owner }) => isLarger(owner))
    );
  });
}
