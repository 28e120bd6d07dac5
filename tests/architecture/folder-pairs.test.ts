/** Folders that stand side by side don't import each other both ways: one of them can be read, tested and moved alone. */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const sources = globSync(
  [
    "weaver-bridge/**/*.ts",
    "language-server/src/**/*.ts",
    "debug-adapter/src/**/*.ts",
    "ide/extension/src/**/*.ts",
  ],
  { cwd: root, ignore: ["**/node_modules/**", "**/lib/**", "**/dist/**", "**/*.test.ts", "**/test/**"] },
);

const IMPORT = /^(?:import|export)\b[^;"]*?"(\.[^"]+)";|import\("(\.[^"]+)"\)/gm;

/** `a/b` and `a/c` of two files below them, where their folders first differ; undefined where one is in the other. */
function siblings(one: string, other: string): [string, string] | undefined {
  const [here, there] = [dirname(one).split("/"), dirname(other).split("/")];
  const first = here.findIndex((name, index) => name !== there[index]);
  if (first < 0 || there[first] === undefined) return undefined;
  return [here.slice(0, first + 1).join("/"), there.slice(0, first + 1).join("/")];
}

test("no two folders side by side import each other", () => {
  const arrows = new Set<string>();
  for (const file of sources)
    for (const match of readFileSync(join(root, file), "utf8").matchAll(IMPORT)) {
      const pair = siblings(file, normalize(join(dirname(file), (match[1] ?? match[2]) as string)));
      if (pair !== undefined) arrows.add(pair.join(" "));
    }
  expect(arrows.size).toBeGreaterThan(100);
  const mutual = [...arrows].filter((arrow) => {
    const [from, to] = arrow.split(" ") as [string, string];
    return from < to && arrows.has(`${to} ${from}`);
  });
  expect(mutual).toEqual([]);
});
