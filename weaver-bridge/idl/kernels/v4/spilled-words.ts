/** V4: which of the words that arrive in processor registers belong into memory. */
import type { Chunk, InterfaceLayout, MessageLayout } from "../../middle/message.js";

/** Those of message registers 1 and 2, which arrive in processor registers, that a receiver reads as memory. */
export function wordsInMemory(
  { layout }: { readonly layout: InterfaceLayout },
  message: MessageLayout,
): number[] {
  const read = message.chunks.filter((chunk) => {
    if (chunk.place.in !== "memory") return false;
    if (chunk.kind === "map") return chunk.place.offset !== 4;
    if (chunk.kind === "variable-copy") return true;
    const bytes = chunk.kind === "fixed-copy" ? chunk.bytes : 4;
    return layout.abi.receivePlace(chunk.place, bytes).in === "memory";
  });
  return [1, 2].filter((word) =>
    read.some((chunk) => {
      if (chunk.place.in !== "memory") return false;
      const first = Math.floor(chunk.place.offset / 4);
      return first <= word && word * 4 < chunk.place.offset + bytesOf(chunk);
    }),
  );
}

function bytesOf(chunk: Chunk): number {
  switch (chunk.kind) {
    case "fixed-copy":
      return chunk.bytes;
    case "variable-copy":
      return chunk.maximum * chunk.elementBytes;
    case "map":
      return 8;
    case "length":
    case "reference":
      return 4;
  }
}
