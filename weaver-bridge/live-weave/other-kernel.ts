import type { Problem } from "../model/index.js";

const ANEW = "Build it and start it again with weft run --live; nothing was changed.";

/** In some functions; nothing says whether the kernel patches them or was built anew. `names` are those of the functions. */
export function otherCode(names: readonly string[], file: string): Problem {
  const listed = `${names.slice(0, MOST_NAMES).join(", ")}${names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ""}`;
  return {
    code: "live/other-code",
    severity: "error",
    message: `the guest has other code than ${file} in ${listed}: it runs another build, whose structs may be others too`,
    hint: `${ANEW} Functions that the kernel patches itself are named in weft.json as "live": {"patched": […]}; they get no hook.`,
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
