/** Functions that debug information does not tell of by the name that the image has for them. */
import { AT } from "../../../object-code/index.js";
import { type ImageCode, isFunction } from "../code/image-code.js";
import type { WantedNames } from "../code/wanted-names.js";
import { mergedInto } from "../executions/merged-functions.js";
import type { NoPlace } from "./accounts.js";

export interface BareSymbol extends NoPlace {
  readonly name: string;
}

/** Each name once. */
export function bareSymbols(image: ImageCode, isMeant: WantedNames): BareSymbol[] {
  const { elf, debug, functions } = image;
  const found = new Map<string, BareSymbol>();
  for (const symbol of elf.symbols) {
    const { name, address } = symbol;
    if (!isFunction(symbol) || found.has(name)) continue;
    if (!isMeant("execution", { kind: "function", name, scope: [] })) continue;
    const own = functions.ownAt(address);
    if (own === undefined) found.set(name, { name, account: "refused", why: NO_DEBUG_INFORMATION });
    else if (own.start === address) {
      const other = debug.text(own.origin, AT.name) ?? "";
      // What is merged is told by its own entry.
      if (!isNamed(name, other) && mergedInto(name, address, image) === undefined)
        found.set(name, {
          name,
          account: "shared",
          why: `it is another name of ${other}, whose code it is: name that`,
        });
    }
  }
  return [...found.values()];
}

const NO_DEBUG_INFORMATION =
  "it has no debug information: it is written in assembler, or its unit was compiled without -g";

/** The optimizer makes `f.constprop.0` of `f`. */
const isNamed = (symbol: string, name: string) => symbol === name || symbol.startsWith(`${name}.`);
