/**
 * The units that must be read to weave advice live, found by what the image has: in a kernel of a thousand units most have
 * no join point, and each would cost a preprocessor. Of an inline function, one of the units that include it is enough.
 */
import { resolve } from "node:path";
import type { AspectFile, PointcutExpression } from "../../model/index.js";
import { AT } from "../../object-code/index.js";
import type { ImageCode } from "./image-code.js";
import { resolveInImage } from "./resolve.js";

/** What debug information tells as well as sources do. */
const TOLD = new Set("execution call get set ref access within file member target that classes".split(" "));

/** Absolute names of sources; undefined where only the sources themselves can tell. */
export function unitsWithCode(image: ImageCode, files: readonly AspectFile[]): string[] | undefined {
  if (!toldByImage(files)) return undefined;
  const chosen = new Set<string>();
  for (const { places, joinPoint } of resolveInImage(image, { files }).joinPoints) {
    const sources = places.flatMap(({ address }) => sourceAt(image, address) ?? []);
    if (sources.some((source) => chosen.has(source))) continue;
    // What has no code is told by its own unit, with the reason.
    chosen.add(sources[0] ?? resolve(joinPoint.range.file));
  }
  return [...chosen];
}

/** Absolute name of the unit that the code is of. */
export function sourceAt({ debug, functions }: ImageCode, address: number): string | undefined {
  const copy = functions.ownAt(address);
  if (copy === undefined) return undefined;
  const { root } = debug.entries.unitOf(copy.entry);
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
