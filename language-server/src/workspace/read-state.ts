/** How much of a project is read: by its index, or unit by unit. */
import type { ProjectState } from "./projects/project-set.js";
import type { ProjectIndexes } from "./searches/project-index.js";
import type { UnitKeeper } from "./units/unit-keeper.js";

export interface ReadState {
  unitsRead(project: ProjectState): number;
  /** Some of its units were never read, and soon are. */
  isFirstRead(project: ProjectState): boolean;
  /** All of the project's units are told about by its index. */
  isIndexed(project: ProjectState): boolean;
  /** Units that wait. */
  pendingCount(): number;
}

export function createReadState(units: UnitKeeper, indexes: ProjectIndexes): ReadState {
  const { results } = units;
  return {
    unitsRead: (project) =>
      indexes.isIndexed(project)
        ? indexes.unitsRead(project)
        : [...project.units.keys()].filter((unit) => results.has(unit)).length,
    isFirstRead(project) {
      const isIndexed = indexes.isIndexed(project);
      const own = isIndexed ? indexes.missing(project) : [...project.units.keys()];
      return (
        (isIndexed && indexes.isFirstRead(project)) ||
        own.some((unit) => !results.has(unit) && units.isPending(unit))
      );
    },
    isIndexed: (project) => indexes.isIndexed(project) && indexes.isComplete(project),
    pendingCount: () => units.pendingCount() + indexes.pendingCount(),
  };
}
