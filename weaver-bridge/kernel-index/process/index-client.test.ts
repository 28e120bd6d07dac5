/** The process of the index is replaced once it has read much, and nobody who asks notices. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { parsePointcut } from "../../pointcut/index.js";
import { openKernelIndex } from "./index-client.js";

const root = mkdtempSync(join(tmpdir(), "weft-index-client-"));
const names = ["a", "b", "c"];
const units = names.map((name) => ({
  path: join(root, `${name}.c`),
  directory: root,
  argv: ["gcc", "-c", `${name}.c`],
}));
for (const name of names) writeFileSync(join(root, `${name}.c`), `int ${name}(void) { return 1; }\n`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a process that read many units is replaced, and answers go on", async () => {
  const listeners = new Set<() => void>();
  const told = () => {
    for (const listener of [...listeners]) listener();
  };
  const log: string[] = [];
  const index = openKernelIndex(
    root,
    { onDidChange: told, onProgress: told, log: (level, message) => log.push(`${level}: ${message}`) },
    // The last unit is told of with the end.
    { wornAfter: names.length - 1 },
  );
  const search = () =>
    index.search({ expression: parsePointcut('execution("% %(...)")').value, aspects: [], limit: 9 });
  try {
    index.setUnits(units);
    const first = index.pid;
    expect((await search()).total).toBe(3);
    await new Promise<void>((done) => {
      const look = () => {
        if (index.pid === undefined || index.pid === first) return;
        listeners.delete(look);
        done();
      };
      listeners.add(look);
    });
    expect(await search()).toMatchObject({ total: 3, unitsSearched: 3 });
    // It was no death, and nothing was read again.
    expect(log).toEqual([]);
    await vi.waitFor(() => expect(index.progress.active).toBe(false), 20_000);
    expect(index.progress.done).toBe(0);
  } finally {
    await index.dispose();
  }
});

test("a process that is started early answers from what was kept before it is told the units", async () => {
  const question = { expression: parsePointcut('execution("% %(...)")').value, aspects: [], limit: 9 };
  const log: string[] = [];
  const told = { onDidChange: () => undefined, onProgress: () => undefined };
  const events = { ...told, log: (level: string, message: string) => log.push(`${level}: ${message}`) };
  const first = openKernelIndex(root, events);
  first.setUnits(units);
  expect((await first.search(question)).total).toBe(3);
  await first.dispose();

  let tellUnits: () => void = () => undefined;
  const unitsAfter = new Promise<void>((done) => {
    tellUnits = done;
  });
  const second = openKernelIndex(root, events, { unitsAfter });
  try {
    second.start();
    second.setUnits(units.slice(1));
    expect(await second.search(question)).toMatchObject({ total: 3, unverified: true });
    tellUnits();
    await unitsAfter;
    // Told after the units: one of them is gone.
    expect((await second.search(question)).total).toBe(2);
    expect(log).toEqual([]);
  } finally {
    await second.dispose();
  }
});
