import type { Problem } from "../model/index.js";

const ANEW = "Build it and start it again with weft run --live; nothing was changed.";

/** Some of it is another one; nothing says whether the kernel was patched or built anew. */
export function changedFunctions(names: readonly string[], file: string): Problem {
  const listed = `${names.slice(0, MOST_NAMES).join(", ")}${names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ""}`;
  return {
    ...{ code: "live/other-code", severity: "warning" },
    message: `the guest has other code than ${file} in ${listed}: it was patched there, or runs another build`,
    hint: `${ANEW.replace("; nothing was changed.", ", if it is another build.")} Nothing is hooked where the code is another one.`,
  };
}

const MOST_NAMES = 5;

/** The guest's text is not that of the kernel's file. */
export function otherKernel(why: string, hint = ANEW): Problem {
  return {
    code: "live/other-kernel",
    severity: "error",
    message: `the guest does not run this kernel: ${why}`,
    hint,
  };
}
