import type { WantedFacts } from "../../model/index.js";

/** What of a unit has to be known to see what it writes. */
export const GUARD_FACTS: WantedFacts = { builtins: true, classes: true, escapes: true };
