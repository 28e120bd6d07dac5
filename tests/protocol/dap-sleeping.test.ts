/** A recorded kernel that sleeps is waited for; a log that does not fit is told. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("sleeping");
const text = readFileSync(join(import.meta.dirname, "sleeping.c"), "utf8");

// It slept longer than a run that stands still is waited for.
test("a recording of a kernel that sleeps for seconds goes on behind that", async () => {
  const adapter = await kernel.replayOf("sleeping.c", text, {});
  await adapter.request("setFunctionBreakpoints", { breakpoints: [{ name: "after" }] });
  await adapter.request("configurationDone");
  await adapter.event<{ reason: string }>("stopped", ({ reason }) => reason === "function breakpoint");
  expect(await adapter.request("evaluate", { expression: "times", frameId: await topFrame() })).toMatchObject(
    {
      result: "7",
    },
  );
});

test("a recording whose log has more instructions than the machine does before an event stands still, and it is told", async () => {
  const adapter = await kernel.replayOf("sleeping.c", text, {});
  await adapter.dispose();
  const file = join(kernel.folder, "run.weftrun");
  writeFileSync(file, withLog(readFileSync(file), withLateEvent));
  const damaged = kernel.startAgain();
  await kernel.launch({ replay: file });
  await damaged.request("setFunctionBreakpoints", { breakpoints: [{ name: "after" }] });
  await damaged.request("configurationDone");
  await damaged.outputHas("important", "stands still");
});

async function topFrame(): Promise<number | undefined> {
  const { stackFrames } = await kernel.client.request<{ stackFrames: { id: number }[] }>("stackTrace", {
    threadId: 1,
    levels: 1,
  });
  return stackFrames[0]?.id;
}

interface Part {
  readonly name: string;
  readonly bytes: number;
}

function withLog(recording: Buffer, change: (log: Buffer) => void): Buffer {
  const end = recording.indexOf(10);
  const header = JSON.parse(recording.toString("utf8", 0, end)) as { parts: Part[] };
  let at = end + 1;
  const packed = header.parts.map(({ bytes }) => recording.subarray(at, (at += bytes)));
  const all = header.parts.map((part, index) => {
    const own = packed[index] as Buffer;
    if (part.name !== "log") return { part, own };
    const log = gunzipSync(own);
    change(log);
    const anew = gzipSync(log);
    const sha256 = createHash("sha256").update(log).digest("hex");
    return { part: { ...part, bytes: anew.length, size: log.length, sha256 }, own: anew };
  });
  const head = JSON.stringify({ ...header, parts: all.map(({ part }) => part) });
  return Buffer.concat([Buffer.from(`${head}\n`), ...all.map(({ own }) => own)]);
}

const INSTRUCTIONS = 0;
/** Clocks and bottom halves; the other events before the first instruction have no data. */
const OF_EIGHT_BYTES = [3, 4, 28, 29];
const HEADER = 12;

/** Of the first count of instructions, so that the machine comes to its event too early. */
function withLateEvent(log: Buffer): void {
  let at = HEADER;
  while (log[at] !== INSTRUCTIONS) at += OF_EIGHT_BYTES.includes(log[at] as number) ? 9 : 1;
  log.writeUInt32BE(log.readUInt32BE(at + 1) + 1000, at + 1);
}
