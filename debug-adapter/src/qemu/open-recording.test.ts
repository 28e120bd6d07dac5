import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { DebugError } from "./debug-error.js";
import { openDump } from "./dump-file.js";
import { openRecording, writeRecording } from "./recording.js";
import { damageOf } from "./replay-log.js";

const folder = mkdtempSync(join(tmpdir(), "weft-recordings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string) => join(folder, name);

const LOG = Buffer.from([
  0,
  0xe0,
  0x20,
  0x0c,
  ...new Array(8).fill(0),
  0,
  0,
  0,
  1,
  0,
  1,
  28,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  39,
]);
writeFileSync(file("log"), LOG);
writeFileSync(file("symbols"), "symbols");
const about = { project: "/p", program: "qemu-system-i386", machine: ["-no-reboot"], build: "b" };

async function opened(bytes: Buffer): Promise<string> {
  const into = mkdtempSync(join(folder, "into-"));
  writeFileSync(file("tried"), bytes);
  try {
    const { recording } = await openRecording(file("tried"), into);
    return `opened ${recording.instructions}`;
  } catch (error) {
    expect(error).toBeInstanceOf(DebugError);
    return (error as Error).message.replace(/^.*opened: /, "").replace(" Record the run again.", "");
  } finally {
    const size = readdirSync(into).reduce((sum, name) => sum + statSync(join(into, name)).size, 0);
    expect(size).toBeLessThan(64 << 20);
    rmSync(into, { recursive: true, force: true });
  }
}

/** A recording with these parts, as somebody else may write one: `said` stands in its header in place of what is true. */
function packed(parts: Record<string, Buffer>, said: object = {}, partSaid: object = {}): Buffer {
  const all = Object.entries(parts).map(([name, content]) => ({ name, bytes: gzipSync(content) }));
  const sizes = all.map(({ name, bytes }) => ({ name, bytes: bytes.length, ...partSaid }));
  const header = { weft: "recording", version: 1, ...about, date: "d", parts: sizes, ...said };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...all.map(({ bytes }) => bytes)]);
}

const symbols = Buffer.from("symbols");

test("what was recorded is opened, with the length that its log has", async () => {
  await writeRecording(file("good"), about, { log: file("log"), symbols: file("symbols") });
  expect(await opened(readFileSync(file("good")))).toBe("opened 256");
  expect(await opened(packed({ log: LOG, symbols }, { instructions: 99 }))).toBe("opened 256");
});

test("parts unpack to what was said, and never to more than is allowed", async () => {
  const zeroes = Buffer.alloc(40 << 20);
  expect(await opened(packed({ symbols: zeroes, log: LOG }, {}, { size: 100 }))).toMatch(
    /unpacks to more than 100 bytes/,
  );
  expect(await opened(packed({ log: LOG, symbols: zeroes }))).toMatch(/unpacks to more than 16777216 bytes/);
  expect(await opened(packed({ log: LOG, symbols }, {}, { sha256: "00" }))).toMatch(
    /content is not what was recorded/,
  );
});

test("a part may be called as what every object has, and is bounded all the same", async () => {
  const zeroes = Buffer.alloc(40 << 20);
  for (const name of ["constructor", "toString", "__proto__", "valueOf"])
    expect([name, await opened(packed({ log: LOG, symbols, [name]: zeroes }))]).toEqual([
      name,
      expect.stringMatching(/unpacks to more than 16777216 bytes/),
    ]);
});

test("a damaged log is told, also where it was packed again", async () => {
  for (const at of [12, 17, 18]) {
    const log = Buffer.from(LOG);
    log[at] = 0xee;
    expect(damageOf(log)).toMatch(/begins no event/);
    expect(await opened(packed({ log, symbols }))).toMatch(/its part "log" is damaged/);
  }
  expect(await opened(packed({ log: LOG.subarray(0, 20), symbols }))).toMatch(/breaks off/);
});

test.each<[string, object]>([
  ["a part that is none", { parts: [null] }],
  [
    "the same part twice",
    {
      parts: [
        { name: "log", bytes: 1 },
        { name: "log", bytes: 1 },
      ],
    },
  ],
  ["a part with a path", { parts: [{ name: "../log", bytes: 1 }] }],
  ["a script beside the symbols", { parts: [{ name: "symbols-gdb.gdb", bytes: 1 }] }],
  ["a size that is none", { parts: [{ name: "log", bytes: -1 }] }],
  ["a machine that is no list of words", { machine: [{}] }],
  ["a program with a path", { program: "/tmp/qemu-system-i386" }],
  ["a program of several lines", { program: "qemu-system-i386\nx" }],
])("%s makes it no recording", async (_what, said) => {
  expect(await opened(packed({ log: LOG, symbols }, said))).toBe("it is no recording of Weft.");
});

test("whatever is changed in a header, it is opened or refused with words", async () => {
  const good = packed({ log: LOG, symbols });
  const end = good.indexOf(10) + 30;
  const change = fc.tuple(fc.nat(end), fc.nat(255), fc.nat(3));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      let bytes = Buffer.from(good);
      for (const [at, value, how] of changes) {
        if (how === 0) bytes = bytes.subarray(0, at);
        else if (how === 1)
          bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([value]), bytes.subarray(at)]);
        else if (at < bytes.length) bytes[at] = value;
      }
      expect(await opened(bytes)).toMatch(/./);
    }),
    { numRuns: Number(process.env.WEFT_MUTATIONS ?? 300) },
  );
});

test("a pipe in place of a recording or a dump keeps nobody waiting", async () => {
  execFileSync("mkfifo", [file("pipe")]);
  await expect(openRecording(file("pipe"), folder)).rejects.toThrow(/it is no file/);
  await expect(openDump(file("pipe"))).rejects.toThrow(/it is no file/);
});

test("a log is no longer than a log is, whatever the header says", async () => {
  const log = Buffer.alloc(130 << 20);
  expect(await opened(packed({ log, symbols }, {}, { size: log.length }))).toMatch(
    /its part "log" is damaged \(it unpacks to more than 134217728 bytes\)/,
  );
});

test("whatever a dump says of itself, it reserves no more memory than it has bytes", async () => {
  const head = Buffer.alloc(64);
  head.write("\x7fELF", "latin1");
  head[4] = 2;
  head.writeUInt16LE(4, 16);
  head.writeUInt16LE(62, 18);
  head.writeBigUInt64LE(64n, 32);
  for (const each of [56, 65_535]) {
    head.writeUInt16LE(each, 54);
    head.writeUInt16LE(65_535, 56);
    writeFileSync(file("dump"), head);
    const before = process.memoryUsage().rss;
    await expect(openDump(file("dump"))).rejects.toBeInstanceOf(DebugError);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 << 20);
  }
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 45, maxLength: 300 }), async (rest) => {
      writeFileSync(file("dump"), Buffer.concat([head.subarray(0, 20), rest]));
      await openDump(file("dump")).then(
        (dump) => dump.close(),
        (error) => expect(error).toBeInstanceOf(DebugError),
      );
    }),
    { numRuns: 300 },
  );
  expect(gunzipSync(gzipSync("x")).toString()).toBe("x");
});

/** A dump of 64 bits with these notes. */
function dumpWith(notes: Buffer): Buffer {
  const head = Buffer.alloc(64 + 56);
  head.write("\x7fELF", "latin1");
  head[4] = 2;
  for (const [at, half] of Object.entries({ 16: 4, 18: 62, 54: 56, 56: 1 }))
    head.writeUInt16LE(half, Number(at));
  head.writeBigUInt64LE(64n, 32);
  head.writeUInt32LE(4, 64);
  head.writeBigUInt64LE(BigInt(head.length), 72);
  head.writeBigUInt64LE(BigInt(notes.length), 96);
  return Buffer.concat([head, notes]);
}

const processor = Buffer.alloc(20 + 440);
processor.writeUInt32LE(5, 0);
processor.writeUInt32LE(440, 4);
processor.write("QEMU", 12);

test("millions of notes in a dump take no more memory than the dump, and no machine has a hundred thousand processors", async () => {
  writeFileSync(file("dump"), dumpWith(Buffer.concat([processor, Buffer.alloc(24 << 20)])));
  const before = process.memoryUsage().rss;
  const dump = await openDump(file("dump"));
  expect(process.memoryUsage().rss - before).toBeLessThan(128 << 20);
  expect(dump.cpus).toHaveLength(1);
  await dump.close();
  writeFileSync(file("dump"), dumpWith(Buffer.concat(new Array(100_000).fill(processor))));
  await expect(openDump(file("dump"))).rejects.toThrow("notes of more than 8192 processors");
}, 60_000);
