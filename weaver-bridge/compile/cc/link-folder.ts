/** Temporary objects of one link command, removed with their folder. */
import { basename, join } from "node:path";
import { type CompilerInput, removeTemporary, temporaryFolder } from "../../kernel-build/index.js";

export function linkFolder() {
  let folder: string | undefined;
  const objects = new Map<CompilerInput, string>();
  return {
    /** The same path each time; unlike for inputs of the same name. */
    objectFor(input: CompilerInput): string {
      folder ??= temporaryFolder("weft-link-");
      const known = objects.get(input) ?? join(folder, `${objects.size}-${basename(input.path)}.o`);
      objects.set(input, known);
      return known;
    },
    dispose(): void {
      if (folder !== undefined) removeTemporary(folder);
    },
  };
}
