/** Which project a place belongs to. */
import { findUpwards, foreignAbove, speaksFor } from "../files/upwards.js";

export const PROJECT_FILE = "weft.json";

/** The nearest folder from `start` upwards that holds `weft.json`; above `start` none that is another user's. */
export function findProjectRoot(start: string): string | undefined {
  return findUpwards(start, (folder) => (speaksFor(start, folder, PROJECT_FILE) ? folder : undefined));
}

/** A sentence where a description above `start` is left out, as it is another user's; else undefined. */
export function foreignProject(start: string): string | undefined {
  const file = foreignAbove(start, PROJECT_FILE);
  return file === undefined
    ? undefined
    : `${file} is another user's, and says nothing here. Where you trust it, name its folder.`;
}
