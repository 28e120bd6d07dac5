/** Sources that mean another thing without the macros of the command line, which no image tells. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unitOf } from "../../kernel-build/index.js";
import { openImageFile } from "../image/image-code-of.js";
import { otherTypes } from "./same-types.js";
import { commandsOfImage } from "./unit-commands.js";

async function judged(...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "weft-types-test-"));
  try {
    mkdirSync(join(folder, "include"));
    writeFileSync(
      join(folder, "include/task.h"),
      "struct task { int pid;\n#ifdef SMP\nint cpu;\n#endif\nint state; };\n",
    );
    writeFileSync(join(folder, "a.c"), "#include <task.h>\nint state(struct task *t) { return t->state; }\n");
    execFileSync("gcc", ["-m32", "-O2", "-g", "-Iinclude", ...options, "-c", "a.c"], { cwd: folder });
    const image = openImageFile(join(folder, "a.o"));
    const commands = commandsOfImage(
      image,
      (file) => readFileSync(file, "latin1"),
      () => false,
    );
    return await otherTypes(
      commands.flatMap((one) => unitOf(one) ?? []),
      image,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the same types are the image's own", async () => {
  expect(await judged()).toEqual([]);
});

test("a struct that a macro of the command line makes larger is told", async () => {
  const [problem] = await judged("-DSMP");
  expect(problem?.message).toContain("its struct task has 8 bytes, and 12 bytes in the image");
  expect(problem?.severity).toBe("error");
});
