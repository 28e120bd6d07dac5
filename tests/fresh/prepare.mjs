/**
 * Fresh Debians as the README makes them: its way to Node, the packages that set-up installs by apt and npm, and a clone of
 * what is committed. The packages are kept; Weft itself is built anew each time.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { documentedCommands, keptRoot, newLayer, runIn } from "./debian.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Before each command that is run in a clone. */
export const IN_CLONE = "cd /weft/clone &&";

/** The folder of the release's root, with all that set-up installs. */
export function preparedRoot(release, tell) {
  return keptRoot(release, (folder) => prepare(release, tell, folder), tell);
}

/** A layer above it that holds Weft as a user gets it: what is committed. */
export function layerWithClone() {
  const layer = newLayer();
  clone(join(layer, "above"));
  return layer;
}

async function prepare(release, tell, folder) {
  for (const command of documentedCommands(release)) {
    tell(command);
    const update = command.startsWith("apt") ? "apt-get update -qq && " : "";
    await must(folder, update + command.replace(/^apt install/, "apt-get install --yes -qq"));
  }
  clone(folder);
  tell("set-up's packages …");
  await must(folder, `${IN_CLONE} if command -v g++ clang || test -e node_modules; then exit 1; fi`);
  await must(folder, `${IN_CLONE} npm run setup -- --packages; apt-get clean`);
  await must(folder, `${IN_CLONE} git ls-files -z | xargs -0 rm && rm -r .git`);
}

async function must(folder, command) {
  const { code, said } = await runIn(folder, command);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${said}`);
}

function clone(folder) {
  mkdirSync(join(folder, "weft"), { recursive: true });
  execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${root}`, join(folder, "weft/clone")], {
    timeout: 300_000,
  });
}
