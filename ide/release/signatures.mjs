// Asks whether the installed npm packages are those that the registry signed (`npm audit signatures`).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";
import { root } from "./shipped.mjs";

/** What came of it, in words. Throws where a signature is wrong; a registry that signs nothing is told, and no error. */
export async function checkSignatures() {
  const told = await run("npm", ["audit", "signatures", "--json"], {
    cwd: root,
    allowed: [0, 1],
    time: 600_000,
  }).catch((error) => JSON.stringify({ error: { summary: error.message } }));
  return describeSignatures(told, packagesInLockfile());
}

/** From the JSON that npm prints; `count` is how many packages it was about. */
export function describeSignatures(json, count) {
  const { invalid = [], missing = [], error } = parsed(json);
  if (error !== undefined)
    return `Signatures of npm packages: not asked, ${oneLine(error.summary || error.detail || error.code)}`;
  if (invalid.length > 0)
    throw new Error(
      `Wrong signatures: ${invalid.map(({ name, version }) => `${name}@${version}`).join(", ")}`,
    );
  if (missing.length > 0)
    return `Signatures of npm packages: ${missing.length} of ${count} have none in the registry that was asked: ${some(missing)}`;
  return `Signatures of npm packages: those of ${count} packages are the registry's`;
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch (error) {
    return { error: { summary: `npm printed no JSON (${error.message}): ${json.slice(0, 200)}` } };
  }
}

function some(packages) {
  const names = packages.slice(0, 5).map(({ name, version }) => `${name}@${version}`);
  return `${names.join(", ")}${packages.length > 5 ? ", …" : ""}`;
}

function oneLine(words) {
  return String(words).replace(/\s+/g, " ").trim();
}

function packagesInLockfile() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.keys(packages).filter((path) => path.includes("node_modules/")).length;
}
