// From each file of src/ the one in lib/ that Theia's command bundles, without looking at types (`npm run types` does): to read
// those of all of Theia costs seconds of the processor, at each set-up. `isolatedModules` refuses what only whole programs tell.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const here = dirname(fileURLToPath(import.meta.url));
const lib = join(here, "lib");
const { config, error } = ts.readConfigFile(join(here, "tsconfig.json"), ts.sys.readFile);
if (error !== undefined) throw new Error(textOf(error));
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, here);

// Made beside its place and moved there whole, without what was made of files that are gone.
const made = `${lib}.new-${process.pid}`;
try {
  for (const path of fileNames) transpile(path);
  rmSync(lib, { recursive: true, force: true });
  renameSync(made, lib);
} finally {
  rmSync(made, { recursive: true, force: true });
}

function transpile(path) {
  const target = join(made, relative(join(here, "src"), path)).replace(/\.tsx?$/, ".js");
  const compilerOptions = { ...options, sourceMap: false, declaration: false };
  const { outputText, diagnostics = [] } = ts.transpileModule(readFileSync(path, "utf8"), {
    ...{ compilerOptions, fileName: path, reportDiagnostics: true },
  });
  if (diagnostics.length > 0) throw new Error(`${path}: ${diagnostics.map(textOf).join("\n")}`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}

function textOf({ messageText }) {
  return ts.flattenDiagnosticMessageText(messageText, "\n");
}
