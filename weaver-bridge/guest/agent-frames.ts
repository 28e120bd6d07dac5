/**
 * The framing of what goes to and from the agent in a guest, over a line that may begin in the middle of something: END,
 * bytes of which END and ESC are escaped, END. The bytes are a number, a request or a status, what belongs to it, CRC-32.
 */

export interface AgentFrame {
  /** Of the request, and of the answer to it. */
  readonly number: number;
  /** What is asked, or how it went. */
  readonly kind: number;
  readonly body: Buffer;
}

const END = 0xc0;
const ESC = 0xdb;
const ESCAPED_END = 0xdc;
const ESCAPED_ESC = 0xdd;
const HEAD = 8;
const CRC = 4;
/** Longer ones are no frames. */
const LONGEST_FRAME = 4 << 20;

/** Begins with an END, which closes what somebody else left unfinished. */
export function frameBytes({ number, kind, body }: AgentFrame): Buffer {
  const bytes = Buffer.alloc(HEAD + body.length + CRC);
  bytes.writeUInt32LE(number, 0);
  bytes.writeUInt32LE(kind, 4);
  body.copy(bytes, HEAD);
  bytes.writeUInt32LE(crcOf(bytes.subarray(0, HEAD + body.length)), HEAD + body.length);
  const out = Buffer.alloc(2 * bytes.length + 2);
  let size = 0;
  out[size++] = END;
  for (const byte of bytes) {
    if (byte === END || byte === ESC) {
      out[size++] = ESC;
      out[size++] = byte === END ? ESCAPED_END : ESCAPED_ESC;
    } else out[size++] = byte;
  }
  out[size++] = END;
  return out.subarray(0, size);
}

/** Cuts a stream into frames; what is damaged is left out. */
export function createFrameReader(onFrame: (frame: AgentFrame) => void): (chunk: Buffer) => void {
  let bytes = Buffer.alloc(4096);
  let size = 0;
  let isEscaped = false;
  const add = (byte: number) => {
    if (size === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
    bytes[size++] = byte;
  };
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === END) {
        const frame = frameOf(bytes.subarray(0, size));
        [size, isEscaped] = [0, false];
        if (frame !== undefined) onFrame(frame);
      } else if (byte === ESC) isEscaped = true;
      else if (size < LONGEST_FRAME) {
        add(isEscaped ? (byte === ESCAPED_END ? END : ESC) : byte);
        isEscaped = false;
      }
    }
  };
}

function frameOf(bytes: Buffer): AgentFrame | undefined {
  const end = bytes.length - CRC;
  if (end < HEAD || crcOf(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) return undefined;
  return {
    ...{ number: bytes.readUInt32LE(0), kind: bytes.readUInt32LE(4) },
    body: Buffer.from(bytes.subarray(HEAD, end)),
  };
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 255] as number);
  return ~crc >>> 0;
}
