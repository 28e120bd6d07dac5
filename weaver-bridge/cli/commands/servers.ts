/** `weft lsp`, `weft dap`, `weft ide`: starts the packages that live beside this one, on our own streams. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../compile/places.js";
import { runProcess } from "../../kernel-build/index.js";
import { EXIT } from "../output.js";

const ENTRIES = {
  lsp: "language-server/dist/main.js",
  dap: "debug-adapter/dist/main.js",
  ide: "ide/app/start.mjs",
} as const;

/** Servers end when their client does; no deadline of ours ends them. */
const NEVER = 2 ** 31 - 1;

export async function startServer(name: keyof typeof ENTRIES, args: readonly string[]): Promise<number> {
  const entry = join(repositoryRoot(), ENTRIES[name]);
  if (!existsSync(entry)) {
    process.stderr.write(`weft ${name}: ${entry} does not exist. Build Weft first: npm run build\n`);
    return EXIT.problems;
  }
  const run = await runProcess([process.execPath, entry, ...args], {
    directory: process.cwd(),
    streams: "inherit",
    deadline: NEVER,
  });
  return run.code ?? EXIT.problems;
}
