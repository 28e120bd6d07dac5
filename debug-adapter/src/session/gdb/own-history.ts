/**
 * GDB reads the commands of earlier sessions from `.gdb_history` in the folder where it starts, also as a program's (MI): for a
 * pipe of that name it waits, deaf to signals, and what is large it takes into memory. That folder may be anybody's.
 */
import { isAbsolute } from "node:path";

const { GDBHISTFILE: own = "" } = process.env;

/** Variables for GDB: what the user keeps in one place is read, and nothing else. */
export const OWN_HISTORY = { GDBHISTFILE: isAbsolute(own) ? own : "" };
