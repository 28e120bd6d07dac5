/** The debug information of a kernel's file, read when it is first asked for. */
import { inflateSync } from "node:zlib";
import { ObjectError, readElf } from "../../object-code/index.js";
import { type ImageCode, openImageCode } from "../resolve/index.js";
import { keptFacts } from "./kept-facts.js";
import type { KernelImage } from "./kernel-image.js";
import { openFile } from "./open-file.js";
import { sourcesOfImage } from "./sources-of-image.js";

const KNOWN = new WeakMap<KernelImage, { readonly code: ImageCode | undefined }>();

/** Undefined where the file has none. */
export function imageCode(image: KernelImage): ImageCode | undefined {
  let known = KNOWN.get(image);
  if (known === undefined) KNOWN.set(image, (known = { code: readCode(image) }));
  return known.code;
}

function readCode({ file, opened }: KernelImage): ImageCode | undefined {
  try {
    return opened === undefined
      ? openImageFile(file)
      : openImageCode(opened.elf, opened.kept, sourcesOfImage(file));
  } catch (error) {
    if (error instanceof ObjectError) return undefined;
    throw error;
  }
}

/** Throws the system's error, and ObjectError for what can't be resolved in, with the reason. */
export function openImageFile(file: string): ImageCode {
  const elf = readElf(openFile(file), { inflate: inflateSync });
  return openImageCode(elf, keptFacts(elf, file), sourcesOfImage(file));
}
