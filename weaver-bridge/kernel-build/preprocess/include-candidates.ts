/** Where an include may be found; nothing is looked at. */
import { dirname, join } from "node:path";

export interface IncludeRequest {
  /** The file that includes. */
  readonly from: string;
  /** `<name>`, not `"name"`. */
  readonly system: boolean;
  /** `#include_next`. */
  readonly next: boolean;
}

/**
 * Files that `name` may mean, first one first. Quoted names begin in the folder of the file that includes them, then, like
 * `<…>`, come the include folders; `#include_next` goes on behind the one that the including file is from, as gcc's does.
 */
export function includeCandidates(
  name: string,
  { from, system, next }: IncludeRequest,
  folders: readonly string[],
): string[] {
  const files = folders.map((folder) => join(folder, name));
  if (next) return files.slice(files.indexOf(join(from)) + 1);
  return system ? files : [join(dirname(from), name), ...files];
}
