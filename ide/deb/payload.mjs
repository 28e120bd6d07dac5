// What an installation of Weft holds: the built programs, the IDE and the samples, at the places that they have in the
// repository, by which they find each other. Knows nothing of packages or images.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";

/** What any front end runs, an extension in another editor too. */
export const PROGRAMS = [
  "language-server/dist",
  "debug-adapter/dist",
  "weaver-bridge/dist",
  "weaver-bridge/cli/bin",
  "weaver-bridge/clang-ast/native/build/Release/weft_clang.node",
  "weaver-bridge/clang-ast/native/build/Release/weft_known",
  "weaver-bridge/schemas",
  "weaver-bridge/guest/agent",
  "weaver-bridge/guest/plugin",
];

const IDE = [
  "ide/app/lib",
  "ide/app/launcher",
  "ide/app/package.json",
  "ide/app/plugins/vscode.git",
  "ide/app/plugins/vscode.git-base",
  "ide/app/start.mjs",
  "ide/app/weft.svg",
  "ide/extension/package.json",
  "ide/extension/dist",
  "ide/extension/icons",
  "ide/extension/syntaxes",
  "ide/extension/language-configuration.json",
  "ide/extension/assembly-configuration.json",
  "package.json",
  "weaver-bridge/package.json",
  "LICENSE",
];

/** Copies it from `root` into the folder `to`. Throws where something is not built. */
export function writePayload(root, to) {
  for (const part of [...PROGRAMS, ...IDE]) copyBuilt(root, to, part);
  // The modules of the programs are of another kind than the command's CommonJS files beside them.
  for (const part of ["language-server", "debug-adapter"])
    writeFileSync(join(to, part, "package.json"), '{ "type": "module" }\n');
  symlinkSync("../../extension", join(to, "ide/app/plugins/weft-extension"));
  for (const file of sampleFiles(root)) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
}

function copyBuilt(root, to, part) {
  const from = join(root, part);
  if (!existsSync(from))
    throw new Error(`${from} is missing. Build Weft first: npm run build && npm run build:ide`);
  cpSync(from, join(to, part), {
    recursive: true,
    filter: (path) => extname(path) !== ".map" && !path.endsWith(".tsbuildinfo"),
  });
}

/** What belongs to the samples and was not built in them. */
function sampleFiles(root) {
  const listed = spawnSync("git", ["ls-files", "-z", "sample-projects"], { cwd: root, encoding: "utf8" });
  if (listed.status !== 0) throw new Error(`The samples can't be listed: ${listed.stderr || listed.error}`);
  return listed.stdout.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
}
