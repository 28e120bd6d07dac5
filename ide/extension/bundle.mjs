// Builds the extension into `dist/`: one CommonJS module, the grammars from npm, the margin icons and the schema of
// weft.json. Everything in `dist/` comes from here.
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { NOTES, notePackages } from "../release/note-packages.mjs";
import { writeGutterIcons } from "./gutter-icons.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const notes = notePackages(join(dist, NOTES));
const grammars = ["c", "cpp", "cpp-macro", "asm", "make", "markdown", "jsonc"];

rmSync(dist, { recursive: true, force: true });
await build({
  entryPoints: [join(here, "src", "extension.ts")],
  outfile: join(dist, "extension.cjs"),
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  conditions: ["source"],
  plugins: [notes],
  // One library of ours is UMD in its "main", which a bundle can not follow.
  mainFields: ["module", "main"],
  sourcemap: true,
  logLevel: "warning",
});
// What runs in the map's page, not in the extension.
await build({
  entryPoints: [join(here, "src", "map", "page", "main.ts")],
  outfile: join(dist, "map-page.js"),
  bundle: true,
  minify: true,
  platform: "browser",
  target: "es2022",
  format: "iife",
  conditions: ["source"],
  plugins: [notes],
  logLevel: "warning",
});
copyGrammars();
writeGutterIcons(join(dist, "gutter"), await tableOfKinds());
copySchema();

/** TypeScript of the bridge, as a module. */
async function tableOfKinds() {
  const table = join(here, "..", "..", "weaver-bridge", "model", "effect-kinds.ts");
  const { outputFiles } = await build({ entryPoints: [table], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

function copyGrammars() {
  const folder = dirname(dirname(createRequire(import.meta.url).resolve("tm-grammars/grammars/c.json")));
  mkdirSync(join(dist, "syntaxes"), { recursive: true });
  for (const name of grammars) {
    copyFileSync(join(folder, "grammars", `${name}.json`), join(dist, "syntaxes", `${name}.json`));
  }
  copyFileSync(join(folder, "NOTICE"), join(dist, "syntaxes", "NOTICE"));
}

function copySchema() {
  const schema = join(here, "..", "..", "weaver-bridge", "schemas", "weft.schema.json");
  mkdirSync(join(dist, "schemas"), { recursive: true });
  if (existsSync(schema)) copyFileSync(schema, join(dist, "schemas", "weft.schema.json"));
}
