/** Names that are free in a residual function. */
import type { Program } from "../tree/program.js";

export interface ResidualNames {
  /** The name itself, or with a number behind it; taken from now on. */
  readonly take: (base: string) => string;
  /** Something else has it; false where a variable that was taken has it already. */
  readonly reserve: (name: string) => boolean;
}

export function createResidualNames(program: Program): ResidualNames {
  const taken = new Set<string>([...program.functions.keys(), ...program.globals.keys()]);
  const given = new Set<string>();
  /** By base, up to which number all are taken. */
  const tried = new Map<string, number>();
  return {
    take: (base) => {
      let name = base;
      for (let number = tried.get(base) ?? 2; taken.has(name); number++) {
        name = `${base}_${number}`;
        tried.set(base, number + 1);
      }
      taken.add(name);
      given.add(name);
      return name;
    },
    reserve: (name) => {
      const isFree = !given.has(name);
      taken.add(name);
      return isFree;
    },
  };
}
