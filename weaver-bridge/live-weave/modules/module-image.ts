/** The file of a module, as the guest has loaded it: relocated to where its sections are, with the kernel's symbols. */
import { statSync } from "node:fs";
import { imageOf, type KernelImage, openElf } from "../image/kernel-image.js";
import { laidOutSections } from "./laid-out-sections.js";
import type { LoadedModule } from "./loaded-modules.js";

/** Undefined where nobody knows where its sections are. Throws as `readKernelImage`. */
export function readModuleImage(
  file: string,
  module: LoadedModule,
  kernel: KernelImage,
  others: readonly KernelImage[],
): KernelImage | undefined {
  const { mtimeMs, size } = statSync(file);
  const places = JSON.stringify([...(module.sections ?? []), module.place]);
  const version = `${kernel.digest} ${mtimeMs} ${size} ${places}`;
  const known = KNOWN.get(file);
  if (known?.version === version) return known.image;
  const sections = module.sections ?? (module.place && laidOutSections(openElf(file), module.place));
  if (sections === undefined) return undefined;
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
