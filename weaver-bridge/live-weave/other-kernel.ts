import type { Problem } from "../model/index.js";

const ANEW = "Build it and start it again with weft run --live; nothing was changed.";

/** The guest's text is not that of the kernel's file. */
export function otherKernel(why: string, hint = ANEW): Problem {
  return {
    code: "live/other-kernel",
    severity: "error",
    message: `the guest does not run this kernel: ${why}`,
    hint,
  };
}
