// A guest may end between any two questions that are asked of it: what was seen until then is what the run saw.
import { expect, test } from "vitest";
import { GuestError, type StoppedGuest } from "../guest/index.js";
import { type Judge, noteStore } from "./judge.js";
import { createSeenWrites } from "./seen-writes.js";
import { type Watching, watch } from "./watch-words.js";
import type { Word } from "./watched-words.js";

const lost = () => Promise.reject(new GuestError("guest/lost", "the connection was lost", ""));

const word = { address: 0x1000, object: undefined, leaving: undefined } as unknown as Word;
const object = Buffer.from([0, 0x20, 0, 0]);

/** The first write is that of the word; then the guest answers `answers` questions more, and has ended. */
function run(answers: number, failure: () => Promise<never> = lost) {
  let left = answers;
  const answer = <T>(value: T) => (left-- > 0 ? Promise.resolve(value) : failure());
  const looks: unknown[] = [];
  const judge: Judge = {
    stopsAt: () => [],
    plugged: (guest) => guest.read(0x2000, 4).then(() => undefined),
    look: (_, write) => Promise.resolve(void looks.push(write)),
  };
  const guest = {
    runToWrite: () => answer({ address: 0x1000, next: 0x400 }),
    read: () => answer(object),
    leave: () => Promise.resolve(),
  } as unknown as StoppedGuest;
  const lineOf = () => Promise.resolve({ file: "a.c", line: 1, inlinedAt: [], within: "f" });
  const watching: Watching = {
    ...{ words: [{ ...word }], seen: createSeenWrites(), lineOf, judge },
    ...{ isEnd: () => false, end: Date.now() + 60_000 },
  };
  return watch(guest, watching).then((counts) => ({ counts, last: looks.at(-1) }));
}

test.each([
  ["while it runs", 0, 0],
  ["before the word is read", 1, 0],
  ["while the object is read", 2, 1],
  ["when it runs on", 3, 1],
])("it ends %s", async (_, answers, objects) => {
  expect(await run(answers)).toEqual({ counts: { objects, hits: 0 }, last: "ended" });
});

test("what else goes wrong is told", async () => {
  const failure = () => Promise.reject(new GuestError("guest/memory", "it can't be read", ""));
  await expect(run(1, failure)).rejects.toThrow("it can't be read");
});

test("a guard that fires while another processor plugs the object in again has fired, and the object is watched on", async () => {
  const seen = createSeenWrites();
  const words = [{ ...word, lastHit: 0x3000, terms: ["on"] as unknown as Word["terms"] }];
  const store = (within: string) =>
    noteStore(seen, { file: "a.c", line: 1, inlinedAt: [], within }, [
      { term: "on", word: words[0] } as never,
    ]);
  const nexts = [0x100, 0x200];
  const guest = {
    runToWrite: () => {
      const next = nexts.shift();
      return next === undefined ? lost() : Promise.resolve({ address: 0x1000, next });
    },
    read: () => Promise.resolve(object),
    leave: () => Promise.resolve(),
  } as unknown as StoppedGuest;
  const within = (at: number) => (at === 0x1ff ? "weft_hit_f" : at < 0x200 ? "plug" : "writer");
  const lineOf = (at: number) => Promise.resolve({ file: "a.c", line: 1, inlinedAt: [], within: within(at) });
  const look = (_: unknown, write: unknown) => {
    if (write === "ended") for (const by of ["writer", "writer", "other"]) store(by);
    return Promise.resolve();
  };
  const judge: Judge = { stopsAt: () => [], plugged: () => Promise.resolve(), look };
  const watching = { words, seen, lineOf, judge, isEnd: () => true, end: Date.now() + 60_000 };
  expect(await watch(guest, watching)).toEqual({ objects: 1, hits: 1 });
  expect(seen.all()).toMatchObject([{ times: 3, unfired: 1 }]);
});
