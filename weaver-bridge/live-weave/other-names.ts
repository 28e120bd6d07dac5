/** Functions that have no code of their own: another name of one that has (`__attribute__((alias))`) can't be hooked. */
import type { KernelImage } from "./index.js";

/** What aspects say, and the kernel has only as a further name: that name, and the one it is meant to be. */
export function otherNames(texts: readonly string[], image: KernelImage): [string, string][] {
  const words = new Set(texts.flatMap((text) => text.match(/\b[A-Za-z_]\w*(?=\s*\()/g) ?? []));
  const functions = image.symbols.filter(({ kind }) => kind === "function");
  return functions
    .filter(({ name }) => words.has(name))
    .flatMap(({ name, address }) => {
      const other = functions.find((one) => one.address === address && one.name !== name);
      return other === undefined ? [] : [[name, other.name] satisfies [string, string]];
    });
}
