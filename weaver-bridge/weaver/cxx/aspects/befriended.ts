/**
 * Functions that classes befriend. What is private there must stay open to their hidden bodies, so these are members of a
 * struct of their own, which the same classes befriend:
 *
 *     class C { friend struct __weft_in_7_1f; friend int f(C &); int a; };
 *     struct __weft_in_7_1f { static int __weft_proceed_7(C &c); };
 *     int f(C &c) { WRAPPER } int __weft_in_7_1f::__weft_proceed_7(C &c) { BODY }
 */
import type { FunctionEntity, UnitFacts } from "../../../model/index.js";
import { classAt } from "../types/class-at.js";
import { hashOf } from "../types/describe-class.js";

export interface Befriended {
  /** Offsets in the bodies of classes that befriend functions of that name without a qualifier. */
  placesOf(entity: FunctionEntity): readonly number[];
}

export function createBefriended(facts: UnitFacts, text: string): Befriended {
  let friends: { readonly at: number; readonly declared: string }[] | undefined;
  return {
    placesOf: ({ name }) => {
      friends ??= [...text.matchAll(/\bfriend\b([^;{}]*)/g)].map(({ index, 1: declared = "" }) => ({
        at: index,
        declared,
      }));
      const isMeant = namePattern(name);
      const met = friends.filter(({ declared }) => isMeant.test(declared));
      const found = met.flatMap(({ at }) => classAt(facts, at) ?? []);
      return [
        ...new Set(
          found.flatMap(({ local, definition }) => (local === true ? [] : definition!.body.start + 1)),
        ),
      ];
    },
  };
}

/** `R f(…)` or `R f<…>(…)`, and not `R n::f(…)`. */
function namePattern(name: string): RegExp {
  const words = name.match(/\w+|[^\s\w]/g) ?? [];
  const written = words.map((word) => word.replace(/\W/g, "\\$&")).join("\\s*");
  // Backwards from the parenthesis.
  return new RegExp(`(?=\\()(?<=(?<![\\w:]|::\\s)${written}\\s*(?:<[^;{}()]*>\\s*)?)\\(`);
}

/** The struct's name is the same for the same function in each unit that gives it the same number. */
export function friendStruct(number: number, file: string, line: number, name: string): string {
  return `__weft_in_${number}_${hashOf(`${file}:${line}:${name}`).toString(16)}`;
}
