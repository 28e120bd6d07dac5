import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I686 } from "../object-code/index.js";
import { type Journal, readJournal, writeJournal } from "./journal/journal.js";
import { type PatchRequest, patchGuest } from "./patch-guest.js";

/** What the guest has is not what the image has. */
vi.mock("./visit/index.js", () => ({
  visitGuest: async () => ({
    texts: async () => ({ read: async () => Buffer.alloc(5) }),
    leave: async () => {},
    stood: () => 0,
  }),
}));
vi.mock("./hooks/linux-stacks.js", () => ({ linuxLayout: () => undefined }));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "weft-patch-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function requestOf(before: Journal | undefined): PatchRequest {
  const text = { address: 0x1000, original: "5589e5", woven: "e900000000", place: "f", isTrap: true };
  return {
    project: { root },
    guest: { id: "one" },
    image: { digest: "of another kernel", file: "kernel.elf", machine: I686 },
    area: { address: 0x8000, size: 4096 },
    before,
    prepared: { pieces: [], hooks: [], texts: [text] },
    generation: { key: "advice", start: 0x8000, end: 0x8100, backs: [] },
    ...{ isKnown: false, physical: 0, isPlaced: false, gates: [], leftBehind: [], unreachable: [] },
  } as unknown as PatchRequest;
}

test("a refused kernel leaves nothing behind that the right one would be held against", async () => {
  const { problems } = await patchGuest(requestOf(undefined));
  expect(problems.map(({ code }) => code)).toEqual(["live/other-kernel"]);
  expect(readJournal({ root })).toBeUndefined();
  expect(existsSync(join(root, ".weft/live/journal.json"))).toBe(false);
});

test("what was woven before stays told", async () => {
  const before = { version: 4, guest: "one", kernel: "of the right kernel", state: "woven" };
  const whole = { ...before, generations: [], physical: 0, hooks: [], texts: [] } as Journal;
  writeJournal({ root }, whole);
  await patchGuest(requestOf(whole));
  expect(readJournal({ root })).toEqual(whole);
});
