/** The names in a unit's text, for who keeps them to ask what the unit may hold. */
import { loadAddon } from "./addon.js";
import { ClangError } from "./clang-error.js";

/**
 * `text` is preprocessed, latin1; so is the outline: the files that the text is made of as `# 1 "file"`, then each name
 * once with the sum of its uses, as `OutlineUse` in `native/src/outline.h` has them. Throws `ClangError`.
 */
export function outlineOf(text: string): string {
  const { outline } = loadAddon();
  if (outline === undefined)
    throw new ClangError(
      "addon-missing",
      "the libclang addon is older than Weft",
      "Run: npm run build:native",
    );
  return outline(Buffer.from(text, "latin1")).toString("latin1");
}
