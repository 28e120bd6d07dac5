import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { billOf } from "./bill-of-materials.mjs";
import { licenceOf, standardTexts } from "./licence-texts.mjs";
import { noticesOf } from "./notices.mjs";
import { problemsOf } from "./shipped.mjs";
import { describeSignatures } from "./signatures.mjs";
import { versionProblems } from "./version.mjs";

const folder = mkdtempSync(join(tmpdir(), "weft-licence-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function packageOf(fields, files = {}) {
  const place = mkdtempSync(join(folder, "package-"));
  writeFileSync(join(place, "package.json"), JSON.stringify({ name: "some", version: "1.0.0", ...fields }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  return { kind: "npm", ...licenceOf(place) };
}

test("all packages have the product's version, and the changelog begins with it", () => {
  expect(versionProblems()).toEqual([]);
});

test("a package without licence text is told, and so is one without a licence", () => {
  expect(problemsOf(packageOf({ license: "MIT" }))).toEqual([
    expect.stringMatching(/^some 1\.0\.0 \(MIT\) brings no text of its licence\. Say its holder/),
  ]);
  expect(problemsOf(packageOf({}, { LICENSE: "free" }))).toEqual([
    expect.stringContaining("some 1.0.0 says no licence"),
  ]);
  expect(problemsOf(packageOf({ license: "MIT" }, { "LICENCE.md": "Permission is …" }))).toEqual([]);
});

test("licences and addresses are read as old packages write them", () => {
  const read = (fields) => {
    const { license, source } = packageOf(fields);
    return [license, source];
  };
  expect(read({ license: { type: "ISC" }, repository: "a/b" })).toEqual(["ISC", "https://github.com/a/b"]);
  expect(read({ licenses: [{ type: "MIT" }, { type: "Apache-2.0" }], repository: "github:a/b" })).toEqual([
    "MIT OR Apache-2.0",
    "https://github.com/a/b",
  ]);
  expect(read({ license: "MIT", repository: { url: "git+ssh://git@gitlab.com/a/b.git" } })[1]).toBe(
    "https://gitlab.com/a/b",
  );
});

test("a standard text names its holder, and none of SPDX's blanks", () => {
  const [{ text }] = standardTexts({ license: "MIT", copyright: "Copyright (c) 2013 Somebody" });
  expect(text).toMatch(/^Copyright \(c\) 2013 Somebody\n\nMIT License\n\nPermission is hereby granted/);
  expect(() => standardTexts({ license: "MTI", copyright: "" })).toThrow(/no text for MTI/);
});

test("notices say where the source of copyleft parts is, and say a text once", () => {
  const part = (name, license) => ({
    ...{ name, version: "1.0.0", license, source: `https://example.org/${name}` },
    texts: [{ name: "LICENSE", text: "the terms\n" }],
  });
  const text = noticesOf([part("a", "EPL-2.0"), part("b", "MIT")], "Weft");
  expect(text.split("the terms")).toHaveLength(2);
  expect(text).toMatch(/source of these parts[\s\S]*taken:\n\n {2}a 1\.0\.0: EPL-2\.0\n\n-/);
});

test("a bill of materials is valid for expressions, words of no standard, and Debian's packages", async () => {
  const bill = JSON.parse(
    await billOf({ name: "weft", version: "1.0.0", license: "own" }, [
      { kind: "npm", name: "@a/b", version: "1.0.0", license: "(MIT OR Apache-2.0)", source: "https://a.b" },
      { kind: "npm", name: "c", version: undefined, license: "MIT/X11", source: "https://a.b" },
      { kind: "deb", name: "gdb", version: "13.1-3", architecture: "amd64" },
    ]),
  );
  expect(bill.components.map(({ purl }) => purl)).toEqual([
    "pkg:deb/debian/gdb@13.1-3?arch=amd64",
    "pkg:npm/%40a/b@1.0.0",
    "pkg:npm/c",
  ]);
});

test("what npm says of signatures becomes words, and a wrong one an error", () => {
  const said = (value) => describeSignatures(JSON.stringify(value), 7);
  expect(said({ invalid: [], missing: [] })).toMatch(/those of 7 packages are the registry's/);
  expect(said({ invalid: [], missing: [{ name: "a", version: "1" }] })).toMatch(/1 of 7 have none.*a@1/);
  expect(said({ error: { code: "ENOTFOUND", summary: "no\nnetwork" } })).toMatch(/not asked, no network$/);
  expect(describeSignatures("no JSON", 7)).toMatch(/not asked, npm printed no JSON/);
  expect(() => said({ invalid: [{ name: "a", version: "1" }], missing: [] })).toThrow("a@1");
});

test("the command says how it is used, and refuses what it does not know", () => {
  const run = (...words) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "release.mjs"), ...words], { encoding: "utf8" });
  expect(run("--help").stdout).toContain("SHA256SUMS");
  expect(run("--wrong")).toMatchObject({ status: 2 });
  expect(run("--only", "rpm", "--built")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("rpm is none of vsix, deb, image"),
  });
});
