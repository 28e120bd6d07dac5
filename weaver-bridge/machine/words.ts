/** Addresses as words of a machine's memory, and back. */

interface Word {
  /** In bytes. */
  readonly word: 4 | 8;
}

/** An address as a word of the machine's memory. */
export function encodeWord(address: number, { word }: Word): Buffer {
  const bytes = Buffer.alloc(word);
  if (word === 8) bytes.writeBigInt64LE(BigInt(address));
  else bytes.writeUInt32LE(address);
  return bytes;
}

/** The address that a word of memory is. */
export const decodeWord = (bytes: Buffer, at: number, { word }: Word): number =>
  word === 8 ? Number(bytes.readBigInt64LE(at)) : bytes.readUInt32LE(at);
