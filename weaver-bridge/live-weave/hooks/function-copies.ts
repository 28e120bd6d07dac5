/** The code of a function that advice names, by the symbols of an image. */
import type { LiveHook } from "../../weaver/index.js";
import type { KernelImage, KernelSymbol } from "../image/kernel-image.js";

/** Where something is planned. */
export interface PlannedImage {
  readonly image: KernelImage;
  /** Loaded beside it: its code may call what they have. */
  readonly others: readonly KernelImage[];
}

/** Of one function, with the image that it is in. */
export interface Callee {
  readonly address: number;
  readonly image: KernelImage;
}

/** What an image has itself comes before what it imports. */
export function calleesOf(hook: LiveHook, source: string, { image, others }: PlannedImage): Callee[] {
  const found = [image, ...others].map((one) =>
    copiesOf(hook, source, one).map(({ address }) => ({ address, image: one })),
  );
  return found.find((copies) => copies.length > 0) ?? [];
}

/** The optimizer makes `f.constprop.0` of `f`; what it splits off a function (`f.cold`, `f.part.0`) is not its entry. */
export function copiesOf({ target, isStatic }: LiveHook, source: string, image: KernelImage): KernelSymbol[] {
  const unit = source.slice(source.lastIndexOf("/") + 1);
  return image
    .named(target)
    .filter(
      ({ name, kind, isLocal, unit: from }) =>
        kind === "function" &&
        (name === target || !/\.(cold|part)\b/.test(name)) &&
        (isStatic ? isLocal && (from === undefined || from === unit) : true),
    );
}
