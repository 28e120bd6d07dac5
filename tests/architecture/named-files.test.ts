/** The pages for people who change Weft name files that are there: a page that is out of date is worse than none. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const NAMED = /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|c|h|md))`/g;

test.each(["CONTRIBUTING.md", "tests/README.md", "weaver-bridge/README.md"])(
  "files that %s names exist",
  (page) => {
    const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
    const names = Array.from(readFileSync(`${root}${page}`, "utf8").matchAll(NAMED), ([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(3);
    // NAME is the reader's own; generated files are not in the repository.
    const asked = names.filter((name) => !/NAME|gen-esbuild/.test(name));
    const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));
    expect(asked.filter((name) => !isThere(name))).toEqual([]);
  },
);
