/** What a declaration says of who else touches a place. */
import { keyOf, type Place } from "./values.js";

export interface DeclaredAccess {
  /** No other code writes what is at the place or in it, a declaration says: no other processor, no interrupt. */
  readonly addExclusive: (place: Place) => void;
  readonly isExclusive: (key: string) => boolean;
  /** Only code that is called may write it by another pointer. */
  readonly addUnaliased: (root: string) => void;
  readonly isUnaliased: (root: string) => boolean;
}

export function createDeclaredAccess(): DeclaredAccess {
  const exclusive = new Set<string>();
  const unaliased = new Set<string>();
  return {
    addExclusive: (place) => void exclusive.add(keyOf(place)),
    isExclusive: (key) => [...exclusive].some((whole) => key === whole || key.startsWith(`${whole}/`)),
    addUnaliased: (root) => void unaliased.add(root),
    isUnaliased: (root) => unaliased.has(root),
  };
}
