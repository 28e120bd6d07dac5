/**
 * The generated C++ of a unit. Prototypes of wrappers stand at the unit's start, as static member templates of
 * `::__weft`, a class of the unit alone: callable from everywhere, and one friend declaration lets them see what is
 * private. Join-point classes and definitions follow at the end. Equal glue is written once.
 */
import type { GeneratedFunction } from "../../../model/index.js";

/** Text of one join point's glue; `@@` stands for its number. */
export interface GluePart {
  readonly prototypes: readonly string[];
  readonly structs: readonly string[];
  /** Definitions, each with its line marker. */
  readonly functions: readonly string[];
}

export interface CxxGlue {
  /** Adds the part, or finds an equal one; returns its number. */
  add(part: GluePart, label: string): number;
  /** A number for names that stand in the unit's text itself. */
  fresh(): number;
  note(entry: GeneratedFunction): void;
  /** Runs `work`; what it adds is taken back when it throws. */
  transaction(work: () => void): void;
  readonly parts: readonly GluePart[];
  readonly generated: readonly GeneratedFunction[];
}

export function createGlue(): CxxGlue {
  const numbers = new Map<string, number>();
  const parts: GluePart[] = [];
  const generated: GeneratedFunction[] = [];
  let counter = 0;
  return {
    add: (part, label) => {
      // Line markers differ between places that are otherwise the same.
      const key = JSON.stringify([part.prototypes, part.structs, part.functions.map(withoutMarker)]);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const number = counter++;
      numbers.set(key, number);
      const fill = (text: string) => text.replaceAll("@@", String(number));
      const filled = {
        prototypes: part.prototypes.map(fill),
        structs: part.structs.map(fill),
        functions: part.functions.map(fill),
      };
      parts.push(filled);
      for (const text of filled.prototypes) {
        const symbol = /\b(__weft_\w+)\(/.exec(text)?.[1];
        if (symbol === undefined) continue;
        generated.push({ symbol, role: symbol.includes("_run_") ? "proceed" : "shadow", effects: [], label });
      }
      return number;
    },
    fresh: () => counter++,
    note: (entry) => generated.push(entry),
    transaction: (work) => {
      const before = { parts: parts.length, generated: generated.length, counter };
      try {
        work();
      } catch (error) {
        parts.length = before.parts;
        generated.length = before.generated;
        counter = before.counter;
        for (const [key, number] of numbers) if (number >= counter) numbers.delete(key);
        throw error;
      }
    },
    parts,
    generated,
  };
}

const withoutMarker = (text: string) => text.slice(text.indexOf("\n") + 1);
