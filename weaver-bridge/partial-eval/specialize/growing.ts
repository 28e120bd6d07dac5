/** Too many variants of one place: what makes them many, and how it gets into the residual program's memory. */
import type { State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isPointer, keyOf, rootOfKey, type Value, valueKey } from "../objects/values.js";
import type { ClangNode } from "../tree/clang-tree.js";
import { createWorker } from "./perform.js";

/** Before the root of a local whose address the program may have. */
const ADDRESS = "&";

export const rootIn = (key: string): string => rootOfKey(key.slice(key.startsWith(ADDRESS) ? 1 : 0));

/** What makes variants many: what has another value in nearly every one, or else what some have in memory or at an address. */
export function growing(states: readonly State[]): Set<string> {
  const values = growingValues(states);
  if (values.size > 0) return values;
  const differs = (inMemory: readonly (boolean | undefined)[]) =>
    inMemory.includes(true) && inMemory.includes(false);
  const keys = new Set(states.flatMap(({ cells }) => [...cells.keys()]));
  const roots = new Set(states.flatMap(({ escaped }) => [...escaped]));
  return new Set([
    ...[...keys].filter((key) => differs(states.map(({ cells }) => cells.get(key)?.inMemory))),
    ...[...roots]
      .filter((root) => differs(states.map(({ escaped }) => escaped.has(root))))
      .map((root) => ADDRESS + root),
  ]);
}

function growingValues(states: readonly State[]): Set<string> {
  const keys = new Set(states.flatMap(({ cells }) => [...cells.keys()]));
  const show = (value: Value | undefined) =>
    value === undefined ? "" : isPointer(value) ? keyOf(value) : valueKey(value);
  const counts = [...keys].map((key) => {
    const values = new Set(states.map(({ cells }) => show(cells.get(key)?.value)));
    return { key, count: values.size };
  });
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return new Set(counts.filter(({ count }) => count > 1 && count * 2 >= most).map(({ key }) => key));
}

/** Made dynamic, and not so yet. */
export const isLost = (key: string, { cells, escaped }: State): boolean =>
  cells.has(key) || (key.startsWith(ADDRESS) && !escaped.has(rootIn(key)));

export function settle(
  state: State,
  keys: readonly string[],
  around: Surroundings,
  say: (text: string) => void,
): void {
  const { memory } = createWorker(state, around, say);
  const nowhere: ClangNode = { id: "", kind: "NullStmt" };
  for (const key of keys) {
    const [root = "", ...steps] = key.split("/");
    if (key.startsWith(ADDRESS)) {
      memory.expose(rootIn(key), nowhere);
      continue;
    }
    const path = steps.map((step) => (/^-?\d+$/.test(step) ? BigInt(step) : step));
    memory.settle({ root, path }, nowhere);
    memory.forget({ root, path });
  }
}
