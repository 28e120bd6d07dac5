// Names of the configurations in a weft.json: what there is to choose from.
import { parse } from "jsonc-parser";
import * as vscode from "vscode";
import { textOfFile } from "../expected.js";

export interface Configurations {
  readonly names: readonly string[];
  /** The one that the project is in. */
  readonly current: string | undefined;
}

/** None where the file can't be read. */
export async function configurationsIn(path: string): Promise<Configurations> {
  const text = await textOfFile(vscode.Uri.file(path));
  const settings = parse(text ?? "{}") as
    | { readonly configurations?: object; readonly configuration?: string }
    | undefined;
  return { names: Object.keys(settings?.configurations ?? {}), current: settings?.configuration };
}
