/** Where the index of a project is kept. */
import { statSync } from "node:fs";
import { join } from "node:path";

export function indexFile(root: string): string {
  return join(root, ".weft", "index.sqlite");
}

/** 0 where none is kept, or none that can be reached. */
export function keptBytes(root: string): number {
  try {
    return statSync(indexFile(root)).size;
  } catch {
    return 0;
  }
}
