/** Kernel messages of V4 at work: page faults answered at once and later, an interrupt, an operation between them. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ALL_OPTIMIZATIONS, compileIdl, DEFAULT_OPTIONS } from "@weft/weaver-bridge/idl";
import { expect, test } from "vitest";
import { requireTool } from "../../../support/index.js";

const TEXT = `module m { interface pager {
  [kernelmsg(idl4::pagefault)] void pagefault(in word address, in word ip, in word rights, out fpage page);
  [kernelmsg(idl4::interrupt)] void tick();
  long count(in long add);
}; };`;

for (const threadedDispatch of [true, false])
  test(`a pager ${threadedDispatch ? "with" : "without"} threaded dispatch serves kernel and clients`, (context) => {
    requireTool(context, "gcc");
    const folder = mkdtempSync(join(tmpdir(), "weft-kernel-"));
    try {
      const { outputs, problems } = compileIdl({
        file: "in.idl",
        text: TEXT,
        readInclude: () => undefined,
        kernel: "v4",
        options: { ...DEFAULT_OPTIONS, optimizations: { ...ALL_OPTIMIZATIONS, threadedDispatch } },
      });
      expect(problems).toEqual([]);
      for (const { name, text } of outputs) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text, "latin1");
      }
      const emulator = join(import.meta.dirname, "..", "round-trip");
      const flags = [
        "-m32",
        "-march=i686",
        "-O2",
        "-std=gnu11",
        "-fno-pie",
        "-no-pie",
        "-Wall",
        "-Wextra",
        "-Werror",
      ];
      const inputs = [
        "-DKERNEL=4",
        "-I.",
        `-I${emulator}`,
        join(import.meta.dirname, "kernel.c"),
        "-o",
        "kernel",
      ];
      const built = spawnSync("gcc", [...flags, ...inputs], {
        cwd: folder,
        encoding: "utf8",
        timeout: 60_000,
      });
      expect(built.stderr).toBe("");
      const run = spawnSync(join(folder, "kernel"), { encoding: "utf8", timeout: 30_000 });
      expect({ status: run.status, out: run.stdout, err: run.stderr }).toEqual({
        status: 0,
        out: "ok\n",
        err: "",
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
