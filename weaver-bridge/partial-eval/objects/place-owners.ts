/** Which structures and unions places are in, as they are met. */
import { keyOf, type Place } from "./values.js";

/** A member of a structure. */
export interface Level {
  readonly owner: string;
  readonly member: string;
}

export interface PlaceOwners {
  /** The structure that members of a place belong to, canonical. */
  readonly noteOwner: (whole: Place, owner: string) => void;
  /** A union, or a structure with parts that have no name: what is written in it may change all of it. */
  readonly noteShared: (whole: Place) => void;
  /** The outermost such object that a place is in. */
  readonly sharedAround: (place: Place) => Place | undefined;
  /** Members on the way to a place, outermost first; those whose structure is not known are left out. */
  readonly levelsOf: (key: string) => readonly Level[];
}

export function createPlaceOwners(): PlaceOwners {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  return {
    noteOwner: (whole, owner) => void owners.set(keyOf(whole), owner),
    noteShared: (whole) => void shared.add(keyOf(whole)),
    sharedAround: ({ root, path }) => {
      for (let length = 0; shared.size > 0 && length < path.length; length++) {
        const whole = { root, path: path.slice(0, length) };
        if (shared.has(keyOf(whole))) return whole;
      }
      return undefined;
    },
    levelsOf: (key) => {
      const steps = key.split("/");
      return steps.flatMap((member, at) => {
        const owner = at === 0 ? undefined : owners.get(steps.slice(0, at).join("/"));
        return owner === undefined ? [] : [{ owner, member }];
      });
    },
  };
}
