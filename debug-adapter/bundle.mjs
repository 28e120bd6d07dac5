// Bundles the debug adapter into one file: `node debug-adapter/dist/main.js`. Run by `npm run bundle`.
import { build } from "esbuild";
import { NOTES, notePackages } from "../ide/release/note-packages.mjs";
import { precompiledRequests, precompiledSchema } from "../weaver-bridge/cli/bundle-schema.mjs";

await build({
  entryPoints: [new URL("src/main.ts", import.meta.url).pathname],
  outfile: new URL("dist/main.js", import.meta.url).pathname,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  conditions: ["source"],
  mainFields: ["module", "main"],
  sourcemap: true,
  plugins: [
    precompiledSchema,
    precompiledRequests,
    notePackages(new URL(`dist/${NOTES}`, import.meta.url).pathname),
  ],
  logLevel: "warning",
  // cdt-gdb-adapter is CommonJS and asks for Node's own modules with require.
  banner: {
    js: 'import { createRequire as __weftRequire } from "node:module"; const require = __weftRequire(import.meta.url);',
  },
});
