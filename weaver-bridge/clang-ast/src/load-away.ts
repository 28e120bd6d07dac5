import { isMainThread } from "node:worker_threads";
import { unlessRefused } from "../../model/index.js";

/**
 * `load` loads libraries by absolute paths; what these need themselves comes from the system and not from the working directory,
 * which the loader takes for an empty or relative entry of `LD_LIBRARY_PATH`. It keeps that from when the process began. Threads
 * have no directory of their own to change.
 */
export function loadAway<T>(load: () => T): T {
  const here = isMainThread ? unlessRefused(() => process.cwd()) : undefined;
  if (here === undefined) return load();
  process.chdir("/");
  try {
    return load();
  } finally {
    process.chdir(here);
  }
}
