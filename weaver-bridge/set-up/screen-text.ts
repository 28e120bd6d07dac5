/** What stands on the text screen of a PC, read from its memory through QEMU's monitor: many kernels say nothing elsewhere. */
import { connect } from "node:net";

/** 80 columns, 25 lines, a character and its colours each. */
const CELLS = 2000;
const ASK = `xp /${CELLS}xh 0xb8000\n`;
/** What firmware and boot loaders say before the kernel does. */
const BEFORE_KERNEL =
  /^(SeaBIOS|iPXE|Booting (?:from|a command list|[`'])|Machine UUID|Press |GNU GRUB|GRUB|Welcome to GRUB|Loading|Plex86|Bochs|.*bios|PCI|NVMe|Boot failed|No bootable|error:|>>|Decompressing)/i;

/** Asks the monitor at the socket; `undefined` while nobody answers. `deadline` in milliseconds. */
export function askScreen(socket: string, deadline: number): Promise<string | undefined> {
  return new Promise((done) => {
    let text = "";
    const connection = connect(socket);
    const end = () => {
      clearTimeout(timer);
      connection.destroy();
      done(text === "" ? undefined : text);
    };
    const timer = setTimeout(end, deadline);
    connection.on("connect", () => connection.write(ASK));
    connection.on("data", (piece) => {
      text += piece.toString("latin1");
      // Only whole lines.
      if (/\bb8f9[0-9a-f]: /.test(text.slice(0, text.lastIndexOf("\n") + 1))) end();
    });
    connection.on("error", end);
    connection.on("close", end);
  });
}

/** The lines of the screen in the monitor's answer, without what firmware and boot loader wrote. Pure. */
export function screenLines(answer: string): string[] {
  const lines = allLines(answer);
  return bootMenu(lines) === undefined ? lines.filter((line) => !BEFORE_KERNEL.test(line)) : [];
}

/** GRUB shows its menu and waits for a key, for which there is no end. Pure. */
export function waitsAtMenu(answer: string): boolean {
  return bootMenu(allLines(answer)) === "waits";
}

/** Why GRUB does not start the kernel, in its own words: it waits for a key then, or shows its menu again. Pure. */
export function loaderError(answer: string): string | undefined {
  const lines = allLines(answer);
  const isOfGrub = lines.some((line) =>
    /^Press any key to continue|^Booting [`'a]|^Welcome to GRUB|^grub>/.test(line),
  );
  return isOfGrub ? lines.find((line) => line.startsWith("error: ")) : undefined;
}

function bootMenu(lines: readonly string[]): "waits" | "goes on" | undefined {
  if (!lines.some((line) => line.startsWith("GNU GRUB"))) return undefined;
  if (lines.some((line) => line.includes("executed automatically in"))) return "goes on";
  return lines.some((line) => line.includes("keys to select which entry")) ? "waits" : undefined;
}

function allLines(answer: string): string[] {
  const cells = [...answer.matchAll(/^[0-9a-f]+: ((?:0x[0-9a-f]{4}\s*)+)$/gim)]
    .flatMap(([, words = ""]) => words.trim().split(/\s+/))
    .map((word) => Number(word) & 0xff);
  const text = cells.map((code) => (code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : " ")).join("");
  const lines = Array.from({ length: Math.ceil(text.length / 80) }, (_, row) =>
    text.slice(row * 80, row * 80 + 80).trim(),
  );
  return lines.filter((line) => /[A-Za-z0-9]/.test(line));
}
