// A whole release of what is built (`npm run build && npm run build:ide`), into a folder of its own: its checksums, its bills
// of materials, and the notices inside of what it holds. Where no image can be made, that must be said.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whyNoImage } from "../../ide/release/why-no-image.mjs";
import { keepResultsOf } from "./results.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "weft-release-test-"));
const folder = join(place, "release");
const results = keepResultsOf("release");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const LEGAL = ["THIRD-PARTY-NOTICES.txt", "sbom.cdx.json"];
const reason = whyNoImage();

beforeAll(() => {
  run("node", ["ide/release/release.mjs", "--built", "--out", folder]);
}, 3_600_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

test("is whole, and says what it has not", () => {
  const image = `weft-${version}.oci.tar`;
  const made = [
    `weft-${version}-linux-x64.vsix`,
    `weft_${version}_amd64.deb`,
    ...(reason === undefined ? [image] : []),
  ];
  const bills = made.map((name) => `${name}.cdx.json`);
  const beside = ["CHANGELOG.md", "LICENSE", "RELEASE.txt", "SHA256SUMS", "THIRD-PARTY-NOTICES.txt"];
  expect(readdirSync(folder).sort()).toEqual([...made, ...bills, ...beside].sort());
  expect(run("sha256sum", ["--check", "--strict", "SHA256SUMS"], folder)).not.toContain("FAILED");
  const words = readFileSync(join(folder, "RELEASE.txt"), "utf8");
  expect(words).toMatch(/^Signatures of npm packages: \S/m);
  expect(words.includes("NOT MADE, the container image")).toBe(reason !== undefined);
  results.tell(reason === undefined ? "with an image" : `without an image: ${reason}`);
});

test("notices and bill lie in the extension and in the package", () => {
  const files = unzipSync(readFileSync(join(folder, `weft-${version}-linux-x64.vsix`)));
  for (const name of LEGAL) expect(files[`extension/${name}`]?.length ?? 0, name).toBeGreaterThan(1000);
  const inside = join(place, "deb");
  run("dpkg-deb", ["--extract", join(folder, `weft_${version}_amd64.deb`), inside]);
  const notices = readFileSync(join(inside, "usr/lib/weft", LEGAL[0]), "utf8");
  for (const words of [
    "Eclipse Public License - v 2.0",
    "@theia/core ",
    "jschardet ",
    "Node.js is licensed for use",
  ])
    expect(notices).toContain(words);
  const bill = JSON.parse(readFileSync(join(inside, "usr/lib/weft", LEGAL[1]), "utf8"));
  expect(bill.components.length).toBeGreaterThan(300);
});

test("the image's bill has Debian's packages, or there is none", () => {
  expect(knowsDebian(join(folder, `weft-${version}.oci.tar.cdx.json`))).toBe(reason === undefined);
});

function knowsDebian(path) {
  if (!existsSync(path)) return false;
  const { components } = JSON.parse(readFileSync(path, "utf8"));
  return components.some(({ purl }) => purl.startsWith("pkg:deb/debian/gdb@"));
}

function run(program, words, cwd = root) {
  return execFileSync(program, words, { cwd, encoding: "utf8", timeout: 3_600_000, stdio: "pipe" });
}
