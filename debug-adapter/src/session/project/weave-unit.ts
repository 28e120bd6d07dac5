/** Asks `weft weave` for the text of a unit that the compiler gets. */
import { askWeft } from "./ask-weft.js";

/** Throws with Weft's words why there is none. `source`: absolute. */
export async function weaveUnit(project: string, source: string, signal: AbortSignal): Promise<string> {
  const words = ["weave", "--json", `--project=${project}`, source];
  return asUtf8(await askWeft(words, { directory: project, signal, read: textIn }));
}

function textIn(output: string, code: number | undefined): string {
  const { text } = JSON.parse(output) as { text?: string };
  if (code !== 0 || text === undefined) throw new Error("there is no text");
  return text;
}

/** Units are read as latin1, each byte a character. */
function asUtf8(text: string): string {
  const decoded = Buffer.from(text, "latin1").toString("utf8");
  return decoded.includes("\ufffd") ? text : decoded;
}
