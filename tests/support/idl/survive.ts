/** One text through everything that reads IDL: what it throws, or how long it takes, is all that matters. */
import { compileIdl, type Kernel } from "@weft/weaver-bridge/idl";

const KERNELS: readonly Kernel[] = ["x0", "v2", "v4"];

/** Of so many texts one may include itself: that takes a thousand times as long. */
const SELF_INCLUDING = 500;

/** Undefined when nothing was thrown. */
export function survive(text: string, turn: number): Error | undefined {
  const kernel = KERNELS[turn % KERNELS.length] as Kernel;
  const readInclude = (name: string) =>
    name === "self.idl" ? { file: name, text: turn % SELF_INCLUDING === 0 ? text : "" } : undefined;
  const acf = turn % 5 === 0 ? { file: "a.acf", text } : undefined;
  try {
    compileIdl({ file: "a.idl", text, readInclude, kernel, ...(acf === undefined ? {} : { acf }) });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
