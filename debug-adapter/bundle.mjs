// Bundles the debug adapter: `node debug-adapter/dist/main.js`, and parts of it that are loaded when they are asked for. Run
// by `npm run bundle`. Made beside its place and swapped in: an adapter that starts meanwhile finds either bundle whole.
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { instructionDecoder } from "../ide/release/instruction-decoder.mjs";
import { NOTES, notePackages } from "../ide/release/note-packages.mjs";
import { precompiledRequests, precompiledSchema } from "../weaver-bridge/cli/bundle-schema.mjs";

const final = fileURLToPath(new URL("dist", import.meta.url));
const dist = `${final}.new-${process.pid}`;
process.once("exit", () => rmSync(dist, { recursive: true, force: true }));

await build({
  entryPoints: { main: fileURLToPath(new URL("src/main.ts", import.meta.url)) },
  outdir: dist,
  bundle: true,
  splitting: true,
  chunkNames: "[name]-[hash]",
  platform: "node",
  format: "esm",
  target: "node20",
  conditions: ["source"],
  mainFields: ["module", "main"],
  sourcemap: true,
  plugins: [
    precompiledSchema,
    precompiledRequests,
    instructionDecoder(dist),
    notePackages(join(dist, NOTES)),
  ],
  logLevel: "warning",
  // cdt-gdb-adapter is CommonJS and asks for Node's own modules with require; iced-x86 for the folder that it is in.
  banner: {
    js: 'import { createRequire as __weftRequire } from "node:module"; import { fileURLToPath as __weftPath } from "node:url"; const require = __weftRequire(import.meta.url); const __dirname = __weftPath(new URL(".", import.meta.url));',
  },
});

// What scripts in GDB import.
copyFileSync(fileURLToPath(new URL("src/session/script/weft.py", import.meta.url)), join(dist, "weft.py"));

const old = `${final}.old-${process.pid}`;
if (existsSync(final)) renameSync(final, old);
renameSync(dist, final);
rmSync(old, { recursive: true, force: true });
