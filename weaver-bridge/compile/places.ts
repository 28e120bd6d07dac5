/** Where Weft's own parts are, seen from the sources as well as from the bundle in `weaver-bridge/dist`. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with `weaver-bridge`, `language-server` and the rest. */
export function repositoryRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "weaver-bridge", "cli", "bin", "weft"))) return folder;
    if (folder === dirname(folder))
      throw new Error("weft is not installed in a complete folder: weaver-bridge/cli/bin/weft is missing");
  }
}

/** The folder that the `weft` command is in, for `PATH`; `WEFT_LAUNCHERS` names another one. */
export function launcherFolder(): string {
  return process.env.WEFT_LAUNCHERS ?? join(repositoryRoot(), "weaver-bridge", "cli", "bin");
}
