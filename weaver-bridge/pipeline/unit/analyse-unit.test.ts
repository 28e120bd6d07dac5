/** Units as a whole, with the real preprocessor and libclang: what is read of them, and what is told. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unitOf } from "../../kernel-build/index.js";
import { loadAspects } from "../load-aspects.js";
import { createAnalyser } from "./analyse-unit.js";
import { inProcessHost } from "./parse-host.js";
import type { UnitRequest } from "./unit-analysis.js";

async function analysed(
  files: Readonly<Record<string, string>>,
  [compiler, unitFile]: readonly [string, string],
  more: Partial<UnitRequest> = {},
) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-analyse-")));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const unit = unitOf({ directory: folder, file: unitFile, arguments: [compiler, "-c", unitFile] });
    const names = Object.keys(files).filter((name) => name.endsWith(".ah"));
    const aspects = loadAspects(names, folder).files;
    return await createAnalyser({ host: inProcessHost() }).analyse({
      ...unit!,
      aspects,
      withTail: true,
      ...more,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LOCKED = {
  "lock.h": "inline void lock(counter_t *counter) { ++*counter; }\n",
  "b.ah": '#include "lock.h"\naspect B { advice execution("% lock(...)") : before() {} };\n',
  "k.cc": "int used() { return 1; }\n",
};
const USE = 'aspect A { advice execution("% used()") : before() {} };\n';

test("functions of a header that only an aspect includes are woven", async () => {
  const own = { ...LOCKED, "lock.h": `typedef int counter_t;\n${LOCKED["lock.h"]}`, "a.ah": USE };
  const { status, effects, failure } = await analysed(own, ["g++", "k.cc"]);
  expect([status, failure]).toEqual(["analysed", undefined]);
  expect(effects.map(({ title }) => title)).toEqual([
    expect.stringContaining("used"),
    expect.stringContaining("lock"),
  ]);
});

test("in C, those of them that advice leads to", async () => {
  const files = {
    "lock.h":
      "static inline void lock(void) {}\nstatic inline void unlock(void) {}\nstatic inline void other(void) { lock(); }\n",
    "a.ah":
      '#include "lock.h"\naspect A { advice execution("% used()") : before() { lock(); unlock(); } };\n',
    "b.ah": 'aspect B { advice execution("% %lock(...)") || call("% lock()") : before() {} };\n',
    "k.c": "int used(void) { return 1; }\n",
  };
  const titles = async (more: Readonly<Record<string, string>> = {}) => {
    const { effects } = await analysed({ ...files, ...more }, ["gcc", "k.c"]);
    return effects.map(({ title }) => /\w+\(|\w+$/.exec(title)?.[0]);
  };
  expect(await titles()).toEqual(["used", "lock", "unlock"]);
  expect(await titles({ "k.c": "int unadvised(void) { return 1; }\n" })).toEqual([]);
});

test("slices go into classes of such headers, unless nothing else of the unit is woven", async () => {
  const files = {
    "lock.h": "struct lock { int held; };\n",
    "a.ah": '#include "lock.h"\naspect A { advice "lock" : slice struct { int count; }; };\n',
    "b.ah":
      '#include "lock.h"\nstatic inline void take(struct lock *l) { l->count = 1; }\naspect B { advice execution("% used()") : before() { struct lock l; take(&l); } };\n',
    "k.c": "int used(void) { return 1; }\n",
  };
  const introduced = async (unit: string) => {
    const { unitText, failure } = await analysed({ ...files, "k.c": unit }, ["gcc", "k.c"]);
    return [failure, /struct lock \{[^}]*count/.test(unitText)];
  };
  expect(await introduced("int used(void) { return 1; }\n")).toEqual([undefined, true]);
  expect(await introduced("int unadvised(void) { return 1; }\n")).toEqual([undefined, false]);
});

test("where such a header needs what another aspect declares, it stays with the aspects, and the unit is woven", async () => {
  const shared = { "a.ah": `typedef int counter_t;\n${USE}`, ...LOCKED };
  const { status, effects, failure } = await analysed(shared, ["g++", "k.cc"]);
  expect([status, failure]).toEqual(["analysed", undefined]);
  expect(effects.map(({ title }) => title)).toEqual([expect.stringContaining("used")]);
});

test("cflow with one counter is told, unless the project has said how it counts", async () => {
  const flow = {
    "a.ah": 'aspect A { advice execution("% note()") && cflow(execution("% locked()")) : before() {} };\n',
    "k.c": "void note(void) {}\nvoid locked(void) { note(); }\n",
  };
  const codes = async (more?: Partial<UnitRequest>) =>
    (await analysed(flow, ["gcc", "k.c"], more)).problems.map(({ code }) => code);
  expect(await codes()).toContain("pointcut/one-counter");
  expect(await codes({ knowsThreads: true })).not.toContain("pointcut/one-counter");
});
