// A guest may end between any two questions that are asked of it: what was seen until then is what the run saw.
import { expect, test } from "vitest";
import { GuestError, type StoppedGuest } from "../guest/index.js";
import type { Judge } from "./judge.js";
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
