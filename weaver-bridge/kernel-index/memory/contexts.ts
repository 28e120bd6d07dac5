/**
 * Which types a function means is not in its text. Units that define the same types in the same way share what is known
 * of functions; a unit that defines one of them otherwise (a type of its own, boot code, a header included twice with
 * other macros) shares what follows that definition only with those that do so too.
 */
import type { ContextRecord } from "../records/records.js";

export interface Contexts {
  /** Hashes of names and definitions, in turns. */
  typesOf(name: string): BigUint64Array;
  /** Under which name bodies are shared now. */
  current(name: string): string;
  /**
   * The unit's definitions, in their order, join those of the context up to the first that differs. Returns the names
   * under which the unit shares its bodies: `common` what stands before that one, `name` what follows. `wasShared`: before
   * an edit it shared them all.
   */
  join(
    name: string,
    types: BigUint64Array,
    wasShared: boolean,
  ): { readonly common: string; readonly name: string; readonly shared: boolean };
  restore(record: ContextRecord): void;
  takeChanged(): ContextRecord[];
}

interface Context {
  epoch: number;
  known: Map<bigint, bigint> | undefined;
  /** What is known, in turns, and room for more. */
  list: BigUint64Array;
  used: number;
}

export function createContexts(): Contexts {
  const contexts = new Map<string, Context>();
  const changed = new Set<string>();
  const of = (name: string): Context => {
    let context = contexts.get(name);
    if (context === undefined)
      contexts.set(name, (context = { epoch: 0, known: new Map(), list: new BigUint64Array(), used: 0 }));
    return context;
  };
  const current = (name: string) => `${name}#${of(name).epoch}`;
  const addAll = (name: string, types: BigUint64Array) => {
    const context = of(name);
    const known = definitionsOf(context);
    for (let at = 0; at + 1 < types.length; at += 2) {
      if (known.has(types[at] as bigint)) continue;
      addTo(context, types[at] as bigint, types[at + 1] as bigint);
      changed.add(name);
    }
  };
  return {
    typesOf: (name) => listOf(of(name)),
    current,
    join(name, types, wasShared) {
      const context = of(name);
      const definitions = definitionsOf(context);
      const strange = new Set<bigint>();
      let first = types.length;
      for (let at = 0; at + 1 < types.length; at += 2) {
        const known = definitions.get(types[at] as bigint);
        if (known === undefined || known === types[at + 1]) continue;
        strange.add(types[at + 1] as bigint);
        first = Math.min(first, at);
      }
      if (strange.size > 0 && !wasShared) {
        addAll(name, types.subarray(0, first));
        const common = current(name);
        return { common, name: `${common}/${[...strange].sort().join("/")}`, shared: false };
      }
      if (strange.size > 0) {
        context.epoch++;
        definitions.clear();
        context.used = 0;
      }
      addAll(name, types);
      return { common: current(name), name: current(name), shared: true };
    },
    restore({ name, epoch, types }) {
      contexts.set(name, { epoch, known: undefined, list: types, used: types.length });
    },
    takeChanged() {
      const taken = [...changed].map((name): ContextRecord => {
        const context = of(name);
        return { name, epoch: context.epoch, types: listOf(context) };
      });
      changed.clear();
      return taken;
    },
  };
}

function listOf({ list, used }: Context): BigUint64Array {
  return list.subarray(0, used);
}

function addTo(context: Context, name: bigint, definition: bigint): void {
  context.known?.set(name, definition);
  if (context.used === context.list.length) {
    const larger = new BigUint64Array(Math.max(64, context.used * 2));
    larger.set(context.list);
    context.list = larger;
  }
  context.list[context.used++] = name;
  context.list[context.used++] = definition;
}

/** Made from the list when a unit is read: who only asks questions never needs it. */
function definitionsOf(context: Context): Map<bigint, bigint> {
  if (context.known === undefined) {
    context.known = new Map();
    for (let at = 0; at + 1 < context.used; at += 2)
      context.known.set(context.list[at] as bigint, context.list[at + 1] as bigint);
  }
  return context.known;
}
