/** Calls are found by the lines that they are written in, whatever file those are of. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { LiveHook } from "../../weaver/index.js";
import { readKernelImage } from "../image/kernel-image.js";
import { callSites } from "./call-sites.js";

test.each(["-gdwarf-4", "-gdwarf-5"])(
  "a call in a header's function that begins its unit is found, %s",
  async (debug) => {
    const folder = mkdtempSync(join(tmpdir(), "weft-calls-"));
    writeFileSync(
      join(folder, "queue.h"),
      "int wake(int);\nstatic __attribute__((noinline)) int put(int n)\n{\n\treturn wake(n) * 3;\n}\n",
    );
    writeFileSync(
      join(folder, "a.c"),
      '#include "queue.h"\nint _start(int n) { return put(n) + put(n + 1); }\n',
    );
    writeFileSync(join(folder, "b.c"), "int wake(int n) { return n + 1; }\n");
    const flags = ["-m32", "-O1", debug, "-ffreestanding", "-fno-pie", "-no-pie", "-nostdlib", "-static"];
    execFileSync("gcc", [...flags, "a.c", "b.c", "-o", "kernel"], { cwd: folder });
    const image = readKernelImage(join(folder, "kernel"));
    const wake = image.named("wake")[0]?.address ?? 0;
    const { find } = await callSites(image, new Set([wake]));
    const call = { file: join(folder, "queue.h"), line: 4, within: "put" };
    expect(find({ call } as LiveHook, [wake])).toMatchObject({ sites: [{ original: { length: 5 } }] });
  },
);
