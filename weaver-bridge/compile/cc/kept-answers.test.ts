/**
 * Answers of the launcher alone against those of `weft cc` in a process of its own, over random changes of all that a
 * compile comes from. `WEFT_TEST_STEPS` for more of them, `WEFT_TEST_SEED` for others.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "../../cli/test/weft-process.js";

const bridge = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const STEPS = Number(process.env.WEFT_TEST_STEPS ?? 26);
const SEED = Number(process.env.WEFT_TEST_SEED ?? 7);

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "weft known-"));
  cpSync(join(bridge, "cli/bin"), join(home, "cli/bin"), { recursive: true });
  cpSync(bundle(), join(home, "dist"), { recursive: true });
  symlinkSync(join(bridge, "clang-ast"), join(home, "clang-ast"));
  for (const name of ["room", "cache"]) mkdirSync(join(home, name), { mode: 0o700 });
});
afterAll(() => {
  for (const file of requests())
    spawnSync("kill", [readFileSync(join(dirname(file), "resident"), "utf8").trim()]);
  rmSync(home, { recursive: true, force: true });
});

/** A project, and what a call in it says besides its files. */
interface World {
  readonly folder: string;
  flags: string[];
  environment: NodeJS.ProcessEnv;
}

const SOURCE = '#include "h.h"\n#include <c.h>\nint f(int a) { return a + H + C; }\n';
const MATCHING = "static inline int nowhere(void) { return 1; }\n";
const HEADER = "#define H 1\n#ifdef MATCH\nstatic inline int nowhere_either(void) { return 2; }\n#endif\n";
const ASPECT = 'aspect A { int n; advice execution("% nowhere%(...)") : before() { n++; } };\n';

const write = ({ folder }: World, name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const remove = ({ folder }: World, name: string) =>
  rmSync(join(folder, name), { recursive: true, force: true });

function begin(world: World): void {
  world.flags = [];
  world.environment = {};
  remove(world, "");
  write(world, "weft.json", '{ "name": "known", "aspects": ["aspects/*.ah", "more/missing.ah"] }\n');
  write(world, "aspects/a.ah", ASPECT);
  write(world, "src/u.c", SOURCE);
  write(world, "inc2/h.h", HEADER);
  write(world, "inc2/c.h", "#define C 2\n");
  write(world, "inc3/h.h", `${HEADER}${MATCHING}`);
  write(world, "inc3/c.h", "#define C 3\n");
  write(world, "extra/c.h", `#define C 4\n${MATCHING}`);
  write(world, "forced.h", "#define FORCED 1\n");
  write(world, "bin/gcc", '#!/bin/sh\nexec /usr/bin/gcc -DMATCH "$@"\n');
  chmodSync(join(world.folder, "bin/gcc"), 0o755);
}

/** Same size and time of change, other text. */
function replaceQuietly(world: World, name: string, from: string, to: string): void {
  const file = join(world.folder, name);
  const before = statSync(file, { throwIfNoEntry: false });
  const text = before && readFileSync(file, "utf8").replaceAll(from, to);
  if (before !== undefined && text !== undefined) {
    writeFileSync(file, text);
    utimesSync(file, before.atime, before.mtime);
  }
}

const CHANGES: Readonly<Record<string, (world: World) => void>> = {
  "all as at first": begin,
  "a function that matches": (world) => write(world, "src/u.c", SOURCE + MATCHING),
  "a function that does not match": (world) =>
    write(world, "src/u.c", `${SOURCE}int g(void) { return 3; }\n`),
  "a broken source": (world) => write(world, "src/u.c", `${SOURCE}int g(\n`),
  "a computed include": (world) => write(world, "src/u.c", `#define X "h.h"\n#include X\n${SOURCE}`),
  "a question for a header": (world) =>
    write(world, "src/u.c", `#if __has_include(<new.h>)\n${MATCHING}#endif\n${SOURCE}`),
  "the header that was asked for": (world) => write(world, "inc2/new.h", "\n"),
  "a header that matches": (world) => write(world, "inc2/h.h", HEADER + MATCHING),
  "a header that does not": (world) => write(world, "inc2/h.h", HEADER),
  "a header in an earlier folder": (world) => write(world, "inc1/h.h", HEADER + MATCHING),
  "another header in an earlier folder": (world) => write(world, "inc1/c.h", `#define C 7\n${MATCHING}`),
  "a header beside the source": (world) => write(world, "src/h.h", HEADER + MATCHING),
  "no header beside the source": (world) => remove(world, "src/h.h"),
  "no earlier folder": (world) => remove(world, "inc1"),
  "a folder that is another": ({ folder }) => {
    const isPossible = existsSync(join(folder, "inc3")) && !existsSync(join(folder, "old"));
    if (isPossible) renameSync(join(folder, "inc2"), join(folder, "old"));
    if (isPossible) symlinkSync("inc3", join(folder, "inc2"));
  },
  "a change that does not show": (world) => replaceQuietly(world, "inc2/h.h", "#ifdef MATCH", "#ifndef MATC"),
  "an aspect that matches": (world) => write(world, "aspects/a.ah", ASPECT.replace("nowhere%", "f")),
  "an aspect that does not": (world) => write(world, "aspects/a.ah", ASPECT),
  "one more aspect": (world) =>
    write(world, "aspects/b.ah", ASPECT.replace("aspect A", "aspect B").replace("nowhere%", "f")),
  "no more aspects": (world) => remove(world, "aspects/b.ah"),
  "the missing aspect": (world) =>
    write(world, "more/missing.ah", ASPECT.replace("aspect A", "aspect C").replace("nowhere%", "f")),
  "an aspect that includes one": (world) => write(world, "aspects/a.ah", `#include "d.ah"\n${ASPECT}`),
  "another project": (world) =>
    write(world, "src/weft.json", '{ "name": "inner", "aspects": ["../aspects/b.ah"] }\n'),
  "no other project": (world) => remove(world, "src/weft.json"),
  "a macro": (world) => void world.flags.push("-DMATCH"),
  "no flags": (world) => void (world.flags = []),
  "a forced header": (world) => void world.flags.push("-include", "forced.h"),
  "what is forced matches": (world) => write(world, "forced.h", MATCHING),
  "another compiler": (world) =>
    void (world.environment = { PATH: `${join(world.folder, "bin")}:${process.env.PATH}` }),
  "a folder in the environment": (world) => {
    remove(world, "inc2/c.h");
    world.environment = { CPATH: join(world.folder, "extra") };
  },
  "nothing left of the last compile": (world) => remove(world, ".weft"),
};

const requests = (): string[] =>
  readdirSync(join(home, "room"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("/request"))
    .map((name) => join(home, "room", name));
const lastAsked = () => Math.max(0, ...requests().map((file) => statSync(file).mtimeMs));

/** What the call left, without the name of the folder. */
function compile({ folder, flags, environment }: World, more: NodeJS.ProcessEnv): unknown {
  for (const name of ["u.o", "u.d"]) rmSync(join(folder, name), { force: true });
  const words = [
    "cc",
    "--",
    "gcc",
    "-O1",
    "-MMD",
    ...flags,
    "-Iinc1",
    "-Iinc2",
    "-c",
    "src/u.c",
    "-o",
    "u.o",
  ];
  const env = {
    ...process.env,
    ...{ XDG_RUNTIME_DIR: join(home, "room"), XDG_CACHE_HOME: join(home, "cache") },
    ...environment,
    ...more,
  };
  const run = spawnSync(join(home, "cli/bin/weft"), words, {
    cwd: folder,
    env,
    encoding: "latin1",
    timeout: 60_000,
  });
  const text = (name: string, encoding: BufferEncoding = "latin1") =>
    existsSync(join(folder, name))
      ? readFileSync(join(folder, name), encoding).replaceAll(folder, "HERE")
      : undefined;
  const records = join(folder, existsSync(join(folder, "src/weft.json")) ? "src" : "", ".weft/units");
  const kept = existsSync(records) ? readdirSync(records).filter((name) => name.endsWith(".json")) : [];
  const all = kept.map((name) => JSON.parse(readFileSync(join(records, name), "utf8")));
  // Of a unit that the compiler rejects, what was known before stays.
  const map =
    run.status === 0
      ? all
          .filter(({ root }) => [folder, join(folder, "src")].includes(root))
          .map((record) => record.map.status)
      : [];
  const object = existsSync(join(folder, "u.o")) ? readFileSync(join(folder, "u.o"), "hex") : undefined;
  return {
    code: run.status,
    out: run.stdout,
    err: run.stderr.replaceAll(folder, "HERE"),
    object,
    rule: text("u.d"),
    map,
  };
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}

test("a call that the launcher answers is answered as it would be anew", { timeout: 600_000 }, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-changes-")));
  const world: World = { folder, flags: [], environment: {} };
  const next = random(SEED);
  const names = Object.keys(CHANGES);
  const done: string[] = [];
  let hits = 0;
  begin(world);
  for (let step = 0; step < STEPS; step++) {
    // What was there long ago is what is known best, so half of the changes begin from there.
    const name = step % 2 === 0 ? "all as at first" : (names[Math.floor(next() * names.length)] as string);
    CHANGES[name]?.(world);
    done.push(name);
    const quick = compile(world, {});
    const copy = `${folder}-copy`;
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
    const elsewhere = Object.fromEntries(
      Object.entries(world.environment).map(([key, value]) => [key, value?.replaceAll(folder, copy)]),
    );
    const slow = compile({ ...world, folder: copy, environment: elsewhere }, { WEFT_RESIDENT: "off" });
    rmSync(copy, { recursive: true });
    expect({ done, ...(quick as object) }).toEqual({ done, ...(slow as object) });
    await setTimeout(120);
    expect({ done, ...(compile(world, {}) as object) }).toEqual({ done, ...(slow as object) });
    const before = lastAsked();
    expect({ done, ...(compile(world, {}) as object) }).toEqual({ done, ...(slow as object) });
    if (lastAsked() === before) hits++;
  }
  rmSync(folder, { recursive: true });
  expect(hits).toBeGreaterThan(STEPS / 3);
});
