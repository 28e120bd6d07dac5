/** Relocations of i386's objects (its psABI, table 4.9); places counted from the table of addresses, with the way to it. */
import type { RelocationRules } from "../relocation-rules.js";
import { loadAddress } from "../x86/load-address.js";

const [FROM_THERE, TABLE] = [9, 10];

export const I686_RELOCATIONS: RelocationRules = {
  kinds: {
    1: [4, false],
    2: [4, true],
    3: [4, false],
    4: [4, true],
    [FROM_THERE]: [4, false],
    [TABLE]: [4, true],
    43: [4, false],
    20: [2, false],
    21: [2, true],
    22: [1, false],
    23: [1, true],
  },
  ...{ fromTable: [3, 43], toTable: TABLE, loadAddress },
};
