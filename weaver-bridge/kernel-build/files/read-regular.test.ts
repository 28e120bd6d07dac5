import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unlessRefused } from "../../model/index.js";
import { readRegular, readRegularSoon } from "./read-regular.js";

let folder = "";
const file = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-regular-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a file is read as it is, also through a link", () => {
  writeFileSync(file("a"), Buffer.from([0xe9, 10]));
  symlinkSync("a", file("link"));
  expect(readRegular(file("link"), "latin1")).toBe("\u00e9\n");
  expect(readRegular(file("a"))).toEqual(Buffer.from([0xe9, 10]));
});

test("a pipe, a device, a folder and what is too long are refused at once, as what is not there", () => {
  execFileSync("mkfifo", [file("pipe")]);
  symlinkSync("/dev/zero", file("zero"));
  writeFileSync(file("long"), "");
  truncateSync(file("long"), 2 ** 40);
  const why = (name: string) => {
    try {
      return readRegular(file(name), "utf8");
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    }
  };
  const names = ["pipe", "zero", ".", "long", "none"];
  expect(names.map(why)).toEqual(["EINVAL", "EINVAL", "EISDIR", "EFBIG", "ENOENT"]);
  expect(names.map((name) => unlessRefused(() => readRegular(file(name), "utf8")))).toEqual(
    names.map(() => undefined),
  );
});

test("read while others go on, a pipe is no file either", async () => {
  execFileSync("mkfifo", [file("later")]);
  await expect(readRegularSoon(file("later"))).rejects.toThrow("it is no file");
  writeFileSync(file("b"), "text");
  expect((await readRegularSoon(file("b"))).toString()).toBe("text");
});
