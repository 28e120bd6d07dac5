/** The framing of a debug stub's packets: `$content#checksum`, and single characters between them. Texts are latin1. */

export function packetOf(content: string): string {
  let sum = 0;
  for (let at = 0; at < content.length; at++) sum += content.charCodeAt(at);
  return `$${content}#${(sum % 256).toString(16).padStart(2, "0")}`;
}

export const contentOf = (packet: string) => packet.slice(1, -3);

/** The single character that stops a running machine. */
export const INTERRUPT = "\x03";

/** Lets the machine run. */
export const RESUMES = /^(?:vCont;|[cCsS](?:$|[0-9a-f]))/;

/** The owner's answer to a visitor who wants the machine to run that a debugger has stopped. */
export const HELD = "E.held";

/** A report that the machine stopped, or is no more. */
export const STOP_REPORT = /^[TSWX][0-9a-f]{2}/;

/** Characters of a packet: QEMU's have 4096. Whoever else answers at its place may send more, without an end. */
export const LONGEST_PACKET = 1 << 20;

/** Cuts a stream into packets (`$…#xx`) and single characters between them. What is longer than a packet is dropped. */
export function createPacketReader(onPiece: (piece: string) => void): (chunk: string) => void {
  let rest = "";
  return (chunk) => {
    rest += chunk;
    for (let piece = nextPiece(rest); piece !== undefined; piece = nextPiece(rest)) {
      rest = rest.slice(piece.length);
      onPiece(piece);
    }
    if (rest.length > LONGEST_PACKET) rest = "";
  };
}

function nextPiece(text: string): string | undefined {
  if (!text.startsWith("$")) return text[0];
  const end = text.indexOf("#");
  return end === -1 || text.length < end + 3 ? undefined : text.slice(0, end + 3);
}
