/** Objects that nobody writes, of the file and of functions: what stands in them is known wherever it is read. */
import { initialOf } from "../lower/variables.js";
import { Refusal } from "../refusal.js";
import type { ClangNode } from "../tree/clang-tree.js";
import type { Program } from "../tree/program.js";
import { initialValues } from "./initial-values.js";
import { wrap } from "./integers.js";
import { cellsUnder } from "./state.js";
import type { TypeTable } from "./types.js";
import { type Cell, keyOf, type Place, type RootInfo, type Value } from "./values.js";

export interface ConstantTables {
  readonly rootOf: (name: string, node: ClangNode) => string;
  /** A table within a function. */
  readonly add: (node: ClangNode) => void;
  /** Those within functions. */
  readonly all: () => readonly ClangNode[];
  readonly cellAt: (place: Place) => Cell | undefined;
  /** All of the object there. */
  readonly cellsAt: (place: Place) => [string, Cell][];
}

interface Setting {
  readonly program: Program;
  readonly types: TypeTable;
  readonly roots: Map<string, RootInfo>;
  readonly constantOf: (node: ClangNode) => Value | undefined;
  /** A name that the residual function has not given to another variable. */
  readonly reserve: (name: string) => boolean;
}

export function constantTables({ program, types, roots, constantOf, reserve }: Setting): ConstantTables {
  const tables = new Map<string, ClangNode>();
  const cells = new Map<string, ReadonlyMap<string, Cell> | undefined>();
  const rootOf = (root: string, node: ClangNode): string => {
    if (!roots.has(root)) roots.set(root, { kind: "constant", text: root, node });
    return root;
  };
  const cellsOf = (root: string, node: ClangNode): ReadonlyMap<string, Cell> | undefined => {
    if (!cells.has(root)) {
      // While its own values are looked at, none is known.
      cells.set(root, undefined);
      cells.set(root, valuesOf(root, node, types, constantOf));
    }
    return cells.get(root);
  };
  const tableOf = (place: Place): ReadonlyMap<string, Cell> | undefined => {
    const { kind, node } = roots.get(place.root) ?? {};
    return kind === "constant" && node !== undefined ? cellsOf(place.root, node) : undefined;
  };
  return {
    rootOf,
    add: (node) => {
      const name = node.name ?? "";
      if (tables.get(name) === node) return;
      if (program.globals.has(name) || tables.has(name) || !reserve(name))
        throw new Refusal(`${name} is the name of two variables`, node.range?.begin.offset);
      tables.set(name, node);
      rootOf(name, node);
    },
    all: () => [...tables.values()],
    cellAt: (place) => tableOf(place)?.get(keyOf(place)),
    cellsAt: (place) => [...cellsUnder(tableOf(place) ?? new Map(), keyOf(place))],
  };
}

function valuesOf(
  root: string,
  node: ClangNode,
  types: TypeTable,
  constantOf: Setting["constantOf"],
): ReadonlyMap<string, Cell> | undefined {
  const initial = node.kind === "StringLiteral" ? node : initialOf(node);
  const values = initial && initialValues(types.canonical(node.type), initial, types, true);
  if (values === undefined) return undefined;
  const cells = new Map<string, Cell>();
  for (const { path, type, node: given, value } of values) {
    const found = value ?? (given === undefined ? 0n : constantOf(given));
    if (found === undefined) continue;
    const integer = types.integer(type);
    const held = typeof found === "bigint" && integer !== undefined ? wrap(found, integer) : found;
    cells.set(keyOf({ root, path }), { value: held, type, inMemory: true });
  }
  return cells;
}
