// Writes the list of settings that are the machine's, of every built-in extension, from their manifests:
// node ide/app/list-machine-settings.mjs
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const app = dirname(fileURLToPath(import.meta.url));
const plugins = join(app, "plugins");
const folders = [join(app, "../extension"), ...readdirSync(plugins).map((name) => join(plugins, name))];
const names = folders
  .map((folder) => join(folder, "package.json"))
  .filter((file) => existsSync(file))
  .flatMap((file) => [JSON.parse(readFileSync(file, "utf8")).contributes?.configuration ?? []].flat())
  .flatMap(({ properties = {} }) => Object.entries(properties))
  .filter(([, { scope = "" }]) => /^(machine|application)/.test(scope))
  .map(([name]) => name);
const list = [...new Set(names)].sort().map((name) => `  ${JSON.stringify(name)},\n`);
writeFileSync(
  join(app, "../weft-theia/src/browser/machine-settings.ts"),
  `// Settings of built-in extensions that are the machine's. Made by: node ide/app/list-machine-settings.mjs\nexport const MACHINE_SETTINGS: readonly string[] = [\n${list.join("")}];\n`,
);
