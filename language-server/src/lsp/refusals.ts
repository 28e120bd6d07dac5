/**
 * What the user is told when a request can't be done: one sentence of what, why, and what next. Errors that nobody foresaw
 * get such a sentence here, and go to the log as they are.
 */
import { invariant, lookUp } from "@weft/weaver-bridge/model";
import {
  type Connection,
  ErrorCodes,
  type GenericRequestHandler,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver/node";

/** `why` is for people. */
export function refused(why: string): ResponseError<void> {
  return new ResponseError(LSPErrorCodes.RequestFailed, why);
}

/** For answers that are shown without the part that failed: clangd's refusals are for who looks for them, all else is a fault. */
export function tellFailed({ console }: Connection, what: string): (error: Error) => void {
  return (error) => {
    if (error instanceof ResponseError) console.debug(`${what}: ${error.message}`);
    else console.error(`${what}: ${error.stack ?? error.message}`);
  };
}

/** What did not happen, for requests that users make themselves. */
const UNDONE: Readonly<Record<string, string>> = {
  "textDocument/prepareRename": "The name can't be changed",
  "textDocument/rename": "The name can't be changed",
  "textDocument/formatting": "The file can't be formatted",
  "textDocument/rangeFormatting": "The selection can't be formatted",
  "textDocument/codeAction": "There are no quick fixes and refactorings for this place now",
  "codeAction/resolve": "The change can't be made",
  "workspace/executeCommand": "The command can't be run",
};

/** What clangd says, in words that lead on. */
const SAID_BY_CLANGD: readonly (readonly [RegExp, string])[] = [
  [
    /no symbol (?:at|found)|No symbol/i,
    "there is no name at the cursor. Place the cursor on a name and try again",
  ],
  [
    /non-added document/,
    "clangd does not know the file yet. Wait until it is read (a moment after it was opened) and try again",
  ],
  [/invalid AST/i, "clangd can't read the file as it is. Mend the first error in it and try again"],
  [
    /not a supported kind/,
    "names of this kind can't be changed by clangd. Look at Find All References and change them by hand",
  ],
  [/same as the old name|new name is the same/, "the new name is the old one. Give another name"],
  [
    /used outside|unindexed|may be used/,
    "it may be used in files that clangd has not read. Wait until the background index is done and try again",
  ],
];

const FOREIGN_NEXT = "Mend what is wrong there, or look at Find All References and change it by hand";

/** The same connection, whose requests fail with such sentences only. */
export function withPlainRefusals(connection: Connection): Connection {
  const onRequest = (type: unknown, handler?: GenericRequestHandler<unknown, unknown>) => {
    invariant(typeof type === "string" && handler !== undefined, "requests are registered by name");
    return connection.onRequest(
      type,
      async (...given: Parameters<GenericRequestHandler<unknown, unknown>>) => {
        try {
          return await handler(...given);
        } catch (error) {
          const plain = plainRefusal(type, error);
          if (plain !== error)
            connection.console.error(`${type}: ${(error as Error).stack ?? String(error)}`);
          throw plain;
        }
      },
    );
  };
  return Object.create(connection, { onRequest: { value: onRequest } }) as Connection;
}

/** Ours and those of the protocol (cancelled, outdated) stay as they are. */
export function plainRefusal(method: string, error: unknown): unknown {
  const undone = lookUp(UNDONE, method) ?? `Weft has no answer to ${method}`;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ResponseError) {
    if (isOfProtocol(error.code)) return error;
    const known = SAID_BY_CLANGD.find(([pattern]) => pattern.test(message))?.[1];
    const why = message.replace(/^Cannot rename symbol: /, "").replace(/\.$/, "");
    return refused(known === undefined ? `${undone}: ${why}. ${FOREIGN_NEXT}` : `${undone}: ${known}`);
  }
  return refused(
    `${undone}: ${message.replace(/\.$/, "")}. Try again; if it stays so, the output of Weft has more, for a report`,
  );
}

function isOfProtocol(code: number): boolean {
  return (
    (code >= LSPErrorCodes.lspReservedErrorRangeStart && code <= LSPErrorCodes.lspReservedErrorRangeEnd) ||
    code === ErrorCodes.PendingResponseRejected ||
    code === ErrorCodes.ConnectionInactive
  );
}
