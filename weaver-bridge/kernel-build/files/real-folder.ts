import { realpathSync } from "node:fs";
import { unlessRefused } from "../../model/index.js";

/** The same folder under whatever link it was reached; as it is, where it can't be asked. */
export function askRealFolder(folder: string): string {
  return unlessRefused(() => realpathSync(folder)) ?? folder;
}

/** {@link askRealFolder}, asked once for the process. */
export function realFolder(folder: string): string {
  let real = REAL.get(folder);
  if (real === undefined) REAL.set(folder, (real = askRealFolder(folder)));
  return real;
}

const REAL = new Map<string, string>();
