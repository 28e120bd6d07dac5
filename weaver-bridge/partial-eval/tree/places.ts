import type { ClangNode, ClangPlace } from "./clang-tree.js";

/** All places in what clang printed, in its order; of a macro both where it is used and where it is written. */
export function eachPlace(root: ClangNode, say: (place: ClangPlace) => void): void {
  const visit = (value: object): void => {
    if (typeof (value as ClangPlace).offset === "number") {
      say(value as ClangPlace);
      return;
    }
    for (const key in value) {
      const one: unknown = value[key as keyof typeof value];
      if (typeof one === "object" && one !== null) visit(one);
    }
  };
  visit(root);
}
