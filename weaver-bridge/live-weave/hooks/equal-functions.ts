/** Hooks in functions that the compiler found equal, of which one has the code. */
import type { LiveHook } from "../../weaver/index.js";
import { imageCode } from "../image/image-code-of.js";
import type { KernelImage } from "../image/kernel-image.js";
import { mergedAt, whyMerged } from "../resolve/index.js";

interface Told {
  readonly image: KernelImage;
  refuse(hook: LiveHook, place: string, reason: string): void;
}

/** Why code of the function that a call stands in is another function's. */
export function equalTo(
  { within, file }: NonNullable<LiveHook["call"]>,
  image: KernelImage,
): string | undefined {
  const code = image.named(within).length > 0 ? undefined : imageCode(image);
  const why = code && whyMerged(within, (one) => baseName(one) === baseName(file), code);
  return why && `${within} has no code of its own: ${why}`;
}

/** What stands in code that is several functions' at once is counted for all of them. */
export function tellEqual(hook: LiveHook, place: string, address: number, { image, refuse }: Told): void {
  const code = imageCode(image);
  const start = code?.functions.ownAt(address)?.start;
  const equal = code === undefined || start === undefined ? [] : mergedAt(start, code);
  if (equal.length > 0)
    refuse(
      hook,
      `${place}: others`,
      `the compiler found ${equal.join(", ")} equal to the function: what its code does is counted here for both`,
    );
}

const baseName = (file: string) => file.slice(file.lastIndexOf("/") + 1);
