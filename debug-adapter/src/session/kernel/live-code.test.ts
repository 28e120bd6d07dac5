import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { createLiveCode } from "./live-code.js";

test("who debugs is told in the project, and not where a link of the project leads", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-live-"));
  const [project, outside] = [join(folder, "project"), join(folder, "outside")];
  try {
    mkdirSync(join(project, ".weft/live"), { recursive: true });
    writeFileSync(outside, "mine\n");
    const mark = join(project, ".weft/live/debugger");
    symlinkSync(outside, mark);
    const live = createLiveCode(() => project);
    await live.begin();
    expect(readFileSync(mark, "utf8")).toBe(`${process.pid}\n`);
    expect(readFileSync(outside, "utf8")).toBe("mine\n");
    await live.end();
    expect(readFileSync(outside, "utf8")).toBe("mine\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const AREA = 0xc0010000;
const TRAMPOLINE = 0xc0010020;

/** GDB at a machine that stands somewhere; `done`: what was told to it about files. */
function gdbAt(place: { counter: number }) {
  const done: string[] = [];
  const answers = (command: string) =>
    command.includes("__weft_live_area")
      ? Number(place.counter >= AREA && place.counter < AREA + 0x1000)
      : place.counter;
  const gdb = {
    sendCommand: async (command: string) => ({ value: String(answers(command)) }),
    consoleCommand: async (command: string) => void done.push(command.replace(/ ".*\/(.*)"$/, " $1")),
  } as unknown as GdbConnection;
  return { gdb, done };
}

test("what GDB knows of advice stays as long as the machine stands in it, whatever was woven since", async () => {
  const project = mkdtempSync(join(tmpdir(), "weft-live-"));
  const live = createLiveCode(() => project);
  const weave = (guest: string) => {
    const piece = { start: TRAMPOLINE, end: TRAMPOLINE + 8, pushed: 0, saved: [], at: 0xc0104800 };
    const table = { pairs: 256, factor: 1, shift: 24 };
    const told = { version: 2, guest, symbols: "", advice: [], hooked: [], table, trampolines: [[piece]] };
    writeFileSync(join(project, ".weft/live/advice.elf"), guest);
    writeFileSync(join(project, ".weft/live/guest.json"), JSON.stringify({ id: guest }));
    writeFileSync(join(project, ".weft/live/frames.json"), JSON.stringify(told));
  };
  try {
    mkdirSync(join(project, ".weft/live"), { recursive: true });
    const place = { counter: AREA };
    const { gdb, done } = gdbAt(place);
    weave("1");
    expect(await live.learn(gdb)).toBe(true);
    const first = ["add-symbol-file advice-0.elf", "add-symbol-file frames-0.elf"];
    expect(done).toEqual(first);
    weave("12");
    expect(await live.learn(gdb)).toBe(false);
    expect(done).toEqual(first);
    expect(live.isNew()).toBe(true);
    for (const [counter, at] of [
      [TRAMPOLINE, 1],
      [0xc0104800, 2],
    ] as const) {
      place.counter = counter;
      weave("1".repeat(at + 2));
      done.length = 0;
      expect(await live.learn(gdb)).toBe(true);
      expect(live.isNew()).toBe(false);
      expect(done).toEqual([
        `remove-symbol-file advice-${at - 1}.elf`,
        `remove-symbol-file frames-${at - 1}.elf`,
        `add-symbol-file advice-${at}.elf`,
        `add-symbol-file frames-${at}.elf`,
      ]);
    }
  } finally {
    await live.end();
    rmSync(project, { recursive: true });
  }
});
