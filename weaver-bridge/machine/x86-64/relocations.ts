/** Relocations of x86-64's objects (its psABI, table 4.9). */
import type { RelocationRules } from "../relocation-rules.js";
import { loadAddress } from "../x86/load-address.js";

export const X86_64_RELOCATIONS: RelocationRules = {
  kinds: {
    1: [8, false],
    2: [4, true],
    4: [4, true],
    10: [4, false],
    11: [4, false],
    24: [8, true],
    41: [4, true],
    42: [4, true],
  },
  ...{ fromTable: [41, 42], loadAddress },
};
