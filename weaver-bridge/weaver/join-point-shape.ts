/** What an advice can name of its join point, for the editor: by advice, its members and their types. */
import type { Language } from "../model/index.js";

/** The context that one advice sees, as C or C++ types; taken from the first join point that it matches in a unit. */
export interface JoinPointShape {
  /** Source file of the unit, absolute: its declarations are what the types need. */
  readonly unit: string;
  readonly language: Language;
  readonly members: readonly {
    readonly name: string;
    /** As the unit spells it. */
    readonly type: string;
    /** The same without names that only the unit knows. */
    readonly plainType: string;
  }[];
}

/** Names one advice of one file. */
export function adviceKey(file: string, aspect: string, index: number): string {
  return `${file}\0${aspect}\0${index}`;
}
