/** Debug information that has the same bytes read again and again: some hundred kilobytes that took hours, or all memory. */
import { expect, test } from "vitest";
import { AT, type DebugInfo, readDebugInfo, readElf, readFunctions } from "./index.js";

const u8 = (...values: number[]) => Buffer.from(values);
const text = (value: string) => Buffer.from(`${value}\0`, "latin1");
const u16 = (value: number) => u8(value & 255, value >> 8);
const u32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const times = (count: number, one: (index: number) => Uint8Array) =>
  Buffer.concat(Array.from({ length: count }, (_, index) => one(index)));

const [NAME, LOW, HIGH, RANGES, LINES, PLACE] = [0x03, 0x11, 0x12, 0x55, 0x10, 0x02];
const [STRING, STRP, ADDRESS, DATA4, SECTION, PRESENT] = [0x08, 0x0e, 0x01, 0x06, 0x17, 0x19];
const START = 0x10_0000;

/** Attributes with their forms, in turns. */
const abbreviation = (code: number, tag: number, ...attributes: number[]) =>
  u8(code, tag, tag === 0x11 ? 1 : 0, ...attributes, 0, 0);
const UNIT = abbreviation(1, 0x11, NAME, STRING, LINES, SECTION);
const unit = (entries: Uint8Array, { lines = 0, abbreviations = 0 } = {}) => {
  const rest = Buffer.concat([u16(4), u32(abbreviations), u8(4, 1), text("u.c"), u32(lines), entries, u8(0)]);
  return Buffer.concat([u32(rest.length), rest]);
};

/** A file for i386 with these sections and 64 KB of code. */
function read(sections: Readonly<Record<string, Uint8Array>>): DebugInfo & { codeBytes: number } {
  const all = Object.entries({ "": u8(), ".text": Buffer.alloc(65_536, 0x90), ...sections });
  const names = Buffer.concat([...all.map(([name]) => text(name)), text(".names")]);
  const parts = [...all, [".names", names] as const];
  let [at, nameAt] = [52, 0];
  const headers = parts.map(([name, bytes], index) => {
    const flags = name === ".text" ? [6, START] : [0, 0];
    const header = u32(nameAt, index === 0 ? 0 : 1, ...flags, at, bytes.length, 0, 0, 1, 0);
    at += bytes.length;
    nameAt += name.length + 1;
    return header;
  });
  const beginning = Buffer.concat([
    ...[u8(0x7f, 0x45, 0x4c, 0x46, 1, 1, 1), Buffer.alloc(9), u16(2), u16(3)],
    ...[u32(1, START, 0, at, 0), u16(52), u16(0), u16(0), u16(40), u16(parts.length), u16(parts.length - 1)],
  ]);
  const elf = readElf(Buffer.concat([beginning, ...parts.map(([, bytes]) => bytes), ...headers]));
  const debug = readDebugInfo(elf);
  if (debug === undefined) throw new Error("no debug information");
  return Object.assign(debug, { codeBytes: 65_536 });
}

const info = (entries: Uint8Array, ...functions: number[]) => ({
  ".debug_abbrev": Buffer.concat([UNIT, abbreviation(2, 0x2e, ...functions), u8(0)]),
  ".debug_info": unit(entries),
});
const COUNT = 20_000;
const isTold = (debug: DebugInfo, section: string) =>
  debug.entries.damage.some((words) => words.includes(`${section} is referred to so often`));

test("one list of ranges for all functions", () => {
  const list = times(COUNT, (index) => u32(START + index, START + index + 1));
  const debug = read({
    ...info(
      times(COUNT, () => Buffer.concat([u8(2), u32(0)])),
      RANGES,
      SECTION,
    ),
    ".debug_ranges": Buffer.concat([list, u32(0, 0)]),
  });
  expect(readFunctions(debug).own.length).toBeLessThan(100);
  expect(isTold(debug, ".debug_ranges")).toBe(true);
});

test("one list of places for all variables; what was told once is told again", () => {
  const list = times(COUNT, (index) => Buffer.concat([u32(index, index + 1), u16(1), u8(0x50)]));
  const debug = read({
    ...info(
      times(COUNT, () => Buffer.concat([u8(2), u32(0)])),
      PLACE,
      SECTION,
    ),
    ".debug_loc": Buffer.concat([list, u32(0, 0)]),
  });
  const places = () => Array.from({ length: COUNT }, (_, at) => debug.places(at + 1, AT.location).length);
  const found = places();
  expect(found.filter((count) => count > 0).length).toBeLessThan(100);
  expect(found[0]).toBe(COUNT);
  expect(places()).toEqual(found);
  expect(isTold(debug, ".debug_loc")).toBe(true);
});

test("names that begin in one long text", () => {
  const debug = read({
    ...info(
      times(COUNT, (index) => Buffer.concat([u8(2), u32(index)])),
      NAME,
      STRP,
    ),
    ".debug_str": Buffer.alloc(1_000_000, 0x61),
  });
  let length = 0;
  for (let entry = 1; entry <= COUNT; entry++) length += debug.text(entry, AT.name)?.length ?? 0;
  expect(length).toBeLessThan(20e6);
  expect(isTold(debug, ".debug_str")).toBe(true);
});

test("long names that are what they are, also beyond ASCII", () => {
  const names = ["f".repeat(255), "f".repeat(256), "f".repeat(9000), "é".repeat(127), "é".repeat(200), ""];
  const bytes = Buffer.from(names.map((name) => `${name}\0`).join(""));
  const starts = names.map((_, at) => Buffer.from(names.slice(0, at).join("\0")).length + (at === 0 ? 0 : 1));
  const debug = read({
    ...info(Buffer.concat(starts.map((start) => Buffer.concat([u8(2), u32(start)]))), NAME, STRP),
    ".debug_str": bytes,
  });
  expect(names.map((_, at) => debug.text(at + 1, AT.name))).toEqual(names);
  expect(debug.entries.damage).toEqual([]);
});

test("an abbreviation with more attributes than there are", () => {
  const many = times(100_000, () => u8(0x3f, PRESENT));
  const debug = read({
    ".debug_abbrev": Buffer.concat([UNIT, u8(2, 0x2e, 0), many, u8(NAME, STRING, 0, 0, 0)]),
    ".debug_info": unit(times(COUNT, () => Buffer.concat([u8(2), text("f")]))),
  });
  expect(debug.entries.count).toBe(1);
  expect(debug.entries.damage).toMatchObject([expect.stringContaining("has no abbreviation 2")]);
});

test("units whose tables of abbreviations overlap", () => {
  const table = times(COUNT, () => UNIT);
  const debug = read({
    ".debug_abbrev": Buffer.concat([table, u8(0)]),
    ".debug_info": times(COUNT, (index) => unit(u8(), { abbreviations: UNIT.length * index })),
  });
  expect(debug.entries.damage.length).toBeLessThanOrEqual(101);
  expect(isTold(debug, ".debug_abbrev")).toBe(true);
});

const HEAD = u8(1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1);
const withLines = (units: Uint8Array, lines: Uint8Array) =>
  read({
    ".debug_abbrev": Buffer.concat([UNIT, u8(0)]),
    ".debug_info": units,
    ".debug_line": lines,
  });

test("a long folder for each of many files", () => {
  const files = times(COUNT, () => Buffer.concat([text("f"), u8(1, 0, 0)]));
  const head = Buffer.concat([HEAD, text("d".repeat(100_000)), u8(0), files, u8(0)]);
  const rest = Buffer.concat([u16(4), u32(head.length), head]);
  const debug = withLines(unit(u8()), Buffer.concat([u32(rest.length), rest]));
  const lines = debug.lines(debug.entries.units[0]!);
  const lengths = Array.from({ length: COUNT }, (_, at) => lines.fileName(at + 1)?.length);
  expect(new Set(lengths)).toEqual(new Set([4096]));
});

test("line programs that overlap", () => {
  const rows = Buffer.concat([u8(0, 5, 2), u32(START), Buffer.alloc(100_000, 0x12), u8(0, 1, 1)]);
  const step = 4 + 2 + 4 + HEAD.length + 2;
  const lines = times(COUNT, (index) =>
    Buffer.concat([u32((COUNT - index) * step + rows.length - 4), u16(4), u32(20), HEAD, u8(0, 0)]),
  );
  const debug = withLines(
    times(COUNT, (index) => unit(u8(), { lines: index * step })),
    Buffer.concat([lines, rows]),
  );
  const found = debug.entries.units.filter((one) => debug.lines(one).rowAt(START + 10) !== undefined);
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(10);
  expect(isTold(debug, ".debug_line")).toBe(true);
});

test("functions that all have the same code", () => {
  const debug = read(
    info(
      times(COUNT, (index) => Buffer.concat([u8(2), u32(START + (index % 100)), u32(60_000)])),
      ...[LOW, ADDRESS, HIGH, DATA4],
    ),
  );
  expect(readFunctions(debug, undefined, [], debug.codeBytes).own.length).toBeLessThan(100);
  expect(debug.entries.damage).toMatchObject([expect.stringContaining("functions are said to have code")]);
});
