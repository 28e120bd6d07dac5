import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import "@theia/core/shared/reflect-metadata";
import { URI } from "@theia/core/lib/common/uri";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RegularFiles } from "./regular-files";

let folder = "";
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "weft-regular-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => new URI(`file://${join(folder, name)}`);

test("pipes, devices and links to them are refused, however often, and files are read and written meanwhile", async () => {
  const files = new RegularFiles();
  execFileSync("mkfifo", [join(folder, "pipe")]);
  symlinkSync("pipe", join(folder, "link"));
  symlinkSync("/dev/zero", join(folder, "zero"));
  // More than Node has threads for files.
  const refused = Array.from({ length: 6 }, () => ["pipe", "link", "zero"]).flat();
  const written = new TextEncoder().encode("a");
  await Promise.all(
    refused.flatMap((name) => [
      expect(files.readFile(at(name))).rejects.toThrow("no file"),
      expect(files.open(at(name), { create: false })).rejects.toThrow("no file"),
      expect(files.writeFile(at(name), written, { create: true, overwrite: true })).rejects.toThrow(
        "no file",
      ),
    ]),
  );
  await files.writeFile(at("a"), written, { create: true, overwrite: true });
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("a");
  writeFileSync(join(folder, "b"), "b");
  expect(Buffer.from(await files.readFile(at("b"))).toString()).toBe("b");
  await expect(files.readFile(at("c"))).rejects.toThrow("ENOENT");
});
