/** The sources that an image was made of, where they still are as they were then. */
import { statSync } from "node:fs";
import { readRegular } from "../../kernel-build/index.js";
import type { SourceText } from "../resolve/index.js";

/** What is missing, or newer than the image, has no text. */
export function sourcesOfImage(image: string): SourceText {
  const made = statSync(image).mtimeMs;
  return (file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() === true && found.mtimeMs <= made ? readRegular(file, "latin1") : undefined;
  };
}
