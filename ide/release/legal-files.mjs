// What each thing that is handed out holds beside its programs: the notices of third parties and a bill of materials.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { billOf } from "./bill-of-materials.mjs";
import { NOTICES, noticesOf } from "./notices.mjs";
import { root, shippedIn } from "./shipped.mjs";

/** The name of the bill of materials. */
const BILL = "sbom.cdx.json";

/** Texts by file name, for `vsix` or `deb`. Throws where something that is shipped has no licence text. */
export async function legalFiles(artefact) {
  const { components, problems } = shippedIn(artefact);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return {
    [NOTICES]: noticesOf(components, "Weft"),
    [BILL]: await billOf(product(), components),
  };
}

/** As a bill of materials names it. The commit says `-changed` where files differ from it. */
export function product() {
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const told = spawnSync("git", ["describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=-changed"], {
    cwd: root,
    encoding: "utf8",
  });
  const commit = told.status === 0 ? told.stdout.trim() : undefined;
  return { name, version, license: "Weft's own licence (LICENSE)", commit };
}
