/** The debug information of a kernel's file, read when it is first asked for. */
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { ObjectError } from "../../object-code/index.js";
import { type ImageCode, openImageCode } from "../resolve/index.js";
import type { KernelImage } from "./kernel-image.js";

const KNOWN = new WeakMap<KernelImage, { readonly code: ImageCode | undefined }>();

/** Undefined where the file has none. */
export function imageCode(image: KernelImage): ImageCode | undefined {
  let known = KNOWN.get(image);
  if (known === undefined) KNOWN.set(image, (known = { code: readCode(image) }));
  return known.code;
}

function readCode(image: KernelImage): ImageCode | undefined {
  try {
    return openImageCode(readFileSync(image.file), inflateSync);
  } catch (error) {
    if (error instanceof ObjectError) return undefined;
    throw error;
  }
}
