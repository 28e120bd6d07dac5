/** Two objects of one unit, before and after. Pure. */
import type { ObjectImage } from "./object-image.js";

export interface FunctionDifference {
  readonly name: string;
  /** Bytes; absent where there is no such function. */
  readonly before?: number;
  readonly after?: number;
}

export interface ObjectComparison {
  /** `equal`: all loaded sections byte for byte. `reordered`: the same functions and data in another order. */
  readonly verdict: "equal" | "reordered" | "different";
  readonly functions: readonly FunctionDifference[];
  /** Sections of data that differ while no function does. */
  readonly sections: readonly string[];
  /** The line tables differ: what a debugger shows has moved. */
  readonly linesDiffer: boolean;
}

export function compareObjects(before: ObjectImage, after: ObjectImage): ObjectComparison {
  const linesDiffer = before.lines !== after.lines;
  const sections = namesOf(before.sections, after.sections).filter(
    (name) => before.sections.get(name) !== after.sections.get(name),
  );
  if (sections.length === 0) return { verdict: "equal", functions: [], sections: [], linesDiffer };
  const functions = namesOf(before.functions, after.functions).flatMap((name): FunctionDifference[] => {
    const [old, now] = [before.functions.get(name), after.functions.get(name)];
    if (old !== undefined && now !== undefined && old.code === now.code) return [];
    return [
      {
        name,
        ...(old === undefined ? {} : { before: old.size }),
        ...(now === undefined ? {} : { after: now.size }),
      },
    ];
  });
  const data = namesOf(before.data, after.data).filter(
    (name) => before.data.get(name) !== after.data.get(name),
  );
  // Unwinding tables follow the code.
  const codeDiffers = sections.some((name) => isCode(before, name) || isCode(after, name));
  const changed = sections.filter(
    (name) => !isCode(before, name) && !isCode(after, name) && !(codeDiffers && name === ".eh_frame"),
  );
  const same = functions.length === 0 && data.length === 0 && changed.length === 0;
  return { verdict: same ? "reordered" : "different", functions, sections: same ? [] : changed, linesDiffer };
}

function isCode({ codeSections }: ObjectImage, name: string): boolean {
  return codeSections.has(name);
}

function namesOf(left: ReadonlyMap<string, unknown>, right: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...left.keys(), ...right.keys()])];
}
