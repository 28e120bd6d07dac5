// Bundles the server into dist/main.js, and the process that hosts libclang into dist/clang-worker.js beside it.
import { copyFileSync, existsSync } from "node:fs";
import { build } from "esbuild";

await build({
  entryPoints: {
    main: "src/main.ts",
    "clang-worker": "../weaver-bridge/clang-ast/src/worker-main.ts",
  },
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  conditions: ["source"],
  mainFields: ["module", "main"],
  sourcemap: true,
  external: ["*.node"],
  // Some libraries are CommonJS and call require for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});

// Beside the bundle, so that it also runs where there is no weaver-bridge folder.
const addon = "../weaver-bridge/clang-ast/native/build/Release/weft_clang.node";
if (existsSync(addon)) copyFileSync(addon, "dist/weft_clang.node");
