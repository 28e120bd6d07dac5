/** What is read, against what the tools of binutils and LLVM read from the same files. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLANG } from "../../tests/support/compilers.js";
import { requireTool } from "../../tests/support/index.js";
import {
  type Compiled,
  compile,
  run,
  SAMPLE,
  type Variant,
} from "../../tests/support/object-code/compile.js";
import { type DumpedEntry, dumpedRanges, parseDump } from "../../tests/support/object-code/dwarfdump.js";
import { AT, type CodeRange, I686, readDebugInfo, readElf, readFunctions, TAG } from "./index.js";

const VARIANTS = (["gcc", CLANG] as const).flatMap((compiler) =>
  ["-O0", "-O2", "-Os"].flatMap((level) =>
    ["-gdwarf-4", "-gdwarf-5"].flatMap((version) =>
      (level === "-O2" ? [true, false] : [true]).map(
        (linked): Variant => ({ compiler, options: [level, version], linked }),
      ),
    ),
  ),
);
const NAMES = VARIANTS.map((variant): [string, Variant] => [
  `${variant.compiler} ${variant.options.join(" ")} ${variant.linked ? "image" : "object"}`,
  variant,
]);

function open(bytes: Uint8Array) {
  const elf = readElf(bytes);
  const debug = readDebugInfo(elf);
  if (debug === undefined) throw new Error("no debug information");
  return { elf, debug, functions: readFunctions(debug) };
}

type Opened = ReturnType<typeof open>;

describe.each(NAMES)("%s", (_, variant) => {
  let compiled: Compiled;
  let opened: Opened;
  beforeAll(() => {
    compiled = compile(SAMPLE, variant);
    opened = open(compiled.bytes);
  });
  afterAll(() => compiled.remove());

  test("entries and their attributes are llvm-dwarfdump's", (context) => {
    requireTool(context, "llvm-dwarfdump");
    const { file } = compiled;
    const dumped = parseDump(run("/", "llvm-dwarfdump", ["--debug-info", file]));
    const { entries } = opened.debug;
    expect(entries.damage).toEqual([]);
    expect(dumped.map(({ offset }) => offset)).toEqual([...entries.offsets]);
    for (const entry of dumped) expect(ours(opened, entry)).toEqual(theirs(entry, variant.linked));
  });

  test("lines are addr2line's, at each instruction that objdump finds", () => {
    const { file } = compiled;
    const { elf, debug, functions } = opened;
    const text = elf.sections.filter(({ name }) => name.startsWith(".text"));
    let compared = 0;
    for (const section of text) {
      if (section.size === 0) continue;
      const base = variant.linked ? 0 : section.address;
      const listing = run("/", "objdump", ["-d", "-j", section.name, file]);
      const listed = [...listing.matchAll(/^\s*([0-9a-f]+):\t/gm)].map(
        ([, at]) => Number.parseInt(at as string, 16) + base,
      );
      const decoded = I686.code.decode(section.bytes, section.address).map(({ address }) => address);
      // Of instructions longer than seven bytes objdump begins a second line.
      expect(decoded.filter((address) => !listed.includes(address))).toEqual([]);
      const said = run(
        "/",
        "addr2line",
        ["-j", section.name, "-e", file],
        decoded
          .map((address) => `${(address - (variant.linked ? section.address : base)).toString(16)}\n`)
          .join(""),
      );
      const lines = said.trim().split("\n");
      const mine = decoded.map((address) => {
        const copy = functions.ownAt(address);
        const row = copy && debug.lines(debug.entries.unitOf(copy.entry)).rowAt(address);
        return row === undefined ? undefined : row.line;
      });
      for (const [index, line] of mine.entries()) {
        const theirs = Number(/:(\d+)/.exec(lines[index] ?? "")?.[1] ?? 0);
        if (line !== undefined) expect([decoded[index], line]).toEqual([decoded[index], theirs]);
      }
      compared += mine.filter((line) => line !== undefined).length;
    }
    expect(compared).toBeGreaterThan(100);
  });

  test("functions of their own are nm's", () => {
    const { file } = compiled;
    const { elf, functions } = opened;
    const listed = run("/", "nm", ["--defined-only", "-S", file])
      .split("\n")
      .filter((line) => / [tT] /.test(line) && !/\.cold\b/.test(line))
      .map((line) => line.split(" "))
      .map(([, size, , name]) => `${name} ${Number.parseInt(size ?? "", 16)}`)
      .sort();
    const mine = functions.own.map(({ start, ranges }) => {
      const symbol = elf.symbols.find(
        ({ address, kind, section }) => kind === "function" && address === start && section !== undefined,
      );
      const own = ranges.find((range) => range.start <= start && start < range.end);
      return `${symbol?.name} ${(own?.end ?? 0) - start}`;
    });
    expect(mine.sort()).toEqual(listed);
  });
});

/** A record to compare with {@link theirs}; of an object, whose addresses are made up, ranges are lengths. */
function ours({ debug, elf }: Opened, { offset }: DumpedEntry) {
  const { entries } = debug;
  const entry = entries.at(offset);
  const type = debug.entry(entry, AT.type);
  const places = debug.places(entry, AT.location);
  const shown = ({ start, end }: CodeRange) => (elf.isRelocatable ? end - start : [start, end]);
  return {
    tag: Object.entries(TAG).find(([, number]) => number === entries.tags[entry])?.[0],
    name: debug.text(entry, AT.name),
    size: debug.number(entry, AT.byte_size),
    line: debug.number(entry, AT.decl_line),
    at: debug.number(entry, AT.data_member_location),
    bits: debug.number(entry, AT.bit_size),
    type: type === undefined ? undefined : entries.offsets[type],
    origin: entries.offsets[debug.entry(entry, AT.abstract_origin) ?? -1],
    ranges: debug.has(entry, AT.ranges) ? debug.ranges(entry).map(shown) : [],
    places: places.flatMap(({ range }) => (range === undefined ? [] : [shown(range)])),
    kinds: places.map(({ where }) => where.kind),
  };
}

function theirs(
  { tag, attributes }: DumpedEntry,
  linked: boolean,
): Record<keyof ReturnType<typeof ours>, unknown> {
  const text = (name: string) => attributes.get(name) ?? "";
  const number = (name: string) => (attributes.has(name) ? Number(attributes.get(name)) : undefined);
  const reference = (name: string) => {
    const found = /^0x([0-9a-f]+)/.exec(text(name))?.[1];
    return found === undefined ? undefined : Number.parseInt(found, 16);
  };
  const location = text("location");
  const shown = ({ start, end }: CodeRange) => (linked ? [start, end] : end - start);
  const inList = [...location.matchAll(/\[(\w+), (\w+)\).*?: (.*)/g)]
    .filter(([, start, end]) => start !== end)
    .map(([, , , expression]) => expression ?? "");
  const expressions =
    inList.length > 0 ? inList : !location.includes("[0x") && location.includes("DW_OP") ? [location] : [];
  return {
    tag,
    name: /^"(.*)"$/.exec(text("name"))?.[1],
    size: number("byte_size"),
    line: number("decl_line"),
    at: number("data_member_location"),
    bits: number("bit_size"),
    type: reference("type"),
    origin: reference("abstract_origin"),
    ranges: dumpedRanges(text("ranges")).map(shown),
    places: dumpedRanges(location).map(shown),
    kinds: expressions.map(kindOf),
  };
}

/** By the words that llvm-dwarfdump uses. */
function kindOf(expression: string): string {
  const operations = expression.replace(/\)$/, "").split(", ");
  if (operations.at(-1)?.startsWith("DW_OP_piece")) return "pieces";
  if (/^DW_OP_breg\S+ \S+, DW_OP_const1s -[248], DW_OP_and, DW_OP_stack_value$/.test(operations.join(", ")))
    return "sum";
  const [first = "", second] = operations;
  const isValue = second === "DW_OP_stack_value";
  if (operations.length > 2 || (second !== undefined && !isValue)) return "other";
  if (/^DW_OP_reg\d/.test(first)) return "register";
  if (/^DW_OP_breg/.test(first)) return isValue ? "sum" : "indirect";
  if (/^DW_OP_fbreg/.test(first)) return isValue ? "frame-sum" : "frame";
  if (/^DW_OP_addrx? /.test(first)) return isValue ? "constant" : "memory";
  if (/^DW_OP_(lit|const)/.test(first) && isValue) return "constant";
  return "other";
}
