/** The file of a module, as the guest has loaded it: relocated to where its sections are, with the kernel's symbols. */
import { statSync } from "node:fs";
import { imageOf, type KernelImage, openElf } from "../image/kernel-image.js";
import type { LoadedModule } from "./loaded-modules.js";

/** Throws as `readKernelImage`. */
export function readModuleImage(
  file: string,
  { sections }: LoadedModule,
  kernel: KernelImage,
  others: readonly KernelImage[],
): KernelImage {
  const { mtimeMs, size } = statSync(file);
  const version = `${kernel.digest} ${mtimeMs} ${size} ${JSON.stringify([...sections])}`;
  const known = KNOWN.get(file);
  if (known?.version === version) return known.image;
  const elf = openElf(file, {
    section: (name) => sections.get(name),
    symbol: (name) => [kernel, ...others].flatMap((image) => sharedOf(image, name))[0],
  });
  // A module's facts are read as fast as they would be found again.
  const image = imageOf(file, elf, undefined, ({ name, isLoaded }) => isLoaded && sections.has(name));
  KNOWN.set(file, { version, image });
  return image;
}

const KNOWN = new Map<string, { readonly version: string; readonly image: KernelImage }>();

const sharedOf = (image: KernelImage, name: string) =>
  image.named(name).flatMap((symbol) => (symbol.name === name && !symbol.isLocal ? [symbol.address] : []));
