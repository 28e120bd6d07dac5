/** Asks `weft live resolve` which instructions of a kernel's image a pointcut means; an answer is kept until the image changes. */
import { stat } from "node:fs/promises";
import { type ResolvedPointcut, readResolvedPointcut } from "../../engine/index.js";
import { askWeft } from "../project/ask-weft.js";

/** Never throws: what is wrong is the answer's message. */
export type PointcutResolver = (expression: string, image: string) => Promise<ResolvedPointcut>;

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
  return askWeft(words, { directory: process.cwd(), signal, read: readResolvedPointcut });
}
