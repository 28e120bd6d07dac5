// The product has one version: that of the root's package.json. All of its packages say it, the changelog has it, and the
// descriptions for container engines name the image of it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./shipped.mjs";

const IMAGE = "ide/image";
/** A stand-in for a package of others keeps that package's version. */
const STAND_INS = ["ide/keytar"];

/** What is not as the version says, in words. */
export function versionProblems() {
  const { version, workspaces } = read("package.json");
  const own = workspaces
    .filter((folder) => !STAND_INS.includes(folder))
    .map((folder) => join(folder, "package.json"));
  const lock = read("package-lock.json").packages;
  return [
    ...own.flatMap((file) => differing(file, read(file), version)),
    ...["", ...workspaces].flatMap((folder) =>
      STAND_INS.includes(folder) || lock[folder]?.version === version
        ? []
        : [
            `package-lock.json has ${lock[folder]?.version} for ${folder || "the whole"}, not ${version}: npm install`,
          ],
    ),
    ...changelog(version),
    ...images(version),
  ];
}

function differing(file, { version, dependencies, devDependencies }, wanted) {
  const named = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
    name.startsWith("@weft/"),
  );
  return [["version", version], ...named]
    .filter(([, has]) => has !== wanted)
    .map(([what, has]) => `${file}: ${what} is ${has}, and the product's is ${wanted}`);
}

function changelog(version) {
  const first = /^## (\S+?),? /m.exec(`${readFileSync(join(root, "CHANGELOG.md"), "utf8")} `)?.[1];
  return first === version
    ? []
    : [`CHANGELOG.md begins with ${first}, and the product's version is ${version}`];
}

/** An image of another version is none that `npm run image` makes. */
function images(version) {
  const files = readdirSync(join(root, IMAGE), { recursive: true }).filter((name) =>
    /\.(ya?ml|md)$/.test(name),
  );
  return files.flatMap((name) => {
    const text = readFileSync(join(root, IMAGE, name), "utf8");
    return [...text.matchAll(/\bweft:(\d[\w.-]*)/g)]
      .filter(([, named]) => named !== version)
      .map(([, named]) => `${IMAGE}/${name}: names the image weft:${named}, and the product's is ${version}`);
  });
}

function read(file) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}
