/** Asks `weft live resolve` which instructions of a kernel's image a pointcut means; an answer is kept until the image changes. */
import { stat } from "node:fs/promises";
import { runProcess } from "@weft/weaver-bridge/kernel-build";
import { type ResolvedPointcut, readResolvedPointcut } from "../../engine/index.js";
import { weftProgram } from "../project/build.js";

/** Never throws: what is wrong is the answer's message. */
export type PointcutResolver = (expression: string, image: string) => Promise<ResolvedPointcut>;

/** Milliseconds; a Linux kernel's debug information takes seconds. */
const DEADLINE = 120_000;

export function createPointcutResolver(signal: AbortSignal): PointcutResolver {
  const known = new Map<string, ResolvedPointcut>();
  return async (expression, image) => {
    try {
      const { mtimeMs, size } = await stat(image);
      const key = JSON.stringify([image, mtimeMs, size, expression]);
      const resolved = known.get(key) ?? (await resolve(expression, image, signal));
      known.set(key, resolved);
      return resolved;
    } catch (error) {
      return { places: [], joinPoints: 0, message: (error as Error).message };
    }
  };
}

async function resolve(expression: string, image: string, signal: AbortSignal): Promise<ResolvedPointcut> {
  const words = ["live", "resolve", "--json", `--image=${image}`, `--pointcut=${expression}`];
  const { output, errors } = await runProcess([process.execPath, weftProgram(), ...words], {
    directory: process.cwd(),
    deadline: DEADLINE,
    signal,
  });
  try {
    return readResolvedPointcut(output.toString());
  } catch {
    const last = errors.toString().trim().split("\n").at(-1) ?? "";
    throw new Error(`weft live resolve gave no answer${last === "" ? "" : `: ${last}`}`);
  }
}
