/** Where the index of a project is kept. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { unlessRefused } from "../../model/index.js";

export function indexFile(root: string): string {
  return join(root, ".weft", "index.sqlite");
}

/** 0 where none is kept, or none that can be reached. */
export function keptBytes(root: string): number {
  return unlessRefused(() => statSync(indexFile(root)).size) ?? 0;
}
