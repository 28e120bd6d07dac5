/**
 * clangd gives a question up when the text that it is about changes. Where the editor's own text did not, it was Weft that gave
 * clangd another one (with members that aspects introduce): then the question is asked again, at that text's places.
 */
import { type CancellationToken, LSPErrorCodes, ResponseError } from "vscode-languageserver/node";

/** How often Weft may know better while one question is answered. */
const MOST_TRIES = 4;

/** `version`: of the editor's text; undefined where it has none. Rejects as `ask` does. */
export async function askAgain<T>(
  ask: () => Promise<T>,
  version: () => number | undefined,
  token?: CancellationToken,
): Promise<T> {
  const asked = version();
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      const isGivenUp = error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
      const isWanted = version() === asked && token?.isCancellationRequested !== true;
      if (!isGivenUp || !isWanted || tries === MOST_TRIES) throw error;
    }
  }
}
