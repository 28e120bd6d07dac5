/**
 * The units that must be read to weave advice live, found by what the image has: in a kernel of a thousand units most have
 * no join point, and each would cost a preprocessor. Of an inline function, one of the units that include it is enough.
 */
import { resolve } from "node:path";
import type { AspectFile } from "../../model/index.js";
import { AT, type DebugInfo, type EntryId } from "../../object-code/index.js";
import type { ImageCode } from "./code/image-code.js";
import { type ResolvedJoinPoint, resolveInImage } from "./resolve.js";
import { isTold, widened } from "./wider-pointcuts.js";

export interface UnitsWithCode {
  /** Absolute names. */
  readonly sources: readonly string[];
  /** What no unit can tell of: `memcpy: it has no debug information`. */
  readonly gaps: readonly string[];
}

/** Perhaps more than are needed; undefined where only the sources themselves can tell. */
export function unitsWithCode(image: ImageCode, given: readonly AspectFile[]): UnitsWithCode | undefined {
  const files = toldByImage(given) ? given : widened(given);
  if (files === undefined) return undefined;
  const chosen = new Set<string>();
  const { joinPoints } = resolveInImage(image, { files });
  // What has no code asks for no further unit where one that is read tells of it.
  const withCodeFirst = [...joinPoints].sort(
    (left, right) => Number(left.places.length === 0) - Number(right.places.length === 0),
  );
  for (const joinPoint of withCodeFirst) chooseSource(chosen, sourcesOf(image, joinPoint));
  return { sources: [...chosen], gaps: gapsOf(joinPoints) };
}

/** Functions that only a symbol tells of. */
export function gapsOf(joinPoints: readonly ResolvedJoinPoint[]): string[] {
  return joinPoints.flatMap(({ joinPoint, places, origins, why }) =>
    joinPoint.kind === "execution" && places.length === 0 && origins.length === 0
      ? [`${/(?<!\w)(\w+)\(/.exec(joinPoint.signature)?.[1] ?? joinPoint.signature}: ${why}`]
      : [],
  );
}

/** One that is chosen already serves as well. */
export function chooseSource(chosen: Set<string>, sources: readonly string[]): void {
  if (sources[0] !== undefined && !sources.some((source) => chosen.has(source))) chosen.add(sources[0]);
}

/** Absolute names of the units that the code is of; where there is none, of those that tell why. */
export function sourcesOf(image: ImageCode, { places, origins }: ResolvedJoinPoint): string[] {
  return places.length > 0
    ? places.flatMap(({ address }) => sourceAt(image, address) ?? [])
    : origins.map((origin) => sourceOf(image, origin));
}

function sourceAt(image: ImageCode, address: number): string | undefined {
  const copy = image.functions.ownAt(address);
  return copy && sourceOf(image, copy.entry);
}

const sourceOf = ({ debug }: ImageCode, entry: EntryId) =>
  unitAt(debug, debug.entries.unitOf(entry).root).source;

/** Where the unit with this first entry was compiled, and its absolute name. */
export function unitAt(
  debug: DebugInfo,
  root: EntryId,
): { readonly directory: string; readonly source: string } {
  const directory = debug.text(root, AT.comp_dir) ?? "/";
  return { directory, source: resolve(directory, debug.text(root, AT.name) ?? "") };
}

/** Absolute names of all, and where each was compiled. */
export const unitsOf = ({ debug }: ImageCode) => debug.entries.units.map(({ root }) => unitAt(debug, root));

/** By whatever folder each is named from. */
export const isSamePath = (one: string, other: string): boolean =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);

/** By whatever folder the unit is named from. */
export function hasUnit({ debug }: ImageCode, source: string): boolean {
  return debug.entries.units.some(({ root }) => {
    const name = debug.text(root, AT.name) ?? "";
    return isSamePath(name, source);
  });
}

/** Debug information tells what all pointcuts ask for. */
export function toldByImage(files: readonly AspectFile[]): boolean {
  const pointcuts = files.flatMap((file) => [
    ...file.pointcuts.flatMap(({ expression }) => expression ?? []),
    ...file.aspects.flatMap((aspect) => [
      ...aspect.advice.map(({ pointcut }) => pointcut),
      ...aspect.pointcuts.flatMap(({ expression }) => expression ?? []),
    ]),
  ]);
  return pointcuts.every(isTold);
}
