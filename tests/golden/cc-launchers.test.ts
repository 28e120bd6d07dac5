/** `weft cc` with a real compiler cache and a real distributed compiler in front of gcc. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startDistccd } from "../support/distccd.js";
import { requireTool } from "../support/require-tool.js";

const WEFT = join(dirname(fileURLToPath(import.meta.url)), "../../weaver-bridge/cli/bin/weft");
const SOURCE = "int f(int a) { return a + 1; }\nint g(void) { return f(1); }\n";
const ASPECTS = 'aspect T { advice execution("% f(...)") : before() { tjp->arg0++; } };\n';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-launchers-"));
  writeFileSync(join(folder, "unit.c"), SOURCE);
  writeFileSync(join(folder, "t.ah"), ASPECTS);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The object that `compiler` makes of the woven unit. */
function object(compiler: readonly string[], environment: NodeJS.ProcessEnv = {}): Buffer {
  const words = [
    "cc",
    "--aspects",
    "t.ah",
    "--",
    ...compiler,
    "-m32",
    "-O2",
    "-g",
    "-c",
    "unit.c",
    "-o",
    "unit.o",
  ];
  const { status, stderr } = spawnSync(WEFT, words, {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, ...environment },
  });
  expect(status, stderr).toBe(0);
  return readFileSync(join(folder, "unit.o"));
}

test("a ccache before Weft, in a makefile of its own, does not answer with what another aspect made", (context) => {
  requireTool(context, "ccache");
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("Makefile", "unit.o: unit.c\n\tccache gcc -m32 -c unit.c -o unit.o\n");
  write(
    "weft.json",
    '{"name": "u", "aspects": ["t.ah"], "build": {"make": ["make"], "programs": {"gcc": "gcc"}}}',
  );
  const build = (adds: string) => {
    write("t.ah", ASPECTS.replace("arg0++", `arg0 += ${adds}`));
    const environment = { ...process.env, CCACHE_DIR: join(folder, "cache") };
    const { status, stderr } = spawnSync(WEFT, ["build"], {
      ...{ cwd: folder, encoding: "utf8", timeout: 60_000, env: environment },
    });
    expect(status, stderr).toBe(0);
    return spawnSync("objdump", ["-d", "unit.o"], { cwd: folder, encoding: "utf8" }).stdout;
  };
  expect(build("0x1234")).toContain("0x1234");
  expect(build("0x4321")).toContain("0x4321");
});

test("ccache finds woven text again, and misses it after the aspect changed", (context) => {
  requireTool(context, "ccache");
  const environment = { CCACHE_DIR: join(folder, "cache") };
  const hits = () =>
    Number(
      /^(?:preprocessed|direct)_cache_hit\t(\d+)$/m.exec(
        spawnSync("ccache", ["--print-stats"], {
          encoding: "utf8",
          env: { ...process.env, ...environment },
        }).stdout.replace(/^direct_cache_hit\t0\n/m, ""),
      )?.[1] ?? 0,
    );
  const plain = object(["gcc"]);
  expect(object(["ccache", "gcc"], environment).equals(plain)).toBe(true);
  expect(hits()).toBe(0);
  expect(object(["ccache", "gcc"], environment).equals(plain)).toBe(true);
  expect(hits()).toBe(1);
  writeFileSync(join(folder, "t.ah"), ASPECTS.replace("++", "--"));
  const changed = object(["ccache", "gcc"], environment);
  expect(hits()).toBe(1);
  expect(changed.equals(plain)).toBe(false);
  expect(changed.equals(object(["gcc"]))).toBe(true);
});

test("-fcompare-debug, with which gcc compiles twice, compares woven text", () => {
  expect(object(["gcc", "-fcompare-debug"]).length).toBeGreaterThan(0);
});

test("distcc compiles woven text on another host", async (context) => {
  requireTool(context, "distcc");
  requireTool(context, "distccd");
  const host = await startDistccd();
  try {
    const environment = { ...host.environment, DISTCC_DIR: folder };
    const made = object(["distcc", "gcc"], environment);
    expect(made.equals(object(["gcc"]))).toBe(true);
    await expect.poll(host.compiled, { timeout: 10_000 }).toBe(1);
  } finally {
    host.stop();
  }
});
