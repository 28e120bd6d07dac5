/** Which units are read for a pointcut that asks for what the index doesn't keep: those that can have it. */
import { mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKernelIndex } from "@weft/weaver-bridge/kernel-index";
import { parsePointcut } from "@weft/weaver-bridge/pointcut";
import { afterAll, expect, test } from "vitest";
import { createWorkspace } from "../create-workspace.js";
import { createSearch } from "./search-units.js";

const root = mkdtempSync(join(tmpdir(), "weft candidates ü "));
const files = {
  "sum.h": "static inline int sum(int a, int b) { return a + b; }\n",
  "a.c": '#include "sum.h"\nint first(int n) { return sum(n, 1) - 1; }\n',
  "b.c": '#include "sum.h"\nint second(int n) { return n + n; }\n',
  "c.c": "int third(int n) { return n + n; }\n",
  "weft.json": JSON.stringify({
    name: "candidates",
    aspects: [],
    commands: { compiler: "gcc", files: ["a.c", "b.c", "c.c"] },
  }),
};
for (const [name, text] of Object.entries(files)) {
  writeFileSync(join(root, name), text);
  utimesSync(join(root, name), 1, 1);
}
const units = ["a.c", "b.c", "c.c"].map((name) => join(root, name));
const workspace = createWorkspace({ folder: root, trusted: true, log: () => {} });
workspace.start();
const complete = new Set<() => void>();
const index = openKernelIndex(root, {
  onDidChange() {
    for (const done of complete) done();
  },
  onProgress: () => undefined,
  log: () => undefined,
});
afterAll(async () => {
  await index.dispose();
  await workspace.dispose();
});

test("units are read that can have it by what the index knows, or that are not as it knows them", async () => {
  const read: string[] = [];
  const edited = new Set<string>();
  let isRereading = false;
  const search = createSearch({
    units: () => units,
    unitsRead: () => units.length,
    isRereading: () => isRereading,
    isAsOnDisk: (unit) => !edited.has(unit),
    index: () => index,
    async whole(unit, signal) {
      read.push(unit.slice(root.length + 1));
      return workspace.unitFacts(unit, signal);
    },
    names: () => workspace.snapshot().names(),
    results: new Map(),
    onIdle: () => undefined,
  });
  const ask = async (text: string) => {
    read.length = 0;
    search.textsChanged();
    const { total, unitsSearched } = await search.searchPointcut({
      root,
      expression: parsePointcut(text).value,
      aspects: [],
    });
    return { total, unitsSearched, read: [...read] };
  };
  const isRead = new Promise<void>((done) => complete.add(done));
  index.setUnits(units.map((path) => ({ path, directory: root, argv: ["gcc", "-c", path] })));
  await isRead;

  const plus = 'builtin("% operator +(...)")';
  expect(await ask(plus)).toEqual({ total: 3, unitsSearched: 3, read: ["a.c", "b.c", "c.c"] });
  const within = `${plus} && within("% second(...)")`;
  expect(await ask(within)).toEqual({ total: 1, unitsSearched: 3, read: ["b.c"] });
  const inHeader = `${plus} && within("% sum(...)")`;
  expect(await ask(inHeader)).toEqual({ total: 1, unitsSearched: 3, read: ["a.c"] });
  expect((await ask('local("int", "n") && execution("% third(...)")')).read).toEqual(["c.c"]);
  expect(await ask(`${plus} && within("% nobody(...)")`)).toEqual({ total: 0, unitsSearched: 3, read: [] });
  isRereading = true;
  const behind = { root, expression: parsePointcut(within).value, aspects: [] };
  expect(await search.searchPointcut(behind)).toMatchObject({ total: 1, isReading: true });
  isRereading = false;
  expect(await search.searchPointcut(behind)).toMatchObject({ total: 1, isReading: false });
  edited.add(units[2] as string);
  expect(await ask(within)).toEqual({ total: 1, unitsSearched: 3, read: ["b.c", "c.c"] });
});
