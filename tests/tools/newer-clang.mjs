/**
 * Where this machine's gcc came out after its libclang, what is new in its C may be left unread: set-up proposes a newer
 * one, once for each two of them. `weft doctor` says the same of a project's own compiler, by the same row of the table.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** `row`: of libclang, in machine-tools.json. The first release that reads what this gcc has; 0 for any. */
export function clangFor({ readsGcc }, gcc) {
  const known = Object.entries(readsGcc).findLast(([release]) => Number(release) <= gcc);
  return known === undefined ? 0 : known[1] + 2 * (gcc - Number(known[0]));
}

/** What set-up says; undefined where nothing is to be said. `isAvailable`: whether apt has the package. */
export function proposal(tools, { gcc, libclang }, isAvailable) {
  if (!(libclang < clangFor(tools.libclang, gcc))) return undefined;
  const wanted = clangFor(tools.libclang, gcc);
  const packages = ["libclang", "clang"].map((name) =>
    tools[name].packages.find((one) => releaseOf(one) >= wanted && isAvailable(one)),
  );
  const how = packages.includes(undefined)
    ? `apt offers none from release ${wanted} on; WEFT_LIBCLANG and WEFT_CLANG name one that you have`
    : `to have a newer one: sudo apt-get install ${packages.join(" ")}`;
  return `gcc ${gcc} is newer than libclang ${libclang}, which may leave unread what is new in its C; ${how}`;
}

/** Logs it, unless `saidBefore`, a file, holds the same words. */
export function sayOnce(words, saidBefore, log) {
  if (existsSync(saidBefore) && readFileSync(saidBefore, "utf8") === words) return;
  log(words);
  mkdirSync(dirname(saidBefore), { recursive: true });
  writeFileSync(saidBefore, words);
}

export function releaseOfGcc() {
  return Number.parseInt(spawnSync("gcc", ["-dumpversion"], { encoding: "utf8" }).stdout ?? "", 10);
}

function releaseOf(name) {
  return Number(/-(\d+)$/.exec(name)?.[1]);
}
