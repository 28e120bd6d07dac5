// What may fail without harm to the rest: files that are not there are an answer, all else goes to the log with its name.
import * as vscode from "vscode";

let log: vscode.LogOutputChannel | undefined;

/** For `asked.then(undefined, noted("what"))`: undefined, and a line in the channel "Weft IDE". */
export function noted(what: string): (error: unknown) => undefined {
  return (error) => {
    log ??= vscode.window.createOutputChannel("Weft IDE", { log: true });
    log.warn(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  };
}

/** Undefined where the file or folder is not there, or may not be read. Rejects with whatever else it was. */
export async function unlessNoFile<T>(asked: Thenable<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

export const textOfFile = async (uri: vscode.Uri): Promise<string | undefined> => {
  const bytes = await unlessNoFile(vscode.workspace.fs.readFile(uri));
  return bytes && new TextDecoder().decode(bytes);
};

export const isThere = async (uri: vscode.Uri): Promise<boolean> =>
  (await unlessNoFile(vscode.workspace.fs.stat(uri))) !== undefined;
