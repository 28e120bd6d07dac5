/** Source files as commands see them: whether two names mean one file, and their text. */
import { resolve } from "node:path";
import { askRealFolder, type CompilerCommand, readRegular, sourceNames } from "../kernel-build/index.js";
import { type SourceRange, unlessRefused } from "../model/index.js";

const real = new Map<string, string>();

/** Links are followed. */
export function sameFile(left: string, right: string): boolean {
  return left === right || realPath(left) === realPath(right);
}

function realPath(file: string): string {
  let known = real.get(file);
  if (known === undefined) {
    known = askRealFolder(file);
    real.set(file, known);
  }
  return known;
}

/** A range of the unit at the name that its file has in the project: the same in all units, whichever folder they are compiled in. */
export function namedIn({
  command,
  root,
}: {
  readonly command: CompilerCommand;
  readonly root?: string;
}): (range: SourceRange) => SourceRange {
  const { nameOf } = sourceNames(command.directory, root);
  return (range) => ({ ...range, file: nameOf(range.file) });
}

/** What a unit's source is called in the project. */
export function unitName({
  command,
  input,
  root,
}: {
  readonly command: CompilerCommand;
  readonly input: { readonly path: string };
  readonly root?: string;
}): string {
  return sourceNames(command.directory, root).nameOf(input.path);
}

/** Text (latin1) of files named relative to a compile's working directory; undefined where there is none. */
export function sourceReader(directory: string): (file: string) => string | undefined {
  return (file) => unlessRefused(() => readRegular(resolve(directory, file), "latin1"));
}
