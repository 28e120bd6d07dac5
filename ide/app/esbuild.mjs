// Bundles the IDE: `theia build` runs this with the options that it generates beside it, and writes it only where it is
// missing. What is ours: the packages that have bytes in the bundles are noted.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { NOTES, notePackages } from "../release/note-packages.mjs";
import { browserOptions, watch } from "./gen-esbuild.browser.mjs";
import { nodeOptions } from "./gen-esbuild.node.mjs";

const notes = notePackages(join(dirname(fileURLToPath(import.meta.url)), "lib", NOTES));
const contexts = await Promise.all(
  [browserOptions, nodeOptions].map((options) =>
    esbuild.context({ ...options, plugins: [...options.plugins, notes] }),
  ),
);
if (watch) await Promise.all(contexts.map((context) => context.watch()));
else await bundle();

/** esbuild has printed what was wrong. */
async function bundle() {
  try {
    for (const context of contexts) {
      await context.rebuild();
      await context.dispose();
    }
  } catch (error) {
    if (error.errors === undefined) throw error;
    process.exit(1);
  }
}
