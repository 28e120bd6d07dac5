// What of others is in each thing that is handed out: packages that have bytes in the bundles, files that are copied beside
// them, the parts of VS Code's Git extension, and Node. Each with its licence and the licence's text, or a problem in words.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { licenceOf, ownTexts, standardTexts } from "./licence-texts.mjs";
import { NOTES } from "./note-packages.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The folders of notes, by what is handed out; `vsix` is the programs and the extension alone. */
const PROGRAMS = ["weaver-bridge/dist", "language-server/dist", "debug-adapter/dist", "ide/extension/dist"];
const BUNDLES = { vsix: PROGRAMS, deb: [...PROGRAMS, "ide/app/lib"] };
/** Copied as they are, or compiled into the addon: no bundle knows them. */
const COPIED = {
  vsix: ["tm-grammars", "node-addon-api"],
  deb: [
    "tm-grammars",
    "node-addon-api",
    "@theia/terminal",
    `@vscode/ripgrep-${process.platform}-${process.arch}`,
    "node-pty",
    "drivelist",
    `@parcel/watcher-${process.platform}-${process.arch}-glibc`,
  ],
};
/** Modules that a plugin of the bundler makes, and the package that they are from. */
const GENERATED = {
  "node-modules-polyfills": "@jspm/core",
  "node-modules-polyfills-commonjs": "esbuild-plugins-node-modules-polyfill",
  "node-modules-polyfills-empty": "esbuild-plugins-node-modules-polyfill",
};

/**
 * `{ components, problems }` of `vsix` or `deb` (the image holds the same, and Debian's packages). A component is
 * `{ kind: "npm" | "generic", name, version, license, source, texts, isStandard }`.
 */
export function shippedIn(artefact) {
  const notes = BUNDLES[artefact].map(readNotes);
  const problems = notes.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const bundled = notes.flatMap(({ packages }) => packages).map((path) => join(root, path));
  const generated = notes.flatMap(({ namespaces }) => namespaces);
  for (const name of generated)
    if (!(name in GENERATED))
      problems.push(
        `Modules "${name}:" are in a bundle, and GENERATED of shipped.mjs does not say from which package.`,
      );
  const named = [...COPIED[artefact], ...generated.flatMap((name) => GENERATED[name] ?? [])];
  const folders = [...bundled, ...named.map(folderOf)];
  const npm = folders.map((folder) => ({ kind: "npm", ...licenceOf(folder) }));
  const components = unique(artefact === "vsix" ? npm : [...npm, ...partsOfGit(problems), node(problems)]);
  return { components, problems: [...problems, ...components.flatMap(problemsOf)] };
}

function readNotes(folder) {
  const path = join(root, folder, NOTES);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const problem = `${join(folder, NOTES)} is missing. Build Weft first: npm run build && npm run build:ide`;
  return { packages: [], namespaces: [], problem };
}

/** From wherever npm put it. */
function folderOf(name) {
  const from = ["ide/app", "ide/extension", "weaver-bridge"].map((part) => join(root, part, "package.json"));
  for (const file of from)
    for (const folder of createRequire(file).resolve.paths(name))
      if (existsSync(join(folder, name, "package.json"))) return join(folder, name);
  throw new Error(`${name} is handed out with Weft, and is not installed: npm ci`);
}

/** VS Code's own extension is one component, what its bundle has of others are more; their versions nobody says. */
function partsOfGit(problems) {
  const folder = join(root, "ide/app/plugins/vscode.git");
  const list = join(folder, "bundled-packages.json");
  if (!existsSync(list)) {
    problems.push("ide/app/plugins/vscode.git is missing or old. Get it: node ide/app/fetch-git.mjs");
    return [];
  }
  const { from, packages } = JSON.parse(readFileSync(list, "utf8"));
  const table = JSON.parse(readFileSync(join(root, "ide/release/git-extension.json"), "utf8"));
  const [, version] = from.split("@");
  const source = "https://github.com/microsoft/vscode/tree/main/extensions/git";
  const whole = {
    kind: "generic",
    name: "vscode.git",
    version,
    license: "MIT",
    source,
    texts: ownTexts(folder),
  };
  const parts = packages.map((name) => ({
    ...{ kind: "npm", name, version: undefined, source: `https://www.npmjs.com/package/${name}` },
    ...{ license: table[name]?.license, texts: table[name] === undefined ? [] : standardTexts(table[name]) },
    isStandard: true,
  }));
  return [whole, ...parts];
}

/** The package brings the Node that built it. */
function node(problems) {
  const folder = dirname(dirname(process.execPath));
  const places = [
    folder,
    join(folder, "share/doc/nodejs"),
    join(folder, "share/doc/node"),
    join(folder, `../node-${process.platform}-${process.arch}`),
  ];
  const texts = places
    .map((place) => ownTexts(place).filter(({ name }) => /^licen[sc]e/i.test(name)))
    .find((found) => found.length > 0);
  if (texts === undefined)
    problems.push(
      `The licence text of Node ${process.version} is not beside it (${folder}). Build with a Node from nodejs.org, whole.`,
    );
  const version = process.version.slice(1);
  return {
    kind: "generic",
    name: "node",
    version,
    license: "MIT",
    source: "https://nodejs.org",
    texts: texts ?? [],
  };
}

function unique(components) {
  const all = new Map(components.map((one) => [`${one.kind} ${one.name} ${one.version}`, one]));
  return [...all.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Why this component can not be handed out, in words. */
export function problemsOf({ kind, name, version, license, texts }) {
  const called = version === undefined ? name : `${name} ${version}`;
  if (license === undefined)
    return [`${called} says no licence. Find it out, and say it in ide/release/without-text.json.`];
  if (texts.length > 0 || (kind === "generic" && name === "node")) return [];
  return [
    `${called} (${license}) brings no text of its licence. Say its holder in ide/release/without-text.json (a part of VS Code's Git: git-extension.json).`,
  ];
}
