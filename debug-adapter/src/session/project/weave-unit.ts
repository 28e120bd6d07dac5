/** Asks `weft weave` for the text of a unit that the compiler gets. */
import { runProcess } from "@weft/weaver-bridge/kernel-build";
import { weftProgram } from "./build.js";

/** Milliseconds; a unit of Linux takes seconds. */
const DEADLINE = 120_000;

/** Throws with Weft's words why there is none. `source`: absolute. */
export async function weaveUnit(project: string, source: string, signal: AbortSignal): Promise<string> {
  const words = ["weave", "--json", `--project=${project}`, source];
  const { code, output, errors } = await runProcess([process.execPath, weftProgram(), ...words], {
    directory: project,
    deadline: DEADLINE,
    signal,
  });
  const { text } = code === 0 ? (JSON.parse(output.toString()) as { text?: string }) : {};
  if (text !== undefined) return asUtf8(text);
  const said = errors.toString().trim().split("\n").at(-1) ?? "";
  throw new Error(`weft weave gave no text of ${source}${said === "" ? "" : `: ${said}`}`);
}

/** Units are read as latin1, each byte a character. */
function asUtf8(text: string): string {
  const decoded = Buffer.from(text, "latin1").toString("utf8");
  return decoded.includes("\ufffd") ? text : decoded;
}
