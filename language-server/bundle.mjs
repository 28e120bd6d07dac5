// Bundles the server into dist/main.js, and beside it the processes that host libclang and the index.
import { copyFileSync, existsSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { NOTES, notePackages } from "../ide/release/note-packages.mjs";
import { precompiledSchema } from "../weaver-bridge/cli/bundle-schema.mjs";

await build({
  entryPoints: {
    main: "src/main.ts",
    "index-worker": "../weaver-bridge/kernel-index/process/index-main.ts",
    "residual-worker": "src/residuals/worker-main.ts",
    "clang-worker": "../weaver-bridge/clang-ast/src/worker/worker-main.ts",
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
  plugins: [precompiledSchema, notePackages(join("dist", NOTES))],
  // Some libraries are CommonJS: they call require for Node's own modules and look for files beside them.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; import { dirname as __dirnameOf } from "node:path"; import { fileURLToPath as __pathOf } from "node:url"; const require = __createRequire(import.meta.url); const __dirname = __dirnameOf(__pathOf(import.meta.url));',
  },
  logLevel: "warning",
});

// Beside the bundle, so that it also runs where there is no weaver-bridge folder.
const addon = "../weaver-bridge/clang-ast/native/build/Release/weft_clang.node";
// A server that runs has the old one in its memory: it is replaced, not written over.
if (existsSync(addon)) {
  copyFileSync(addon, "dist/weft_clang.node.new");
  renameSync("dist/weft_clang.node.new", "dist/weft_clang.node");
}

// What these libraries read at run time.
const bridge = createRequire(new URL("../weaver-bridge/package.json", import.meta.url));
for (const [library, file] of [
  ["node-sqlite3-wasm", "node-sqlite3-wasm.wasm"],
  ["iced-x86", "iced_x86_bg.wasm"],
])
  copyFileSync(join(dirname(bridge.resolve(library)), file), join("dist", file));
