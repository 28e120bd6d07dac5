import { expect, test } from "vitest";
import { createDumpMemory } from "./dump-memory.js";

/** Physical memory of 1 MB with these entries in it. */
function memory(entries: Record<number, bigint>) {
  const bytes = Buffer.alloc(1 << 20);
  for (const [at, value] of Object.entries(entries)) bytes.writeBigUInt64LE(value, Number(at));
  return bytes;
}

const reader = (bytes: Buffer) => async (address: bigint, count: number) =>
  bytes.subarray(Number(address), Number(address) + count);

const PAGING = 0x8000_0001n;

const PAE = memory({ 4120: 0x2001n, 8192: 0x3063n, 8200: 0x60_00e3n, 12296: 0x8000_0000_0000_9161n });
const LONG = memory({
  8184: 0x2063n,
  12272: 0x3063n,
  12296: 0x4063n,
  16392: 0x9161n,
  12280: 0xc000_00e3n,
});

test("memory of a dump is read through the tables of its processor, with PAE and of x86_64 as well", async () => {
  const read = async (bytes: Buffer, word: 4 | 8, cr4: bigint, address: bigint) => {
    bytes.write("kernel", 0x9000, "latin1");
    const dump = {
      ...{ word, cpus: [], facts: new Map(), physicalOf: () => undefined, close: async () => {} },
      readPhysical: reader(bytes),
    };
    const memory = createDumpMemory(dump, { cr0: PAGING, cr3: 0x1000n, cr4 });
    return (await memory.read(address, 6)).toString("latin1");
  };
  expect(await read(PAE, 4, 0x20n, 0xc000_1000n)).toBe("kernel");
  expect(await read(LONG, 8, 0x20n, 0xffff_ffff_8020_1000n)).toBe("kernel");
  expect(await read(LONG, 8, 0x20n, 0x1000n)).toBe("");
});
