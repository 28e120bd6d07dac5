/** The assembler of plugged functions: of the one machine that they are made for yet. */
import { factsOfWord } from "../machine/index.js";
import { invariant } from "../model/index.js";

const { plug } = factsOfWord(4);
invariant(plug !== undefined, "functions are plugged into kernels of 32 bits");

export const ASSEMBLY = plug;
