// The licence of an npm package and its text: from the package's own files, or, where it brings none, the standard text of
// the licence that it names, for a holder that `without-text.json` says. A package of neither kind is a problem in words.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import standard from "spdx-license-list/full.js";

const here = dirname(fileURLToPath(import.meta.url));
const LEGAL = /^(?:licen[sc]es?|copying|notice|copyright|third[-_]?party|patents)/i;
const withoutText = JSON.parse(readFileSync(join(here, "without-text.json"), "utf8"));

/**
 * `{ name, version, license, source, texts: [{ name, text }], isStandard }` of the package in `folder`. `texts` is empty
 * where nobody knows one; `isStandard` where the package brings none itself.
 */
export function licenceOf(folder) {
  const { name, version, repository, homepage, ...rest } = readJson(join(folder, "package.json"));
  const known = withoutText[name] ?? withoutText[`${name.split("/")[0]}/*`];
  const own = ownTexts(folder);
  return {
    name,
    version,
    license: known?.license ?? declared(rest),
    source: address(repository?.url ?? repository) ?? homepage ?? `https://www.npmjs.com/package/${name}`,
    texts: own.length > 0 || known === undefined ? own : standardTexts(known),
    isStandard: own.length === 0,
  };
}

/** The texts of a licence by its SPDX names (`A AND B`), for this holder. Throws for a name that SPDX does not have. */
export function standardTexts({ license, copyright }) {
  return license.split(" AND ").map((name) => {
    const text = standard[name]?.licenseText;
    if (text === undefined)
      throw new Error(`SPDX has no text for ${name}, which a table of ide/release names`);
    return {
      name: `standard text of ${name}`,
      text: `${copyright}\n\n${text.replace(/^Copyright \(c\) <.*\n+/im, "")}`,
    };
  });
}

/** Those at the top of `folder`, and of a folder of licences in it. */
export function ownTexts(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => LEGAL.test(entry.name) && !/\.(?:js|ts|json|map)$/.test(entry.name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(folder, entry.name), { withFileTypes: true })
            .filter((file) => file.isFile())
            .map((file) => join(entry.name, file.name))
        : [entry.name],
    )
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

/** As old packages say it, too. */
function declared({ license, licenses }) {
  const all = [license ?? licenses ?? []].flat().map((one) => one.type ?? one);
  return all.length === 0 ? undefined : all.join(" OR ");
}

function address(repository) {
  if (typeof repository !== "string") return undefined;
  const [, host = "github.com", path] =
    /^(?:(?:git\+)?(?:https?|git|ssh):\/\/(?:git@)?([\w.]+)[/:]|github:|(?=[\w-]+\/))(.+?)(?:\.git)?$/.exec(
      repository,
    ) ?? [];
  return path === undefined ? undefined : `https://${host}/${path}`;
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
