import { expect, test } from "vitest";
import { pageEntryText, pagingOf, walkPages } from "./page-tables.js";

/** Physical memory of 1 MB with these entries in it. */
function memory(entry: 4 | 8, entries: Record<number, bigint>) {
  const bytes = Buffer.alloc(1 << 20);
  for (const [at, value] of Object.entries(entries))
    if (entry === 4) bytes.writeUInt32LE(Number(value), Number(at));
    else bytes.writeBigUInt64LE(value, Number(at));
  return bytes;
}

const reader = (bytes: Buffer) => async (address: bigint, count: number) =>
  bytes.subarray(Number(address), Number(address) + count);

const PAGING = 0x8000_0001n;

async function way(bytes: Buffer, cr4: bigint, isLong: boolean, address: bigint) {
  const paging = pagingOf({ cr0: PAGING, cr3: 0x1000n, cr4, isLong });
  if (paging === undefined) throw new Error("paging is on");
  const found = await walkPages(reader(bytes), paging, address);
  return [found.at(-1)?.physical?.toString(16), ...found.map((one) => pageEntryText(one, paging))];
}

const TWO_LEVELS = memory(4, {
  7168: 0x2067n, // 0xc0000000
  7172: 0x40_0087n | (1n << 13n), // 0xc0400000, above 4 GB
  8208: 0x5121n, // its page 4
});

test("32 bits: pages of 4 kB and 4 MB, and what is not there", async () => {
  expect(await way(TWO_LEVELS, 0x10n, false, 0xc000_4abcn)).toEqual([
    "5abc",
    "directory entry 768 at 0x1c00 = 0x2067: writable, user, accessed",
    "table entry 4 at 0x2010 = 0x5121: read-only, kernel only, accessed, global",
  ]);
  expect(await way(TWO_LEVELS, 0x10n, false, 0xc040_0001n)).toEqual([
    "100400001",
    "directory entry 769 at 0x1c04 = 0x402087: writable, user, a page of 4 MB",
  ]);
  expect(await way(TWO_LEVELS, 0x10n, false, 0x1000n)).toEqual([
    undefined,
    "directory entry 0 at 0x1000 = 0x0: not present",
  ]);
});

const PAE = memory(8, { 4120: 0x2001n, 8192: 0x3063n, 8200: 0x60_00e3n, 12296: 0x8000_0000_0000_9161n });
const LONG = memory(8, {
  8184: 0x2063n,
  12272: 0x3063n,
  12296: 0x4063n,
  16392: 0x9161n,
  12280: 0xc000_00e3n,
});

test("PAE, and x86_64", async () => {
  expect(await way(PAE, 0x20n, false, 0xc000_1123n)).toEqual([
    "9123",
    "directory pointer entry 3 at 0x1018 = 0x2001",
    "directory entry 0 at 0x2000 = 0x3063: writable, kernel only, accessed",
    "table entry 1 at 0x3008 = 0x8000000000009161: read-only, kernel only, accessed, dirty, global, not executable",
  ]);
  expect((await way(PAE, 0x20n, false, 0xc020_0007n))[2]).toMatch(/dirty, a page of 2 MB$/);
  expect((await way(LONG, 0x20n, true, 0xffff_ffff_8020_1007n))[0]).toBe("9007");
  expect((await way(LONG, 0x20n, true, 0xffff_ffff_c000_0001n)).slice(0, 1)).toEqual(["c0000001"]);
});
