/** What reading code needs of its unit, and of the function that it stands in. */
import type { EntityId } from "../../../model/index.js";
import type { EntityTable } from "../entities/entity-table.js";
import type { TypeTable } from "../entities/type-table.js";
import type { SyntaxTree } from "../syntax-tree.js";

export interface AccessContext {
  readonly tree: SyntaxTree;
  readonly types: TypeTable;
  readonly entities: EntityTable;
  /** The language is C++: it has references, which bind to lvalues without conversion. */
  readonly references: boolean;
}

/** The function that a node stands in. */
export interface Surroundings {
  readonly within: EntityId;
  readonly topLevel: number;
  readonly inTemplate?: true;
  readonly inConstexpr?: true;
  readonly outside?: "initialiser" | "default-argument";
}
