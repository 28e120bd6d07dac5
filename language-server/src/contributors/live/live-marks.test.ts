import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeGuestRecord } from "@weft/weaver-bridge/guest";
import { expect, test } from "vitest";
import { createLiveMarks } from "./live-marks.js";

/** Above what Linux gives to any process. */
const NO_PROCESS = 2 ** 22 + 1;

test("advice is shown while the guest's keeper lives, and what another guest's left is not", async () => {
  const root = mkdtempSync(join(tmpdir(), "weft-marks-"));
  const told: string[] = [];
  const marks = createLiveMarks(
    () => [root],
    (paths) => told.push(...paths),
  );
  const keptBy = (id: string, processId: number) =>
    writeGuestRecord({ root }, { version: 1, id, processId, stub: "stub" });
  const hits = () => marks.marksIn("/k/fork.c").map((mark) => mark.hits);
  try {
    mkdirSync(join(root, ".weft/live"), { recursive: true });
    const effect = { id: "one", title: "one", target: { file: "/k/fork.c" } };
    const shown = { version: 2, guest: "a", hooks: [{ address: 1, hits: 3, effects: [effect] }] };
    writeFileSync(join(root, ".weft/live/shown.json"), JSON.stringify(shown));
    keptBy("a", NO_PROCESS);
    marks.look();
    expect(hits()).toEqual([]);
    keptBy("a", process.pid);
    await expect.poll(hits).toEqual([3]);
    // Inlined copies of one join point.
    const copies = [4, 5].map((number, at) => ({
      address: at,
      hits: number,
      last: "x 1",
      effects: [effect],
    }));
    writeFileSync(join(root, ".weft/live/shown.json"), JSON.stringify({ ...shown, hooks: copies }));
    await expect.poll(hits).toEqual([9]);
    expect(marks.marksIn("/k/fork.c").map((mark) => mark.last)).toEqual(["x 1"]);
    keptBy("a", NO_PROCESS);
    await expect.poll(hits).toEqual([]);
    expect(told).toEqual(["/k/fork.c", "/k/fork.c", "/k/fork.c"]);
    keptBy("b", process.pid);
    marks.look();
    expect(hits()).toEqual([]);
  } finally {
    marks.dispose();
    rmSync(root, { recursive: true, force: true });
  }
});
