import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { GuestRecord } from "../guest/index.js";
import { LIVE_LOG } from "../weaver/index.js";
import type { Journal } from "./journal/journal.js";
import { readLog } from "./read-log.js";

const AT = 0xc0001000;
const PHYSICAL = 0xc0000000;
const ROOM = 4;
const TEXT = AT - 16;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** In memory as advice leaves it: of each ring how many there were, and [number, time, word] in its places. */
function guestWith(...rings: { readonly head: number; readonly entries: readonly number[][] }[]) {
  const { headSize, entrySize } = LIVE_LOG;
  const start = AT - PHYSICAL;
  const size = rings.length * (headSize + ROOM * entrySize);
  const memory = Buffer.alloc(start + size);
  memory.write("n %d\0", start - 16, "latin1");
  for (const [ring, { head, entries }] of rings.entries()) {
    memory.writeUInt32LE(head, start + ring * headSize);
    for (const [index, [number = 0, time = 0, word = 0]] of entries.entries()) {
      const at = start + rings.length * headSize + (ring * ROOM + index) * entrySize;
      for (const [field, value] of [number, TEXT, time, 0, 0x1000 + word, word].entries())
        memory.writeUInt32LE(value, at + 4 * field);
    }
  }
  const file = join(folder, "memory");
  writeFileSync(file, memory);
  const guest = { version: 1, id: "1", processId: 1, memory: file } as GuestRecord;
  const journal = { physical: PHYSICAL, rings: { start: AT, end: AT + size, count: rings.length } };
  return (since?: readonly number[]) => readLog(guest, journal as Journal, since);
}

const said = (piece: Awaited<ReturnType<typeof readLog>>) =>
  piece?.entries.map(({ number, time, text }) => `${number} ${time} ${text}`);

test("what several CPUs logged comes by time, numbered without gaps, and then only what is new", async () => {
  const read = guestWith(
    {
      head: 2,
      entries: [
        [1, 10, 1],
        [2, 40, 4],
      ],
    },
    {
      head: 2,
      entries: [
        [1, 20, 2],
        [2, 30, 3],
      ],
    },
  );
  const piece = await read();
  expect(said(piece)).toEqual(["1 10 n 1", "2 20 n 2", "3 30 n 3", "4 40 n 4"]);
  expect(piece?.sources).toEqual([0x1001, 0x1002, 0x1003, 0x1004]);
  expect([piece?.lost, piece?.next]).toEqual([0, [2, 2]]);
  expect(said(await read([2, 1]))).toEqual(["4 30 n 3"]);
});

test("a CPU that logs fast overwrites what is its own, which is counted", async () => {
  const read = guestWith(
    {
      head: 6,
      entries: [
        [5, 50, 5],
        [6, 60, 6],
        [3, 30, 3],
        [4, 40, 4],
      ],
    },
    { head: 1, entries: [[1, 5, 0]] },
  );
  const piece = await read();
  expect(said(piece)).toEqual(["1 5 n 0", "4 30 n 3", "5 40 n 4", "6 50 n 5", "7 60 n 6"]);
  expect([piece?.lost, piece?.next]).toEqual([2, [6, 1]]);
});

test("an entry that is still being written, or was only taken, is told the next time", async () => {
  const begun = await guestWith({
    head: 3,
    entries: [
      [1, 10, 1],
      [0, 20, 2],
      [3, 30, 3],
    ],
  })();
  expect([said(begun), begun?.lost, begun?.next]).toEqual([["1 10 n 1"], 0, [1]]);
  // Its place has what was there a round ago.
  const taken = await guestWith({
    head: 6,
    entries: [
      [5, 50, 5],
      [2, 20, 2],
      [3, 30, 3],
      [4, 40, 4],
    ],
  })([3]);
  expect([said(taken), taken?.lost, taken?.next]).toEqual([["4 40 n 4", "5 50 n 5"], 0, [5]]);
});

test("where advice was woven anew, it is read from its first entry on", async () => {
  expect(said(await guestWith({ head: 1, entries: [[1, 10, 1]] })([7]))).toEqual(["1 10 n 1"]);
});
