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
  expect(line).toEqual({ file: join(folder, "queue.h"), line: 4, within: "put" });
});
