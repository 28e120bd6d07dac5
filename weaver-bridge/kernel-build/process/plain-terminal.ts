/**
 * What a command prints has names, texts and messages of folders in it, and a terminal takes some characters for orders: to
 * change its title, to answer as if somebody typed, to write into the clipboard.
 */

/**
 * All that controls a terminal but line feeds and tabs, as `\x1b`. A carriage return stays beside a line feed, and where the text
 * begins: elsewhere what follows would be written over what was said.
 */
export function visible(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|(?<=[^\n])\r(?!\r*\n)/g, hex);
}

/** Of the bytes of a text: UTF-8, or latin1 that is none. */
function visibleBytes(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString("latin1");
  // In UTF-8 the second half of the controls has a byte before it; alone such bytes are parts of letters.
  const shown = text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|(?<=[^\n])\r(?!\r*\n)/g, hex)
    .replace(/\xc2([\x80-\x9f])/g, (_, one) => hex(one));
  return Buffer.from(shown, "latin1");
}

function hex(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** What Weft itself says to a terminal: that the rest of a line is empty. */
const OWN = "\x1b[K";

type Output = Pick<NodeJS.WriteStream, "isTTY" | "write">;
type Write = (piece: string | Uint8Array, ...rest: unknown[]) => boolean;

const OWN_WRITES = new WeakMap<Output, Write>();

/** From now on nothing but plain text goes to these where they are terminals; files and pipes get the bytes as they are. */
export function keepTerminalsPlain(outputs: readonly Output[] = [process.stdout, process.stderr]): void {
  for (const output of outputs) {
    if (!output.isTTY) continue;
    const write = output.write.bind(output) as Write;
    OWN_WRITES.set(output, write);
    output.write = ((piece: string | Uint8Array, ...rest: unknown[]) =>
      write(
        typeof piece === "string" ? piece.split(OWN).map(visible).join(OWN) : visibleBytes(piece),
        ...rest,
      )) as Output["write"];
  }
}

/** Writes bytes that were looked at already. */
export function writeLookedAt(output: Output, bytes: Uint8Array): void {
  (OWN_WRITES.get(output) ?? output.write.bind(output))(bytes);
}
