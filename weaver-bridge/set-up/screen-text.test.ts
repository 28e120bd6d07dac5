import { expect, test } from "vitest";
import { loaderError, screenLines, waitsAtMenu } from "./screen-text.js";

/** As QEMU's monitor prints memory: eight cells a line. */
function printed(...lines: string[]): string {
  const cells = lines
    .map((line) => line.padEnd(80))
    .join("")
    .split("");
  const rows = Array.from({ length: cells.length / 8 }, (_, row) => {
    const words = cells.slice(row * 8, row * 8 + 8).map((one) => `0x07${one.charCodeAt(0).toString(16)}`);
    return `00000000000${(0xb8000 + row * 16).toString(16)}: ${words.join(" ")}`;
  });
  return `QEMU 7.2 monitor\r\n(qemu) xp /2000xh 0xb8000\r\n${rows.join("\r\n")}\r\n(qemu) `;
}

test("what the kernel wrote, not what the firmware did", () => {
  const answer = printed("SeaBIOS (version 1.16)", "", "Booting from ROM..", "Hello World! --- tiny");
  expect(screenLines(answer)).toEqual(["Hello World! --- tiny"]);
  expect(screenLines(printed("SeaBIOS (version 1.16)", "iPXE (http://ipxe.org)"))).toEqual([]);
  expect(screenLines("")).toEqual([]);
});

test("a boot loader's menu is no word of the kernel, and may wait for ever", () => {
  const menu = [
    "GNU GRUB  version 2.06",
    "*My kernel",
    "Use the ^ and v keys to select which entry is highlighted.",
  ];
  const going = [...menu, "The highlighted entry will be executed automatically in 5s."];
  expect([screenLines(printed(...menu)), waitsAtMenu(printed(...menu))]).toEqual([[], true]);
  expect([screenLines(printed(...going)), waitsAtMenu(printed(...going))]).toEqual([[], false]);
});

test("what GRUB says before it starts a kernel is no word of the kernel, and why it does not start it is told", () => {
  const failed = printed(
    "",
    "  Booting `kernel'",
    "error: no multiboot header found.",
    "Press any key to continue...",
  );
  expect([screenLines(failed), loaderError(failed)]).toEqual([[], "error: no multiboot header found."]);
  const started = printed("  Booting `kernel'", "tiny is up", "error: no disk");
  expect(screenLines(started)).toEqual(["tiny is up"]);
  expect(loaderError(printed("tiny is up", "error: no disk"))).toBeUndefined();
});
