/** Which variable a function means by a name: its own parameters and locals hide those of the file, and no other's locals are seen. */

import type { ImageCode } from "../live-weave/index.js";
import { groupBy } from "../model/index.js";
import { AT, type EntryId, TAG } from "../object-code/index.js";

export interface Shadows {
  /** The function can't mean the variable, which has memory of its own, by its name. */
  hides(origin: EntryId, variable: EntryId): boolean;
}

export function createShadows({ debug }: ImageCode): Shadows {
  const { entries } = debug;
  const known = new Map<EntryId, ReadonlyMap<string, readonly EntryId[]>>();
  const ownOf = (origin: EntryId) => {
    let own = known.get(origin);
    if (own === undefined) known.set(origin, (own = declaredIn(origin)));
    return own;
  };
  return {
    hides: (origin, variable) => {
      const own = ownOf(origin).get(debug.text(variable, AT.name) ?? "") ?? [];
      if (own.length === 0) return functionAround(variable) !== undefined;
      return !own.some((one) => one === variable || isDeclarationOf(one, variable));
    },
  };

  /** Parameters and variables, in blocks too. */
  function declaredIn(origin: EntryId): ReadonlyMap<string, readonly EntryId[]> {
    const found: EntryId[] = [];
    const look = (entry: EntryId) => {
      for (const child of entries.childrenOf(entry)) {
        const tag = entries.tags[child];
        if (tag === TAG.lexical_block) look(child);
        if (tag === TAG.formal_parameter || tag === TAG.variable) found.push(child);
      }
    };
    look(origin);
    return groupBy(found, (one) => debug.text(one, AT.name) ?? "");
  }

  /** `extern int x;` in a block. */
  function isDeclarationOf(one: EntryId, variable: EntryId): boolean {
    return debug.has(one, AT.declaration) || debug.entry(variable, AT.specification) === one;
  }

  function functionAround(variable: EntryId): EntryId | undefined {
    let around = entries.parents[variable] as EntryId | undefined;
    while (around !== undefined && around >= 0 && entries.tags[around] !== TAG.subprogram)
      around = entries.parents[around] as EntryId | undefined;
    return around !== undefined && around >= 0 ? around : undefined;
  }
}
