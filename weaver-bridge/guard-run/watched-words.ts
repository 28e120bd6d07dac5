/** Where the words are that say which object is plugged, and where in such an object its guarded terms, by debug information. */
import { type GuardDeclaration, subjectOf, termName } from "../guards/index.js";
import type { GuestMemory, StoppedGuest } from "../guest/index.js";
import { objectSymbol, plugSymbol } from "../replug/index.js";
import { askGdb } from "./line-of-address.js";

export interface WatchedTerm {
  readonly term: string;
  readonly offset: number;
  readonly length: number;
}

/** Of one plugged function and one subject of its guards. */
export interface Word {
  readonly address: number;
  /** Where the kernel keeps the place of the guard that fired last. */
  readonly lastHit: number;
  readonly terms: readonly WatchedTerm[];
  /** The object that is watched; undefined while there is none. */
  object?: number | undefined;
  /** The function whose guard fired, while its writes are waited for. */
  leaving?: string | undefined;
  /** It was plugged in again while that guard fired: it is watched on behind that function's writes. */
  isPluggedAgain?: boolean;
}

/** A term of an object that is watched. */
export interface Place extends GuestMemory {
  readonly word: Word;
  readonly term: string;
}

export const placesOf = (words: readonly Word[]): Place[] =>
  words.flatMap((word) => {
    const { object, terms } = word;
    if (object === undefined) return [];
    return terms.map(({ term, offset, length }) => ({ word, term, address: object + offset, length }));
  });

/** Where the guard that fired stands, as it told. */
export async function hitPlace(guest: StoppedGuest, { lastHit }: Word): Promise<number> {
  return (await guest.read(lastHit, 4)).readUInt32LE(0) - 1;
}

/** A string says why they are not known. */
export async function wordsOf(guards: readonly GuardDeclaration[], image: string): Promise<Word[] | string> {
  const types = await typesOf(guards, image);
  const asked = guards.flatMap((guard, index) =>
    guard.protects.flatMap((residual) => [
      `(unsigned long)&${objectSymbol(residual, subjectOf(guard))}`,
      `(unsigned long)&${plugSymbol(residual)}.last_hit`,
      ...guard.terms.flatMap((term) => termWords(types[index], term)),
    ]),
  );
  if (asked.length === 0) return "no guard protects anything: say protects RESIDUAL";
  const answers = await askGdb(
    image,
    asked.map((one) => `output/u ${one}`),
  );
  const unknown = answers.find((one) => !/^\d+$/.test(one));
  if (unknown !== undefined)
    return `${image} does not tell where the guarded objects are: ${unknown}. Build it with weft build, with debug information`;
  const numbers = answers.map(Number);
  return guards.flatMap((guard) =>
    guard.protects.map((): Word => {
      const address = numbers.shift() as number;
      const lastHit = numbers.shift() as number;
      const terms = guard.terms.map((term) => ({
        term: termName(guard, term),
        offset: numbers.shift() as number,
        length: numbers.shift() as number,
      }));
      return { address, lastHit, terms };
    }),
  );
}

/** As GDB reads it; undefined where the terms are variables. */
async function typesOf(guards: readonly GuardDeclaration[], image: string): Promise<(string | undefined)[]> {
  const named = guards.map(({ type, key }) => type && `${key ?? "struct"} ${type}`);
  const answers = await askGdb(
    image,
    named.map((one) => `output/u sizeof(${one ?? "int"})`),
  );
  // What no tag has is a typedef.
  return named.map((one, index) => (/^\d+$/.test(answers[index] ?? "") ? one : guards[index]?.type));
}

/** Where it is in its object, and how long. */
function termWords(type: string | undefined, term: string): string[] {
  if (type === undefined) return ["0", `sizeof(${term})`];
  const member = `((${type} *)0)->${term}`;
  return [`(unsigned long)&${member}`, `sizeof(${member})`];
}
