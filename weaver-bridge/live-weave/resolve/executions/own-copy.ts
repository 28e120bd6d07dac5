import type { CodeCopy } from "../../../object-code/index.js";

/** The function of its own that a copy stands in, perhaps inside of other copies. */
export function ownOf(copy: CodeCopy): CodeCopy {
  let own = copy;
  while (own.inside !== undefined) own = own.inside;
  return own;
}
