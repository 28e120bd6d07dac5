// Outside of this repository `npx weft` fetches somebody else's package of that name from npm and runs it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("pages about kernels and repositories of one's own say weft, not npx weft", () => {
  const pages = globSync("ide/guide/*.md", { cwd: root });
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter((page) => readFileSync(`${root}${page}`, "utf8").includes("npx weft"))).toEqual([]);
});
