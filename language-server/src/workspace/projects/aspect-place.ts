/** Where a new aspect of a project goes: beside the others, named in the project's settings as they are in the editor. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProjectRoot, PROJECT_FILE, readRegular } from "@weft/weaver-bridge/kernel-build";
import { unlessRefused } from "@weft/weaver-bridge/model";
import type { Documents } from "../texts/documents.js";

export interface AspectPlace {
  /** Absolute path of `weft.json`. */
  readonly settingsFile: string;
  /** Its text. */
  readonly settings: string;
  /** Is there such a file, relative to the project? */
  has(file: string): boolean;
  /** Absolute. */
  path(file: string): string;
}

/** Of the project around a source file; `undefined` where there is none, or it can't be read. */
export function aspectPlace(documents: Documents, source: string): AspectPlace | undefined {
  const root = findProjectRoot(dirname(source));
  if (root === undefined) return undefined;
  const settingsFile = join(root, PROJECT_FILE);
  const path = (file: string) => join(root, file);
  const settings =
    documents.openText(settingsFile)?.text ?? unlessRefused(() => readRegular(settingsFile, "utf8"));
  if (settings === undefined) return undefined;
  return { settingsFile, settings, path, has: (file) => existsSync(path(file)) };
}
