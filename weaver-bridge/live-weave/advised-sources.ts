/** Which units advice is about, kept per kernel and pointcuts: looking for accesses in all of a kernel takes a while. */
import { createHash } from "node:crypto";

import { join } from "node:path";
import { liveFolder } from "../guest/index.js";
import { type Project, readRegular, writeAtomically } from "../kernel-build/index.js";
import { type AspectFile, unlessBroken } from "../model/index.js";
import { printPointcut } from "../pointcut/index.js";
import { imageCode } from "./image/image-code-of.js";
import type { KernelImage } from "./image/kernel-image.js";
import { type UnitsWithCode, unitsWithCode } from "./resolve/index.js";

type Known = readonly ({ readonly key: string } & UnitsWithCode)[];
const MOST = 50;

/** Undefined where all units must be read. */
export function advisedSources(
  project: Project,
  image: KernelImage,
  files: readonly AspectFile[],
): UnitsWithCode | undefined {
  const key = keyOf(image, files);
  const known = readKnown(project);
  const same = known.find((one) => one.key === key);
  if (same !== undefined) return same;
  const code = imageCode(image);
  const units = code === undefined ? undefined : unitsWithCode(code, files);
  if (units === undefined) return undefined;
  writeAtomically(fileOf(project), JSON.stringify([{ key, ...units }, ...known].slice(0, MOST)));
  return units;
}

function keyOf(image: KernelImage, files: readonly AspectFile[]): string {
  const hash = createHash("sha256").update(image.digest);
  for (const { aspects, pointcuts } of files)
    for (const { name, expression } of [
      ...pointcuts,
      ...aspects.flatMap((aspect) => [
        ...aspect.pointcuts,
        ...aspect.advice.map(({ pointcut }) => ({ name: aspect.name, expression: pointcut })),
      ]),
    ])
      hash.update(`${name} ${expression === undefined ? "" : printPointcut(expression)}\0`);
  return hash.digest("hex").slice(0, 32);
}

const fileOf = (project: Project) => join(liveFolder(project), "advised-units.json");

function readKnown(project: Project): Known {
  return unlessBroken(() => JSON.parse(readRegular(fileOf(project), "utf8")) as Known) ?? [];
}
