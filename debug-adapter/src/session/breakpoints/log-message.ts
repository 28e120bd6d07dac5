/** The text of a logpoint at a hit: its expressions evaluated, and what fails said in place. */
import type { LogPart } from "../../engine/index.js";

export async function expandLogMessage(
  parts: readonly LogPart[],
  evaluate: (expression: string) => Promise<string>,
): Promise<string> {
  const texts: string[] = [];
  for (const part of parts) {
    if ("text" in part) texts.push(part.text);
    else texts.push(await evaluate(part.expression).catch((error: Error) => `<${error.message}>`));
  }
  return texts.join("");
}
