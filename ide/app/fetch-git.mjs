// Git in the workbench: VS Code's own extension. Nobody publishes it by itself; the npm package of code-server, a build of
// VS Code, has it as one of its parts. This puts that part into `plugins/`, unchanged, from the release whose editor Theia
// has. The package is fetched with the user's npm, and is what it was when this was written, or nothing is taken from it.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = "code-server@4.108.2";
const SHA512 = "/WtUA1zauNstjso33uYnyTvPANms8zuVk0S2qpyZ8u47YjFfliCelLyKgsp3qtNX6RkIow7xF+3F88XFNH4mdg==";
const EXTENSIONS = ["git-base", "git"];
const IN_PACKAGE = "package/lib/vscode/extensions";
const TEN_MINUTES = 600_000;

const plugins = join(dirname(fileURLToPath(import.meta.url)), "plugins");
/** Which release it is, and which packages of others its bundles hold: for notices and the bill of materials. */
const NOTES = "bundled-packages.json";
const mark = join(plugins, "vscode.git", NOTES);

if (!existsSync(mark) || JSON.parse(readFileSync(mark, "utf8")).from !== PACKAGE) fetchExtensions();

function fetchExtensions() {
  mkdirSync(plugins, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "weft-git-"));
  // Beside their place, where they can be moved from; an unfinished one is no plugin.
  const made = mkdtempSync(join(plugins, "..", ".plugins-"));
  try {
    run("npm", ["pack", PACKAGE, "--silent", "--pack-destination", folder], folder);
    const archive = join(folder, `${PACKAGE.replace("@", "-")}.tgz`);
    const digest = createHash("sha512").update(readFileSync(archive)).digest("base64");
    if (digest !== SHA512) throw new Error(`${PACKAGE} has the digest ${digest}, not ${SHA512}`);
    const parts = EXTENSIONS.map((name) => `${IN_PACKAGE}/${name}`);
    run("tar", ["-xzf", archive, "-C", made, ...parts], folder);
    for (const name of EXTENSIONS) {
      const plugin = join(made, IN_PACKAGE, name);
      // VS Code's licence, which is the editor's, too.
      copyFileSync(join(editorFolder(), "LICENSE"), join(plugin, "LICENSE"));
      const packages = takePackagesFromMaps(join(plugin, "dist"));
      writeFileSync(join(plugin, NOTES), JSON.stringify({ from: PACKAGE, packages }, undefined, 1));
      rmSync(join(plugins, `vscode.${name}`), { recursive: true, force: true });
      renameSync(plugin, join(plugins, `vscode.${name}`));
    }
  } catch (error) {
    console.error(
      `weft: the workbench goes without Git, which the next set-up tries to get again: ${error.message}`,
    );
  } finally {
    for (const each of [folder, made]) rmSync(each, { recursive: true, force: true });
  }
}

/** The packages that the bundles of the folder were made of, as their source maps say; the maps are removed. */
function takePackagesFromMaps(folder) {
  const packages = new Set();
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".map"))) {
    for (const source of JSON.parse(readFileSync(join(folder, name), "utf8")).sources) {
      const inner = source.slice(Math.max(0, source.lastIndexOf("node_modules/")));
      const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(inner)?.[1];
      if (found !== undefined) packages.add(found);
    }
    rmSync(join(folder, name));
  }
  return [...packages].sort();
}

function run(program, words, cwd) {
  execFileSync(program, words, { cwd, stdio: ["ignore", "ignore", "pipe"], timeout: TEN_MINUTES });
}

function editorFolder() {
  return dirname(createRequire(import.meta.url).resolve("@theia/monaco-editor-core/package.json"));
}
