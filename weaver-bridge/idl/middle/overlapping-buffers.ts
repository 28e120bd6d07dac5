/** Where a reply lies in the buffer of its request: over the inout values, which then stay where they are, or behind it. */

import type { Optimizations } from "../options.js";
import type { KernelAbi } from "./kernel-abi.js";
import type { MessageLayout } from "./message.js";

/** Whether a reply has nothing that would have to lie anywhere. */
export function needsNoRoom(reply: MessageLayout, abi: KernelAbi): boolean {
  return reply.memoryEnd === abi.dataOffset && reply.indirectParts === 0;
}

/** The reply starts so far into the request that its first value falls on the request's first inout value. */
export function shiftOf(
  request: MessageLayout,
  reply: MessageLayout,
  abi: KernelAbi,
  optimizations: Optimizations,
  notes: string[],
): number {
  const inouts = request.chunks.flatMap((chunk) =>
    chunk.kind === "fixed-copy" && chunk.inout && chunk.place.in === "memory" ? [chunk.place.offset] : [],
  );
  const shift = Math.min(...inouts) - abi.dataOffset;
  if (
    inouts.length === 0 ||
    !optimizations.overlappingBuffers ||
    !sameOrder(request, reply, abi) ||
    overwritesInputs(request, reply, shift)
  )
    return request.memoryEnd - abi.dataOffset;
  notes.push("inout values stay in place: the reply starts inside the request's buffer");
  return shift;
}

/** Whether a value of the reply would fall on one that the implementation may still read. */
function overwritesInputs(request: MessageLayout, reply: MessageLayout, shift: number): boolean {
  const back = memoryRanges(reply).map((range) => ({
    ...range,
    start: range.start + shift,
    end: range.end + shift,
  }));
  return memoryRanges(request).some((input) =>
    back.some(
      (output) =>
        input.start < output.end &&
        output.start < input.end &&
        !(input.name === output.name && input.start === output.start),
    ),
  );
}

function memoryRanges({ chunks }: MessageLayout): { name: string; start: number; end: number }[] {
  return chunks.flatMap((chunk) => {
    if (chunk.place.in !== "memory") return [];
    const start = chunk.place.offset;
    const bytes =
      chunk.kind === "fixed-copy"
        ? chunk.bytes
        : chunk.kind === "variable-copy"
          ? chunk.maximum * chunk.elementBytes
          : 4;
    return [
      { name: chunk.kind === "length" ? `length of ${chunk.name}` : chunk.name, start, end: start + bytes },
    ];
  });
}

/** Whether memory inout values have equal distances in both messages, starting the reply's data. */
function sameOrder(request: MessageLayout, reply: MessageLayout, abi: KernelAbi): boolean {
  const offsets = (layout: MessageLayout) =>
    layout.chunks.flatMap((chunk) =>
      chunk.kind === "fixed-copy" && chunk.inout && chunk.place.in === "memory"
        ? [{ name: chunk.name, offset: chunk.place.offset }]
        : [],
    );
  const there = offsets(request);
  const back = offsets(reply);
  const shift = Math.min(...there.map((entry) => entry.offset)) - abi.dataOffset;
  return (
    there.length === back.length &&
    there.every(({ name, offset }) =>
      back.some((entry) => entry.name === name && entry.offset + shift === offset),
    )
  );
}
