/** The page says of each hover where its words are written: there they are, and nowhere else in what is shipped. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(`${root}CONTRIBUTING.md`, "utf8");
const section = page.slice(page.indexOf("## A wrong hover")).split("\n## ")[0] as string;
const files = execFileSync("git", ["ls-files", "weaver-bridge/*.ts", "language-server/*.ts"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((file) => !/\.test\.|\/test\//.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(`${root}${file}`, "utf8")]));

const rows = section
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, , words = ""]) => words.includes("\u201c"));

test("each kind of hover has words on the page", () => {
  expect(rows.length).toBeGreaterThan(12);
});

test.each(
  rows.flatMap(([, what = "", words = "", file = ""]) =>
    Array.from(words.matchAll(/\u201c([^\u201d]+)\u201d/g), ([, said = ""]) => ({ what, said, file })),
  ),
)("$what: \u201c$said\u201d stands in its file alone", ({ said, file }) => {
  const [named = ""] = Array.from(file.matchAll(/`([^`]+)`/g), ([, name = ""]) => name);
  const holding = files.filter((one) => texts.get(one)?.includes(said));
  expect(holding.map((one) => (one.endsWith(`/${named}`) || one === named ? "its file" : one))).toEqual([
    "its file",
  ]);
});
