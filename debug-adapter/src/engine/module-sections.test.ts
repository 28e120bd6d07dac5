import { expect, test } from "vitest";
import { keptSections, loadedSections } from "./module-sections.js";

test("sections of Linux 6.1, where each has an address", () => {
  const text = `{{battr = {attr = {name = 0xc1a2f0c0 ".text", mode = 256}, size = 19, private = 0x0, read = 0xc10b1d60 <module_sect_read>, mmap = 0x0}, address = 3498319872}, {battr = {attr = {name = 0xc1a2f0d0 ".init.text", mode = 256}, size = 19, private = 0x0, mmap = 0x0}, address = 3498328064}}`;
  expect(keptSections(text)).toEqual([
    { name: ".text", address: 3498319872n },
    { name: ".init.text", address: 3498328064n },
  ]);
});

test("sections of Linux 6.14, where the attribute itself has it", () => {
  const text = `{{attr = {name = 0xffff888004a0 ".data", mode = 256}, size = 19, private = 0xffffffffa0002000, read = 0xffffffff810b1d60 <module_sect_read>}}`;
  expect(keptSections(text)).toEqual([{ name: ".data", address: 0xffffffffa0002000n }]);
});

test("what is no such array has none", () => {
  expect(keptSections("{{battr = {attr = {name = 0x0, mode = 0}}, address = 0}}")).toEqual([]);
  expect(keptSections("")).toEqual([]);
});

test("sections of a module that is being loaded, those that are not loaded out of the way", () => {
  const names = Buffer.from("\0.init.text\0.modinfo\0");
  const header = (name: number, flags: number, address: number) => {
    const bytes = Buffer.alloc(40);
    bytes.writeUInt32LE(name, 0);
    bytes.writeUInt32LE(flags, 8);
    bytes.writeUInt32LE(address, 12);
    return bytes;
  };
  const headers = Buffer.concat([header(0, 0, 0), header(1, 6, 0xc87fc000), header(12, 0, 0xd0001000)]);
  expect(loadedSections(headers, names, 4, 0xffff0000n)).toEqual([
    { name: ".init.text", address: 0xc87fc000n },
    { name: ".modinfo", address: 0xffff0000n },
  ]);
});
