/** What is told of a kept index: at once, marked as not yet compared with its files, and then as they are. */
import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { parsePointcut } from "../../pointcut/index.js";
import type { IndexReply, SearchAnswer } from "../protocol/index-protocol.js";
import { createIndexService } from "./index-service.js";

const LONG_AGO = new Date(Date.now() - 60_000);

/** Files that were written a moment ago are read twice. */
function write(folder: string, name: string, text: string, time = LONG_AGO): void {
  writeFileSync(join(folder, name), text);
  utimesSync(join(folder, name), time, time);
}

function start(root: string, names: readonly string[]) {
  const replies: IndexReply[] = [];
  const listeners = new Set<() => void>();
  const send = (reply: IndexReply) => {
    replies.push(reply);
    for (const listener of [...listeners]) listener();
  };
  const service = createIndexService(root, send, () => undefined);
  const until = async (accept: () => boolean): Promise<void> => {
    while (!accept()) await new Promise<void>((done) => listeners.add(done));
  };
  let last = 0;
  const expression = parsePointcut('execution("% %(...)")').value;
  const units = names.map((name) => ({
    path: join(root, name),
    directory: root,
    argv: ["gcc", "-m32", "-c", name],
  }));
  return {
    service,
    replies,
    units: () => service.handle({ kind: "units", units, crashed: [] }),
    async search(): Promise<SearchAnswer> {
      const id = ++last;
      const isIt = (reply: IndexReply) => "id" in reply && reply.id === id;
      service.handle({ kind: "search", id, expression, aspects: [], limit: 10 });
      await until(() => replies.some(isIt));
      const found = replies.find(isIt);
      if (found?.kind !== "answer") throw new Error(JSON.stringify(found));
      return found.answer as SearchAnswer;
    },
    changed: (times: number) => until(() => replies.filter(({ kind }) => kind === "changed").length >= times),
  };
}

const found = ({ hits, unverified }: SearchAnswer) => [
  hits.map(({ signature }) => signature),
  unverified === true,
];

test("what was kept is told before files are looked at, then what changed", async () => {
  const root = mkdtempSync(join(tmpdir(), "weft é service-"));
  write(root, "a.c", "int a(void) { return 1; }\n");
  write(root, "b.c", "int b(void) { return 2; }\n");
  const first = start(root, ["a.c", "b.c"]);
  first.units();
  // Nothing is known: it waits until all is read.
  expect(found(await first.search())).toEqual([["int a()", "int b()"], false]);
  first.service.close();

  write(root, "b.c", "int changed(void) { return 2; }\n", new Date(LONG_AGO.getTime() + 5_000));
  const second = start(root, ["a.c", "b.c"]);
  second.units();
  expect(found(await second.search())).toEqual([["int a()", "int b()"], true]);
  await second.changed(1);
  expect(found(await second.search())).toEqual([["int a()", "int changed()"], false]);
  second.service.close();

  write(root, "c.c", "int c(void) { return 3; }\n");
  const third = start(root, ["a.c", "b.c", "c.c"]);
  third.units();
  // One unit is not in it: nothing is told of the whole without it.
  expect(found(await third.search())).toEqual([["int a()", "int changed()", "int c()"], false]);
  third.service.close();
});

test("what was kept answers before the units are told", async () => {
  const root = mkdtempSync(join(tmpdir(), "weft é service-"));
  write(root, "a.c", "int a(void) { return 1; }\n");
  const first = start(root, ["a.c"]);
  first.units();
  await first.search();
  first.service.close();

  const second = start(root, ["a.c"]);
  expect(found(await second.search())).toEqual([["int a()"], true]);
  second.units();
  await second.changed(1);
  expect(found(await second.search())).toEqual([["int a()"], false]);
  // No unit is left: what was kept is of no project.
  second.service.handle({ kind: "units", units: [], crashed: [] });
  await second.changed(2);
  expect(found(await second.search())).toEqual([[], false]);
  second.service.close();
});

test("what somebody works on is read first, then its neighbours", async () => {
  const root = mkdtempSync(join(tmpdir(), "weft-order-"));
  const names = ["fs/a.c", "fs/b.c", "mm/a.c", "mm/b.c", "net/a.c"];
  for (const folder of ["fs", "mm", "net"]) mkdirSync(join(root, folder));
  for (const name of names) write(root, name, "int f(void) { return 1; }\n");
  const { service, replies, units, changed } = start(root, names);
  service.handle({ kind: "prefer", paths: [join(root, "mm/b.c")] });
  units();
  await changed(1);
  service.close();
  const read = replies.flatMap((reply) =>
    reply.kind === "progress" && reply.progress.reading !== undefined ? [reply.progress.reading] : [],
  );
  expect(read.map((path) => relative(root, path))).toEqual([
    "mm/b.c",
    "mm/a.c",
    "fs/a.c",
    "fs/b.c",
    "net/a.c",
  ]);
});

test("a unit that can't be read is told of, so that an answer over all others is known to be whole", async () => {
  const root = mkdtempSync(join(tmpdir(), "weft-failed-"));
  write(root, "a.c", "int a(void) { return 1; }\n");
  write(root, "b.c", '#include "missing.h"\n');
  const { service, units, search, changed } = start(root, ["a.c", "b.c"]);
  units();
  await changed(1);
  expect(await search()).toMatchObject({ total: 1, unitsSearched: 1, unitsFailed: 1, missing: [] });
  service.close();
});
