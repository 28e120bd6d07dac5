/** One text through everything that reads IDL: what it throws, or how long it takes, is all that matters. */
import { compileIdl, compileMig, type Kernel } from "@weft/weaver-bridge/idl";

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
    if (turn % 3 === 0)
      compileMig({
        file: "a.defs",
        text,
        readInclude,
        defines: [],
        machine: turn % 2 === 0 ? "i686" : "x86_64",
      });
    if (turn % 6 === 0) compileIdl({ file: "a.defs", text, readInclude, kernel });
    compileIdl({ file: "a.idl", text, readInclude, kernel, ...(acf === undefined ? {} : { acf }) });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
