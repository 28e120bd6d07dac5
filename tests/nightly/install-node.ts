/** A Node of another release beside this machine's, from npm's package `node`. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The folder with the program `node`, the newest of that release; below `home`, which is made. Throws where npm can't bring it. */
export function installNode(release: string, home: string): string {
  // Its install script brings the program, and this repository's `.npmrc` lets none run.
  const how = ["--no-save", "--silent", "--ignore-scripts=false"];
  const install = ["install", "--prefix", home, ...how, `node@${release}`];
  execFileSync("npm", install, { stdio: "pipe", timeout: 250_000 });
  const folder = join(home, "node_modules/node/bin");
  const version = execFileSync(join(folder, "node"), ["--version"], { encoding: "utf8" });
  if (!version.startsWith(`v${release}.`)) throw new Error(`npm's node@${release} is ${version}`);
  return folder;
}
