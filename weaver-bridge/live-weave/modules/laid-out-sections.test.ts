import { expect, test } from "vitest";
import type { ElfFile, ElfSection } from "../../object-code/index.js";
import { laidOutSections } from "./laid-out-sections.js";

/** What stands in the headers of a module: flags as readelf prints them. */
function moduleOf(...rows: readonly (readonly [name: string, size: number, flags: string, align: number])[]) {
  const sections = rows.map(([name, size, flags, align]) => ({
    ...{ name, size, align, isLoaded: flags.includes("A") },
    ...{ isCode: flags.includes("X"), isWritable: flags.includes("W") },
  }));
  return { sections: sections as unknown as readonly ElfSection[] } as ElfFile;
}

const shelf = moduleOf(
  [".note.gnu.build-id", 0x24, "A", 4],
  [".note.Linux", 0x30, "A", 4],
  [".text", 0x15f, "AX", 16],
  [".init.text", 0x2a, "AX", 1],
  [".exit.text", 0x40, "AX", 1],
  [".rodata.str1.1", 0x20, "A", 1],
  [".modinfo", 0x60, "A", 1],
  [".rodata", 0x40, "A", 32],
  [".data", 8, "WA", 4],
  [".exit.data", 4, "WA", 4],
  [".gnu.linkonce.this_module", 0x180, "WA", 32],
  [".bss", 4, "WA", 4],
  [".comment", 30, "", 1],
);

const spelt = (places: ReadonlyMap<string, number> | undefined) =>
  places && Object.fromEntries([...places].map(([name, at]) => [name, at.toString(16)]));

test("a module of Linux 6.1, as the kernel itself told of its sections", () => {
  expect(spelt(laidOutSections(shelf, { base: 0xc87ed000, module: 0xc87ef020 }))).toEqual({
    ".text": "c87ed000",
    ".exit.text": "c87ed15f",
    ".note.gnu.build-id": "c87ee000",
    ".note.Linux": "c87ee024",
    ".rodata.str1.1": "c87ee054",
    ".rodata": "c87ee080",
    ".data": "c87ef000",
    ".exit.data": "c87ef008",
    ".gnu.linkonce.this_module": "c87ef020",
    ".bss": "c87ef1a0",
  });
});

test("without pages of their own, and where modules stay for ever", () => {
  const places = laidOutSections(shelf, { base: 0xc87ed000, module: 0xc87ed240 });
  expect(spelt(places)).toMatchObject({ ".text": "c87ed000", ".note.gnu.build-id": "c87ed160" });
  expect(places?.has(".exit.text")).toBe(false);
});

test("another file than the one that was loaded", () => {
  expect(laidOutSections(shelf, { base: 0xc87ed000, module: 0xc87ef040 })).toBeUndefined();
});
