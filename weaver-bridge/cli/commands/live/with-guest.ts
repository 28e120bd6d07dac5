/** What the `weft live` commands have in common. */
import { GuestError } from "../../../guest/index.js";
import type { ProjectChoice } from "../../../live-weave/live-target.js";
import { EXIT, report } from "../../output.js";

export interface LiveFlags extends ProjectChoice {
  readonly json?: boolean;
}

/** Says what the guest refused; everything else is thrown on. */
export async function withGuest(flags: LiveFlags, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GuestError)) throw error;
    const { code, message, hint } = error;
    report(flags, [{ code, severity: "error", message, hint }]);
    return EXIT.problems;
  }
}
