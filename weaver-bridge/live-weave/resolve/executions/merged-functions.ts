/** Functions whose code the compiler found to be equal: one of them has it, the others are names for it. */
import { groupBy } from "../../../model/index.js";
import { AT, type CodeCopy, type EntryId, notedCalls, TAG } from "../../../object-code/index.js";
import { type ImageCode, isFunction } from "../code/image-code.js";

const KNOWN = new WeakMap<ImageCode, ReadonlyMap<string, number>>();

/** Why a function that was defined has no code of its own, though the image has a symbol for it; undefined where that is not so. */
export function mergedWith(origin: EntryId, image: ImageCode): string | undefined {
  const { debug, functions } = image;
  const name = debug.text(origin, AT.name);
  if (name === undefined || debug.has(origin, AT.declaration) || debug.has(origin, AT.low_pc))
    return undefined;
  let symbols = KNOWN.get(image);
  if (symbols === undefined) KNOWN.set(image, (symbols = addresses(image)));
  const address = symbols.get(name);
  const own = address === undefined ? undefined : functions.ownAt(address);
  if (own === undefined || own.start !== address || own.origin === origin) return undefined;
  const other = debug.text(own.origin, AT.name) ?? "";
  return other === name || other === "" ? undefined : mergedText(other);
}

/** Why code of the function stands in another one: it has none itself, or only a jump to an equal function. */
export function mergedCode(
  origin: EntryId,
  copies: readonly CodeCopy[],
  image: ImageCode,
): string | undefined {
  if (copies.length === 0) return mergedWith(origin, image) ?? mergedByCalls(origin, image);
  const [copy, ...others] = copies;
  if (copy === undefined || copy.isInlined || others.length > 0) return undefined;
  const [first] = image.instructionsOf(copy);
  const target = first?.flow === "jump" ? first.target : undefined;
  const own = target === undefined ? undefined : image.functions.ownAt(target);
  if (own === undefined || own.start !== target || own.origin === origin) return undefined;
  const other = image.debug.text(own.origin, AT.name) ?? "";
  return `the compiler found it equal to ${other}: its code is a jump there, and hooks in ${other} count accesses of both`;
}

/** Of a function without a place and without a symbol: where a line that calls it calls another one. */
export function mergedByCalls(origin: EntryId, image: ImageCode): string | undefined {
  const other = calledInstead(origin, image);
  return other === undefined ? undefined : mergedText(other);
}

/** Name of the function that lines call which name the one. */
function calledInstead(origin: EntryId, image: ImageCode): string | undefined {
  const { debug, functions } = image;
  const name = debug.text(origin, AT.name);
  if (name === undefined || debug.has(origin, AT.declaration) || debug.has(origin, AT.inline))
    return undefined;
  const unit = debug.entries.unitOf(origin);
  for (const copy of functions.own) {
    if (debug.entries.unitOf(copy.entry) !== unit) continue;
    for (const call of notedCalls(debug, copy)) {
      if (call.origin === undefined || !isAlike(origin, call.origin, image)) continue;
      const other = debug.text(call.origin, AT.name);
      // Of tail calls some note the place, others what is behind.
      const places = call.isTail ? [call.address - 1, call.address] : [call.address - 1];
      const words = places.flatMap((address) => {
        const row = debug.lines(unit).rowAt(address);
        return (row && image.sources.wordsIn(row.file, row.line)) ?? [];
      });
      if (other !== undefined && other !== name && words.some((line) => line.has(name) && !line.has(other)))
        return other;
    }
  }
  return undefined;
}

/** Equal code takes as many arguments and gives a result as well. */
function isAlike(one: EntryId, other: EntryId, { debug }: ImageCode): boolean {
  const parametersOf = (origin: EntryId) =>
    debug.entries.childrenOf(origin).filter((child) => debug.entries.tags[child] === TAG.formal_parameter)
      .length;
  return parametersOf(one) === parametersOf(other) && debug.has(one, AT.type) === debug.has(other, AT.type);
}

export const mergedText = (other: string) =>
  `the compiler found it equal to ${other}: both are one code, and hooks on ${other} count the executions of both`;

/** Why the code at the function's symbol is another function's; undefined where it is its own. */
export function mergedInto(
  name: string,
  address: number,
  { debug, functions }: ImageCode,
): string | undefined {
  const own = functions.ownAt(address);
  if (own === undefined || own.start !== address) return undefined;
  const other = debug.text(own.origin, AT.name) ?? name;
  if (other === name) return undefined;
  const defined = functions.origins.some(
    (origin) => debug.text(origin, AT.name) === name && !debug.has(origin, AT.declaration),
  );
  return defined ? mergedText(other) : undefined;
}

const MERGED = new WeakMap<ImageCode, ReadonlyMap<number, readonly string[]>>();

/** Functions whose executions are executions of the code at the address too, though it is another function's. */
export function mergedAt(address: number, image: ImageCode): readonly string[] {
  let known = MERGED.get(image);
  if (known === undefined) MERGED.set(image, (known = mergedNames(image)));
  const own = image.functions.ownAt(address);
  const bySymbol = known.get(address) ?? [];
  return own?.start === address ? [...new Set([...bySymbol, ...mergedInUnit(own, image)])] : bySymbol;
}

const CODELESS = new WeakMap<ImageCode, ReadonlyMap<number, readonly EntryId[]>>();
const INSTEAD = new WeakMap<ImageCode, Map<EntryId, string | undefined>>();

/** Of the same unit, without code and without a symbol. */
function mergedInUnit(own: CodeCopy, image: ImageCode): string[] {
  const { debug } = image;
  let instead = INSTEAD.get(image);
  if (instead === undefined) INSTEAD.set(image, (instead = new Map()));
  const name = debug.text(own.origin, AT.name);
  const found: string[] = [];
  for (const origin of codelessIn(own, image)) {
    if (!instead.has(origin)) instead.set(origin, calledInstead(origin, image));
    if (name !== undefined && instead.get(origin) === name) found.push(debug.text(origin, AT.name) ?? "");
  }
  return found;
}

/** Functions without code of which nothing tells whether they are the one that begins at the address: their sources are not there. */
export function perhapsMergedAt(address: number, image: ImageCode): readonly string[] {
  const own = image.functions.ownAt(address);
  if (own?.start !== address) return [];
  const known = mergedAt(address, image);
  return codelessIn(own, image).flatMap((origin) => {
    const name = image.debug.text(origin, AT.name) ?? "";
    const isTold = known.includes(name) || mergedWith(origin, image) !== undefined;
    return isTold || image.sources.bodyOf(origin) !== undefined || !isAlike(origin, own.origin, image)
      ? []
      : name;
  });
}

/** Of the same unit. */
function codelessIn(own: CodeCopy, image: ImageCode): readonly EntryId[] {
  let codeless = CODELESS.get(image);
  if (codeless === undefined) CODELESS.set(image, (codeless = codelessByUnit(image)));
  return codeless.get(image.debug.entries.unitOf(own.entry).index) ?? [];
}

/** By number of the unit: functions that were defined, and are neither code nor inlined. */
function codelessByUnit({ debug, functions }: ImageCode): ReadonlyMap<number, readonly EntryId[]> {
  const codeless = functions.origins.filter(
    (origin) =>
      !debug.has(origin, AT.declaration) &&
      !debug.has(origin, AT.inline) &&
      functions.copiesOf.get(origin).length === 0,
  );
  return groupBy(codeless, (origin) => debug.entries.unitOf(origin).index);
}

function mergedNames(image: ImageCode): ReadonlyMap<number, readonly string[]> {
  const named = groupBy(image.elf.symbols.filter(isFunction), ({ address }) => address);
  const several = [...named].filter(([, all]) => all.length > 1);
  return new Map(
    several.map(([address, all]) => [
      address,
      all.map(({ name }) => name).filter((name) => mergedInto(name, address, image) !== undefined),
    ]),
  );
}

function addresses({ elf }: ImageCode): ReadonlyMap<string, number> {
  return new Map(elf.symbols.filter(isFunction).map((symbol) => [symbol.name, symbol.address]));
}
