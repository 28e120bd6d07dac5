/**
 * Object files and linked images as data: sections and symbols, debug information, machine code. Bytes in, data out; start
 * at {@link readElf}.
 */
export { AT, TAG } from "./dwarf/constants.js";
export { type CodeRange, readDebugInfo } from "./dwarf/debug-info.js";
export { notedCalls, readFunctions } from "./dwarf/functions.js";
export { createTypes } from "./dwarf/types.js";
export { readElf } from "./elf/read-elf.js";
export { decodeCode } from "./machine/decode.js";
export { ObjectError } from "./object-error.js";
