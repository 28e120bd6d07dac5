/**
 * Each join point of the sources has one account: there are as many as clang's own tree has over the same units, none twice
 * and none without.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadProject, projectCommands } from "../../weaver-bridge/kernel-build/index.js";
import { type ImageCode, openImageFile } from "../../weaver-bridge/live-weave/index.js";
import { type RandomProgram, runRandomProgram } from "../support/access-judge/random-program.js";
import { TRACED } from "../support/access-judge/traced-machines.js";
import { CLANG } from "../support/compilers.js";
import {
  type AskedPointcut,
  accessesOf,
  countSources,
  sumAccounts,
  WHOLE_POINTCUTS,
} from "../support/source-join-points/account-sums.js";
import type { AstJoinPoint } from "../support/source-join-points/ast-join-points.js";

async function expectSums(
  image: ImageCode,
  sources: readonly AstJoinPoint[],
  pointcuts: readonly AskedPointcut[],
): Promise<void> {
  for (const pointcut of pointcuts) {
    const { counted, sum, differing, accounts } = await sumAccounts(image, sources, pointcut);
    expect(differing, pointcut.text).toEqual([]);
    expect(sum, pointcut.text).toBe(counted);
    expect(counted, pointcut.text).toBeGreaterThan(20);
    // An address needs no instruction of its own.
    if (!pointcut.text.startsWith("ref")) expect(accounts.hooked, pointcut.text).toBeGreaterThan(counted / 2);
  }
}

describe("mini-unix", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-accounts-"));
  let sources: readonly AstJoinPoint[];
  beforeAll(() => {
    cpSync(resolve(import.meta.dirname, "../../sample-projects/mini-unix"), folder, {
      recursive: true,
      filter: (source) => !/\/(build|\.weft)$/.test(source),
    });
    const project = loadProject(folder).value;
    if (project === undefined) throw new Error("mini-unix has no project");
    const commands = projectCommands(project).value ?? [];
    sources = countSources({
      directory: folder,
      units: commands.map(({ file, arguments: [, ...words] }) => ({
        file,
        options: words.filter((word) => /^-(?:m(?!general)|std|I|ff)/.test(word)),
      })),
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ["gcc", "-O0"],
    ["gcc", "-O2"],
    [CLANG, "-O1"],
  ])("by %s %s", async (compiler, level) => {
    const build = `build-${compiler}${level}`;
    const words = [`CC=${compiler}`, `OPTIMIZE=${level}`, `BUILD=${build}`, "-s", "-j2"];
    execFileSync("make", words, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    const image = openImageFile(join(folder, build, "mini-unix.elf"));
    await expectSums(image, sources, [...WHOLE_POINTCUTS, accessesOf("inode"), accessesOf("process")]);
  });
});

describe("random functions", () => {
  const builds = ["gcc", CLANG].flatMap((compiler) =>
    ["-O0", "-O1", "-O2"].map((option) => ({ compiler, options: [option] })),
  );
  let program: RandomProgram;
  beforeAll(() => {
    program = runRandomProgram(7, builds, 15);
  });
  afterAll(() => program?.run.remove());

  test("by two compilers at three levels each", async () => {
    const { folder, image } = program.run;
    const sources = countSources({
      directory: folder,
      units: [...builds.map((_, unit) => `unit${unit}.c`), "main.c"].map((file) => ({
        ...{ file, options: TRACED.i386.bare.filter((word) => /^-[mf]/.test(word)) },
      })),
    });
    const [struct] = program.structs;
    await expectSums(openImageFile(image), sources, [...WHOLE_POINTCUTS, accessesOf(struct?.name ?? "")]);
  });
});
