/** Accesses of the sources through variables whose type nothing tells: clang leaves out what a unit only declares. */
import { AT, createTypes } from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import { createChainRoots } from "./chain-roots.js";
import { writtenChains } from "./written-chains.js";

export interface UndescribedAccess {
  readonly variable: string;
  /** The last one of the chain. */
  readonly member: string;
  readonly file: string;
  readonly line: number;
}

/** Of variables that the image has symbols for; nothing where the sources are not to be had. */
export function* undescribedAccesses(image: ImageCode): Generator<UndescribedAccess> {
  const rootOf = createChainRoots(image, createTypes(image.debug));
  const symbols = new Set(
    image.elf.symbols.filter(({ kind }) => kind !== "function").map(({ name }) => name),
  );
  for (const origin of image.functions.origins) {
    if (image.debug.has(origin, AT.declaration)) continue;
    const body = image.sources.bodyOf(origin);
    if (body === undefined) continue;
    for (const chain of writtenChains(body.text)) {
      const { root, steps } = chain;
      const last = steps.at(-1);
      if (root === undefined || last === undefined || !symbols.has(root)) continue;
      if (rootOf(origin, chain) !== undefined) continue;
      const line = body.line + body.text.slice(0, last.at).split("\n").length - 1;
      yield { variable: root, member: last.name, file: body.file, line };
    }
  }
}
