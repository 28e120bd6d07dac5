/** An initial file system that begins with Weft's agent, which then becomes the /init that was there. */

/** The kernel unpacks one archive after the other; each begins at a multiple of four bytes. */
export function initrdWithAgent(initrd: Buffer, program: Buffer): Buffer {
  const padding = Buffer.alloc((4 - (initrd.length % 4)) % 4);
  return Buffer.concat([initrd, padding, entry("weft-agent", 0o100755, program), entry("TRAILER!!!", 0)]);
}

export const AGENT_PATH = "/weft-agent";

/** An entry of a "newc" archive: thirteen numbers of eight digits, then name and bytes, each padded. */
function entry(name: string, mode: number, bytes: Buffer = Buffer.alloc(0)): Buffer {
  const numbers = [0, mode, 0, 0, 1, 0, bytes.length, 0, 0, 0, 0, name.length + 1, 0];
  const head = `070701${numbers.map((number) => number.toString(16).padStart(8, "0")).join("")}${name}\0`;
  return Buffer.concat([padded(Buffer.from(head, "latin1")), padded(bytes)]);
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
