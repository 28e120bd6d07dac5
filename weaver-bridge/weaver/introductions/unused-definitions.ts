/**
 * Functions of slices that nothing in a unit names. Where the class belongs to another unit (the one that defines its
 * first function that is not inline), they would be inline functions that are never called, of which compilers make no
 * code: such a unit does without their text. What may be meant without a word counts as named.
 */
import type { AspectFile, Slice, TextRange } from "../../model/index.js";
import { plainName, slicesIn } from "../../pointcut/index.js";
import { type ExpandedTail, sectionsOf, sectionText } from "../aspect-text/aspect-tail.js";
import { tokenize } from "../text/c-tokens.js";
import { wordPlaces } from "../text/word-places.js";

/** Something that a slice defines outside itself, by its place. */
export type NeedsDefinition = (file: AspectFile, range: TextRange) => boolean;

interface Part {
  readonly place: string;
  /** Name of its slice. */
  readonly slice: string;
  /** Absent when it may be needed without being named. */
  readonly name: string | undefined;
  readonly words: ReadonlySet<string>;
}

interface Unit {
  readonly unitText: string;
  readonly files: readonly AspectFile[];
  readonly tail: ExpandedTail;
}

/** Tells whether the unit may need a definition. */
export function createUsage(unit: Unit): NeedsDefinition {
  let unused: ReadonlySet<string> | undefined;
  return (file, range) => !(unused ??= unusedIn(unit)).has(placeOf(file, range));
}

const placeOf = ({ file }: AspectFile, { start }: TextRange) => `${start} ${file}`;

function unusedIn({ unitText, files, tail }: Unit): ReadonlySet<string> {
  const slices = files.flatMap((file) => slicesIn(file).map((slice) => ({ file, slice })));
  const textOf = (file: AspectFile, range: TextRange) => sectionText(tail, files, file, range, "c++") ?? "";
  const members = slices.map(({ file, slice }) => ({
    slice,
    text: slice.members === undefined ? "" : textOf(file, slice.members),
  }));
  // A virtual function is needed by its class, and by which functions are virtual a base has a say.
  if (slices.some(({ slice }) => slice.bases !== undefined)) return new Set();
  if (members.some(({ text }) => /\bvirtual\b/.test(text))) return new Set();
  const parts = slices.flatMap(({ file, slice }) =>
    slice.definitions.map((definition) => partOf(definition, slice, file, textOf(file, definition.range))),
  );
  const others = sectionsOf(files, "c++").flatMap(({ kind }, index) =>
    kind === "slice" ? [] : (tail.sections[index] ?? []),
  );
  const texts = [unitText, others.join("\n")];
  const isNamed = (name: string) =>
    texts.some((text) => occurrences(text, name, 1) > 0) ||
    members.some(({ slice, text }) => {
      // Each function is declared once in its slice.
      const declared = parts.filter((part) => part.slice === slice.name && part.name === name).length;
      return occurrences(text, name, declared + 1) > declared;
    });
  const needed = parts.filter(({ name }) => name === undefined || isNamed(name));
  let unused = parts.filter((part) => !needed.includes(part));
  for (const { words } of needed) {
    // Grows while it is read.
    needed.push(...unused.filter(({ name }) => words.has(name as string)));
    unused = unused.filter(({ name }) => !words.has(name as string));
  }
  return new Set(unused.map(({ place }) => place));
}

/** As the last unit had them. */
const PARTS = new WeakMap<Definition, { readonly text: string; readonly part: Part }>();

function partOf(definition: Definition, slice: Slice, file: AspectFile, text: string): Part {
  const known = PARTS.get(definition);
  if (known?.text === text) return known.part;
  const part = readPart(definition, slice, file, text);
  PARTS.set(definition, { text, part });
  return part;
}

function readPart({ range, owner }: Definition, slice: Slice, file: AspectFile, text: string): Part {
  const words = tokenize(text).map((token) => token.text);
  const prefix = tokenize(file.text, owner.start, owner.end).map((token) => token.text);
  const start = words.findIndex((_, index) => prefix.every((word, at) => words[index + at] === word));
  const at = start + prefix.length;
  const name = words[at] ?? "";
  const isPlain = start !== -1 && /^\w+$/.test(name) && name !== "operator" && name !== plainName(slice.name);
  const hasMore = words.some((word) => MEANT.has(word)) || text.includes("[[");
  const isFunction = isPlain && words[at + 1] === "(" && !hasMore;
  const place = placeOf(file, range);
  return { place, slice: slice.name, name: isFunction ? name : undefined, words: new Set(words) };
}

type Definition = Slice["definitions"][number];

/** Functions with these may be reached, or wanted, by other ways than their names. */
const MEANT = new Set(["__attribute__", "__attribute", "asm", "__asm__", "__asm", "template"]);

/** Of a word, at most so many as are asked for. */
function occurrences(text: string, word: string, most: number): number {
  let count = 0;
  for (const _ of wordPlaces(text, word)) if (++count === most) break;
  return count;
}
