/** Where the index of a project is kept. */
import { join } from "node:path";

export function indexFile(root: string): string {
  return join(root, ".weft", "index.sqlite");
}
