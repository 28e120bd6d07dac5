/** Many small pieces of a kernel's text at once: a packet for each would take longer than all the rest. */
import type { StoppedGuest } from "../guest/index.js";

export interface TextPiece {
  readonly address: number;
  readonly bytes: Buffer;
}

/** Bytes of one packet. */
const LONGEST = 1024;

/** What stands there instead of the pieces, in their order. */
export async function readPieces(stopped: StoppedGuest, pieces: readonly TextPiece[]): Promise<Buffer[]> {
  const found = new Map<TextPiece, Buffer>();
  for (const group of groupsOf(pieces)) {
    const { start, end } = boundsOf(group);
    const text = await stopped.read(start, end - start);
    for (const piece of group)
      found.set(piece, text.subarray(piece.address - start, piece.address - start + piece.bytes.length));
  }
  return pieces.map((piece) => found.get(piece) as Buffer);
}

export async function writePieces(
  stopped: StoppedGuest,
  pieces: readonly TextPiece[],
  isChecked = true,
): Promise<void> {
  for (const group of groupsOf(pieces)) {
    const { start, end } = boundsOf(group);
    const text = await stopped.read(start, end - start);
    for (const { address, bytes } of group) bytes.copy(text, address - start);
    await stopped.write(start, text, isChecked);
  }
}

function groupsOf(pieces: readonly TextPiece[]): TextPiece[][] {
  const groups: TextPiece[][] = [];
  let start = 0;
  for (const piece of [...pieces].sort((left, right) => left.address - right.address)) {
    const group = groups.at(-1);
    if (group !== undefined && piece.address + piece.bytes.length - start <= LONGEST) group.push(piece);
    else {
      start = piece.address;
      groups.push([piece]);
    }
  }
  return groups;
}

/** By address, without overlaps. */
function boundsOf(group: readonly TextPiece[]): { readonly start: number; readonly end: number } {
  const [first, last] = [group[0] as TextPiece, group.at(-1) as TextPiece];
  return { start: first.address, end: last.address + last.bytes.length };
}
