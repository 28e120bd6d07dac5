/** Requests about one file. */
import type { CancellationToken } from "vscode-languageserver/node";
import { type Place, pathOfUri } from "../workspace/index.js";
import type { ServerContext } from "./context.js";

export interface OfFile {
  readonly textDocument: { readonly uri: string };
}

export interface At extends OfFile {
  readonly position: Place;
}

/** `path` is absolute; files that are not on this machine get `null`. */
export function onFile<P extends OfFile, R>(
  { connection }: ServerContext,
  method: string,
  handle: (params: P, path: string, token: CancellationToken) => Promise<R> | R,
): void {
  connection.onRequest(method, async (params: P, token: CancellationToken): Promise<unknown> => {
    const path = pathOfUri(params.textDocument.uri);
    return path === undefined ? null : handle(params, path, token);
  });
}
