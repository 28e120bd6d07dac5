import { copyFileSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ElfFile } from "../../object-code/index.js";
import { keptFacts } from "./kept-facts.js";

const folder = mkdtempSync(join(tmpdir(), "weft-kept-"));
const before = process.env.XDG_CACHE_HOME;
beforeAll(() => {
  process.env.XDG_CACHE_HOME = join(folder, "cache");
});
afterAll(() => {
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
  rmSync(folder, { recursive: true });
});

/** A large image, as whoever makes it may say: this build id, this much debug information. */
const claimed = {
  isRelocatable: false,
  section: (name: string) =>
    name === ".debug_info"
      ? { size: 8 << 20, bytes: new Uint8Array() }
      : { size: 36, bytes: new Uint8Array(36).fill(7) },
} as unknown as ElfFile;

const columns = { numbers: Uint32Array.of(1, 2, 3) } as never;

test("what was read of one image is not believed of another that has its build id, size and time", () => {
  const [one, other] = [join(folder, "one"), join(folder, "other")];
  writeFileSync(one, "kernel");
  keptFacts(claimed, one)?.put("functions", columns);
  expect(keptFacts(claimed, one)?.get("functions")).toBeDefined();
  copyFileSync(one, other);
  const { atime, mtime } = statSync(one);
  utimesSync(other, atime, mtime);
  expect(keptFacts(claimed, other)?.get("functions")).toBeUndefined();
  // Nor where it is put in the first one's place.
  copyFileSync(other, one);
  utimesSync(one, atime, mtime);
  expect(keptFacts(claimed, one)?.get("functions")).toBeUndefined();
});
