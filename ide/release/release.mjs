#!/usr/bin/env node
// Makes a release (`npm run release`): one folder, dist/weft-VERSION, with the extension, the Debian package, the container
// image, a bill of materials of each, the notices of third parties, the changelog and checksums. It is there whole or not at
// all, and RELEASE.txt in it says in words what could not be made or asked here, and why.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { MAKE } from "./artefacts.mjs";
import { legalFiles, product } from "./legal-files.mjs";
import { NOTICES } from "./notices.mjs";
import { run } from "./run.mjs";
import { root, shippedIn } from "./shipped.mjs";
import { checkSignatures } from "./signatures.mjs";
import { versionProblems } from "./version.mjs";
import { whyNoImage } from "./why-no-image.mjs";

const HELP = `npm run release -- [--only vsix,deb,image] [--out DIR] [--built] [--check]

Makes dist/weft-VERSION: the VS Code extension, the Debian package and the container image, a CycloneDX bill of
materials of each, THIRD-PARTY-NOTICES.txt, the changelog, SHA256SUMS, and RELEASE.txt, which says what it was made of
and what could not be made here. The image needs root, mmdebstrap and umoci; without --only it is left out, in words,
where they are not there.

  --only KINDS   some of them
  --out DIR      the folder; it must not exist
  --built        what is built already is packed as it is
  --check        makes nothing: are the versions one, and has all that is shipped a licence text and a valid bill?`;

const options = {
  only: { type: "string" },
  out: { type: "string" },
  built: { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
};

try {
  const { values } = parseArgs({ options });
  if (values.help) console.log(HELP);
  else if (values.check) await check();
  else await release(values);
} catch (error) {
  console.error(`weft: ${error.message}`);
  process.exitCode = error.code?.startsWith("ERR_PARSE_ARGS") ? 2 : 1;
}

async function check() {
  const wrong = versionProblems();
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  for (const artefact of ["vsix", "deb"]) {
    await legalFiles(artefact);
    const { components } = shippedIn(artefact);
    const standard = components.filter(({ isStandard }) => isStandard).length;
    console.log(
      `${artefact}: ${components.length} parts of others, each with its licence text (${standard} bring none: the standard text stands for it); the bill of materials is valid`,
    );
  }
}

async function release({ only, out, built }) {
  const wrong = versionProblems();
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  const { version, commit } = product();
  const told = [];
  const kinds = chooseKinds(only, told);
  const folder = resolve(out ?? join(root, "dist", `weft-${version}`));
  if (existsSync(folder))
    throw new Error(`${folder} is there already. Remove it, or name another: --out DIR`);
  const words = [
    `Weft ${version}`,
    `made of ${commit ?? "files that are in no repository"}`,
    `by Node ${process.version}`,
  ];
  words.push("", await checkSignatures());
  if (!built) await build();
  const part = `${folder}.part-${process.pid}`;
  mkdirSync(part, { recursive: true });
  try {
    for (const kind of kinds) await MAKE[kind](part, version);
    copyFileSync(join(root, "CHANGELOG.md"), join(part, "CHANGELOG.md"));
    copyFileSync(join(root, "LICENSE"), join(part, "LICENSE"));
    // What the package holds is more than what the extension does.
    writeFileSync(
      join(part, NOTICES),
      (await legalFiles(kinds.some((kind) => kind !== "vsix") ? "deb" : "vsix"))[NOTICES],
    );
    writeFileSync(join(part, "RELEASE.txt"), `${[...words, ...told].join("\n")}\n`);
    writeFileSync(join(part, "SHA256SUMS"), checksums(part));
    renameSync(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  for (const line of told) console.log(`weft: ${line}`);
  console.log(`weft: ${folder}: ${readdirSync(folder).join(", ")}`);
}

/** An image that can't be made here is told; where it was asked for by name that is an error. */
function chooseKinds(only, told) {
  const asked = only?.split(",") ?? Object.keys(MAKE);
  const unknown = asked.filter((kind) => !(kind in MAKE));
  if (unknown.length > 0)
    throw new Error(`--only: ${unknown.join(", ")} is none of ${Object.keys(MAKE).join(", ")}`);
  const reason = asked.includes("image") ? whyNoImage() : undefined;
  if (reason === undefined) return asked;
  if (only !== undefined) throw new Error(reason);
  told.push(`NOT MADE, the container image: ${reason}`);
  return asked.filter((kind) => kind !== "image");
}

async function build() {
  for (const script of ["build", "build:ide"]) {
    console.log(`weft: npm run ${script} …`);
    await run("npm", ["run", "--silent", script], { cwd: root });
  }
}

/** As `sha256sum --check` reads them. */
function checksums(folder) {
  return readdirSync(folder)
    .filter((name) => name !== "SHA256SUMS")
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}  ${name}\n`,
    )
    .join("");
}
