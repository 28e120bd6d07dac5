/** Gives non-inline members (`slice int S::f() {...}`) to their slices. */
import { type ParserState, qualify, type SliceDraft } from "./parser-state.js";

/** A member of a slice that this file does not declare makes a declaration of it, to be joined with its definition. */
export function attachSliceMembers({ slices, sliceMembers }: ParserState): void {
  for (const { of, scope, definition } of sliceMembers) {
    const found = findSlice(slices, of, scope);
    if (found !== undefined) {
      found.definitions.push(definition);
      continue;
    }
    slices.push({
      name: qualify(scope, of),
      nameRange: definition.owner,
      key: "class",
      definitions: [definition],
      range: definition.range,
    });
  }
}

/** The definition if there is one, from the innermost scope outwards. */
function findSlice(
  slices: readonly SliceDraft[],
  name: string,
  scope: readonly string[],
): SliceDraft | undefined {
  for (let length = name.startsWith("::") ? 0 : scope.length; length >= 0; length--) {
    const wanted = qualify(scope.slice(0, length), name);
    const same = slices.filter((slice) => slice.name === wanted);
    const found = same.find((slice) => slice.members !== undefined) ?? same[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
