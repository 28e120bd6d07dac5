/** The line of a store, in the file that it is written in. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readElf } from "../object-code/index.js";
import { lineFinder } from "./line-of-address.js";

test("code of a header that begins its unit is the header's", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-lines-"));
  writeFileSync(
    join(folder, "queue.h"),
    "extern int waiting;\nstatic __attribute__((noinline)) void put(int n)\n{\n\twaiting = n;\n}\n",
  );
  const source = '#include "queue.h"\nint waiting;\n\n\nvoid _start(int n) { put(n); put(n + 1); }\n';
  writeFileSync(join(folder, "a.c"), source);
  const flags = ["-m32", "-O1", "-g", "-fno-pie", "-no-pie", "-nostdlib", "-static"];
  execFileSync("gcc", [...flags, "a.c", "-o", "kernel"], { cwd: folder });
  const image = join(folder, "kernel");
  const put = readElf(readFileSync(image)).symbols.find(({ name }) => name === "put");
  const line = await lineFinder(image, folder)(put?.address ?? 0);
  expect(line).toEqual({ file: join(folder, "queue.h"), line: 4, inlinedAt: [], within: "put" });
});

test("of what is inlined, the places of its calls are known as well", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-lines-"));
  const inline = "static inline __attribute__((always_inline)) void";
  const source = `int waiting;\n${inline} put(int n) {\n\twaiting = n;\n}\n${inline} more(int n) {\n\tput(n);\n}\nvoid _start(int n) {\n\tmore(n);\n}\n`;
  writeFileSync(join(folder, "a.c"), source);
  const flags = ["-m32", "-O1", "-g", "-fno-pie", "-no-pie", "-nostdlib", "-static"];
  execFileSync("gcc", [...flags, "a.c", "-o", "kernel"], { cwd: folder });
  const image = join(folder, "kernel");
  const elf = readElf(readFileSync(image));
  const start = elf.symbols.find(({ name }) => name === "_start");
  const find = lineFinder(image, folder);
  const lines = await Promise.all(
    Array.from({ length: start?.size ?? 0 }, (_, at) => find((start?.address ?? 0) + at)),
  );
  const file = join(folder, "a.c");
  expect(lines).toContainEqual({
    ...{ file, line: 3, within: "_start" },
    inlinedAt: [
      { file, line: 6 },
      { file, line: 9 },
    ],
  });
});
