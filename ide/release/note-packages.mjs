// An esbuild plugin: notes which npm packages have bytes in what is bundled. What was left out of a bundle is not shipped,
// and what no lockfile says (generated modules) is named, so that notices and the bill of materials say what is there.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The name of the file of notes, beside what it is about. */
export const NOTES = "bundled-packages.json";

/**
 * One plugin for all builds into one folder. It writes `file` after each: the packages' folders, relative to the
 * repository, and the namespaces of modules that plugins make.
 */
export function notePackages(file) {
  const packages = new Set();
  const namespaces = new Set();
  return {
    name: "note-packages",
    setup({ initialOptions, onEnd }) {
      initialOptions.metafile = true;
      const folder = initialOptions.absWorkingDir ?? process.cwd();
      onEnd(({ metafile }) => {
        for (const input of inputsOf(metafile)) {
          const module = packageFolder(input, folder);
          const namespace = /^([\w-]{2,}):/.exec(input)?.[1];
          if (module !== undefined) packages.add(module);
          else if (namespace !== undefined) namespaces.add(namespace);
        }
        mkdirSync(dirname(file), { recursive: true });
        const notes = { packages: [...packages].sort(), namespaces: [...namespaces].sort() };
        writeFileSync(file, `${JSON.stringify(notes, undefined, 1)}\n`);
      });
    },
  };
}

/** A failed build has no metafile. */
function inputsOf(metafile) {
  return Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([input]) => input),
  );
}

/** `node_modules/@theia/core/node_modules/ajv`; undefined for a module of no package. */
function packageFolder(input, folder) {
  const path = input.replace(/^[\w-]{2,}:/, "");
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  return found === undefined ? undefined : relative(root, resolve(folder, found));
}
