import { expect, test } from "vitest";
import { type AgentFrame, createFrameReader, frameBytes } from "./agent-frames.js";

/** What is heard when the bytes come in pieces of this size. */
function heard(bytes: Buffer, size: number): AgentFrame[] {
  const frames: AgentFrame[] = [];
  const hear = createFrameReader((frame) => frames.push(frame));
  for (let at = 0; at < bytes.length; at += size) hear(bytes.subarray(at, at + size));
  return frames;
}

const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const frame = { number: 0xc0dbdcdd, kind: 6, body: Buffer.concat([all, all.reverse()]) };

test("a frame comes out as it went in, whatever its bytes and however it is cut", () => {
  for (const size of [1, 2, 7, 64, 4096]) expect(heard(frameBytes(frame), size)).toEqual([frame]);
  expect(heard(frameBytes({ ...frame, body: Buffer.alloc(0) }), 3)).toHaveLength(1);
});

test("what somebody left unfinished is passed over, and nothing that comes after it", () => {
  const [first, second] = [frameBytes(frame), frameBytes({ ...frame, number: 7 })];
  for (let cut = 1; cut < first.length; cut++) {
    const stream = Buffer.concat([first.subarray(0, cut), second]);
    const numbers = heard(stream, 100).map(({ number }) => number);
    expect(numbers.at(-1)).toBe(7);
    expect(numbers).toHaveLength(cut === first.length - 1 ? 2 : 1);
  }
});

test("a damaged frame is none, whichever byte it was", () => {
  const bytes = frameBytes({ number: 1, kind: 2, body: Buffer.from("warp and weft") });
  for (let at = 1; at < bytes.length - 1; at++)
    for (const change of [0x01, 0x80]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ change;
      expect(heard(damaged, 5)).toEqual([]);
    }
});
