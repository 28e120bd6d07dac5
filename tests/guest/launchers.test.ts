/** Whole kernels built through a compiler cache and a distributed compiler, again and again, as edits come. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { UnitWeaveMap } from "@weft/weaver-bridge/model";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeBundles } from "../support/bundles.js";
import { startDistccd } from "../support/distccd.js";
import { requireTool } from "../support/index.js";

const repository = resolve(import.meta.dirname, "../..");
const launcher = join(repository, "weaver-bridge/cli/bin/weft");

let folder: string;
let root: string;

beforeAll(() => {
  makeBundles("weft");
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-launchers-"));
  root = join(folder, "kernel");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the sample whose build runs `compiler`. */
function sample(name: string): void {
  cpSync(join(repository, "sample-projects", name), root, {
    recursive: true,
    filter: (source) => !/\/(build|\.weft)$/.test(source),
  });
}

function useCompiler(compiler: string): void {
  const file = join(root, "weft.json");
  const project = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...project, build: { ...project.build, compiler } }));
}

/** Builds, from nothing with `--clean`; says which units were compiled. */
function build(words: readonly string[], environment: NodeJS.ProcessEnv = {}): string[] {
  const run = spawnSync(launcher, ["build", root, ...words], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: 250_000,
    env: { ...process.env, ...environment },
  });
  expect(run.status, run.stderr).toBe(0);
  return [...run.stdout.matchAll(/^weft cc .* (\S+\.(?:c|cxx))$/gm)].map(([, unit = ""]) => unit).sort();
}

function units(): UnitWeaveMap[] {
  return JSON.parse(readFileSync(join(root, ".weft/weave-map.json"), "utf8")).units;
}

/** What units were compiled to. */
function objects(of = units()): Map<string, Buffer> {
  return new Map(
    of.map(({ source, directory, output = "" }) => [source, readFileSync(resolve(directory, output))]),
  );
}

/** What distcc makes of a unit that Weft leaves alone is its own affair. */
const wovenObjects = () => objects(units().filter(({ status }) => status === "woven"));

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(join(root, file), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(root, file), text.replace(from, to));
}

test("ccache answers for every unit of mini-unix, and only for those that are woven as before", (context) => {
  requireTool(context, "ccache");
  const environment = { CCACHE_DIR: join(folder, "cache") };
  const stats = () => {
    const printed = spawnSync("ccache", ["--print-stats"], {
      encoding: "utf8",
      env: { ...process.env, ...environment },
    }).stdout;
    const count = (name: string) => Number(new RegExp(`^${name}\t(\\d+)$`, "m").exec(printed)?.[1]);
    return {
      hits: count("direct_cache_hit") + count("preprocessed_cache_hit"),
      misses: count("cache_miss"),
    };
  };
  sample("mini-unix");
  build([]);
  const plain = objects();
  useCompiler("ccache gcc");
  build(["--clean"], environment);
  expect(objects()).toEqual(plain);
  expect(stats()).toEqual({ hits: 0, misses: plain.size });
  build(["--clean"], environment);
  expect(objects()).toEqual(plain);
  expect(stats()).toEqual({ hits: plain.size, misses: plain.size });
  edit("aspects/switch-accounting.ah", "switches++", "switches += 1");
  const changed = build([], environment);
  expect(changed.length).toBeGreaterThan(0);
  expect(stats()).toEqual({ hits: plain.size, misses: plain.size + changed.length });
  edit("aspects/switch-accounting.ah", "switches += 1", "switches++");
  expect(build([], environment)).toEqual(changed);
  expect(stats()).toEqual({ hits: plain.size + changed.length, misses: plain.size + changed.length });
  expect(objects()).toEqual(plain);
});

test("distcc compiles the units of mini-ecos on another host, and after an edit those that it concerns", async (context) => {
  requireTool(context, "distcc");
  requireTool(context, "distccd");
  sample("mini-ecos");
  build([]);
  const plain = wovenObjects();
  const count = units().length;
  useCompiler("distcc g++");
  const host = await startDistccd();
  try {
    mkdirSync(join(folder, "distcc"));
    const environment = { ...host.environment, DISTCC_DIR: join(folder, "distcc") };
    const all = build(["--clean"], environment);
    expect(all.length).toBe(count);
    expect(wovenObjects()).toEqual(plain);
    await expect.poll(host.compiled, { timeout: 10_000 }).toBe(count);
    edit("aspects/concerns/thread-name.ah", "/* Threads have names. */", "/* Threads have names now. */");
    expect(build([], environment)).toEqual([]);
    edit("aspects/concerns/thread-name.ah", "return name;", "return name ? name : 0;");
    const changed = build([], environment);
    expect(changed).toContain("aspects/kernel/thread.cxx");
    await expect.poll(host.compiled, { timeout: 10_000 }).toBe(count + changed.length);
  } finally {
    host.stop();
  }
});
