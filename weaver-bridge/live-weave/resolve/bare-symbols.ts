/** Functions that debug information does not tell of by the name that the image has for them. */
import { AT } from "../../object-code/index.js";
import { type ImageCode, isFunction } from "./image-code.js";
import type { WantedNames } from "./wanted-names.js";

export interface BareSymbol {
  readonly name: string;
  /** That it has no place of its own. */
  readonly why: string;
}

/** Each name once. */
export function bareSymbols({ elf, debug, functions }: ImageCode, isMeant: WantedNames): BareSymbol[] {
  const found = new Map<string, BareSymbol>();
  for (const symbol of elf.symbols) {
    const { name, address } = symbol;
    if (!isFunction(symbol) || found.has(name)) continue;
    if (!isMeant("execution", { kind: "function", name, scope: [] })) continue;
    const own = functions.ownAt(address);
    if (own === undefined) found.set(name, { name, why: NO_DEBUG_INFORMATION });
    else if (own.start === address) {
      const other = debug.text(own.origin, AT.name) ?? "";
      if (!isNamed(name, other))
        found.set(name, { name, why: `it is only another name of ${other}: name that` });
    }
  }
  return [...found.values()];
}

const NO_DEBUG_INFORMATION = "it has no debug information, as what is written in assembler";

/** The optimizer makes `f.constprop.0` of `f`. */
const isNamed = (symbol: string, name: string) => symbol === name || symbol.startsWith(`${name}.`);
