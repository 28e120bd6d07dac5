/** Several files that belong together: all are written beside their places first, then renamed, so none is half there. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  finishTemporary,
  readRegular,
  removeTemporary,
  requireWithin,
  temporaryBeside,
} from "../../kernel-build/index.js";

export interface OutputFile {
  readonly path: string;
  /** Latin1. */
  readonly text: string;
}

/**
 * Into `root`, which is made; what would lead elsewhere is refused. Throws the system's error; no file has changed then, unless
 * renaming itself failed half way.
 */
export function writeOutputs(root: string, files: readonly OutputFile[]): void {
  const written: { readonly temporary: string; readonly path: string }[] = [];
  if (files.length === 0) return;
  try {
    mkdirSync(root, { recursive: true });
    for (const { path } of files) requireWithin(root, path);
    for (const { path, text } of files) {
      mkdirSync(dirname(path), { recursive: true });
      const temporary = temporaryBeside(path);
      written.push({ temporary, path });
      // Exclusively: whatever stands there is not ours.
      writeFileSync(temporary, text, { encoding: "latin1", flag: "wx" });
    }
    for (const { temporary, path } of written) finishTemporary(temporary, path);
  } catch (error) {
    for (const { temporary } of written) removeTemporary(temporary);
    throw error;
  }
}

/** Those whose content on disk is another: make sees a new time only where something changed. */
export function changedOutputs(files: readonly OutputFile[]): OutputFile[] {
  return files.filter(({ path, text }) => !existsSync(path) || readRegular(path, "latin1") !== text);
}
