import type { TextRange } from "../../model/index.js";

/** The unit's text by pieces. */
export class Lines {
  constructor(readonly text: string) {}

  /** On one line, for what stands a second time. */
  flat({ start, end }: TextRange): string {
    return this.text
      .slice(start, end)
      .replace(/\n#[^\n]*(?=\n)/g, "")
      .replace(/(?<!\s)\s*\n\s*/g, " ");
  }

  /** The text of a range, with a name in the place of what is in it. */
  without({ start, end }: TextRange, inner: readonly TextRange[]): string {
    const own = inner.filter((one) => one.start >= start && one.end <= end).sort((a, b) => a.start - b.start);
    let text = "";
    let at = start;
    for (const one of own) {
      if (one.start < at) continue;
      text += `${this.text.slice(at, one.start)}o`;
      at = one.end;
    }
    return text + this.text.slice(at, end);
  }

  behindSemicolon(at: number): number {
    const found = this.text.indexOf(";", at);
    return found < 0 ? at : found + 1;
  }

  /** A text that stands for a range, and ends on the line that the range ends on. */
  resumed(text: string, { start, end }: TextRange): string {
    const own = this.text.slice(start, end);
    const marker = [...own.matchAll(/\n# (\d+) ("[^\n]*?")[ \d]*\n/g)].at(-1);
    if (marker === undefined) return text + "\n".repeat(Math.max(0, newlines(own) - newlines(text)));
    const line = Number(marker[1]) + newlines(own.slice(marker.index + marker[0].length));
    return `${text}\n# ${line} ${marker[2]}\n`;
  }
}

const newlines = (text: string) => text.split("\n").length - 1;
