/** Where what can be made again is kept for this user, by the XDG Base Directory Specification. */
import { homedir } from "node:os";
import { join } from "node:path";

/** `name` in Weft's folder there; not made here. */
export function cacheFolder(name: string): string {
  // Empty is unset.
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "weft", name);
}
