/**
 * The units that must be read to weave advice live, found by what the image has: in a kernel of a thousand units most have
 * no join point, and each would cost a preprocessor. Of an inline function, one of the units that include it is enough.
 */
import { resolve } from "node:path";
import type { AspectFile, PointcutExpression } from "../../model/index.js";
import { AT, type EntryId } from "../../object-code/index.js";
import type { ImageCode } from "./image-code.js";
import { type ResolvedJoinPoint, resolveInImage } from "./resolve.js";

/** What debug information tells as well as sources do. */
const TOLD = new Set("execution call get set ref access within file member target that classes".split(" "));

export interface UnitsWithCode {
  /** Absolute names. */
  readonly sources: readonly string[];
  /** What no unit can tell of: `memcpy: it has no debug information`. */
  readonly gaps: readonly string[];
}

/** Undefined where only the sources themselves can tell. */
export function unitsWithCode(image: ImageCode, files: readonly AspectFile[]): UnitsWithCode | undefined {
  if (!toldByImage(files)) return undefined;
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
      ? [`${/(\w+)\(/.exec(joinPoint.signature)?.[1] ?? joinPoint.signature}: ${why}`]
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

function sourceOf({ debug }: ImageCode, entry: EntryId): string {
  const { root } = debug.entries.unitOf(entry);
  return resolve(debug.text(root, AT.comp_dir) ?? "/", debug.text(root, AT.name) ?? "");
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

function isTold(pointcut: PointcutExpression): boolean {
  switch (pointcut.kind) {
    case "and":
    case "or":
      return isTold(pointcut.left) && isTold(pointcut.right);
    case "not":
      return isTold(pointcut.operand);
    case "function":
      return (
        TOLD.has(pointcut.name) && pointcut.arguments.every((one) => one.kind === "variable" || isTold(one))
      );
    case "match":
      return true;
    case "reference":
      return pointcut.arguments.length === 0;
    default:
      return false;
  }
}
