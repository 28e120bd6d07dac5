/** On to where advice begins next: breakpoints at all of it that are there until the machine stops, for whatever reason. */
import type { Enters, WeaveIndex } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { continueAll, deleteBreakpoints, functionPlace, insertBreakpoint } from "../gdb/mi-commands.js";

export interface NextAdvice {
  /** The machine runs when this resolves. Throws where there is no such advice. */
  go(enters: Enters): Promise<void>;
  /** GDB's breakpoint is one of these. */
  isAt(breakpoint: string | undefined): boolean;
  /** The machine has stopped. */
  cancel(): Promise<void>;
}

const NO_ADVICE =
  "No advice is woven into this kernel that steps go into. Weft: Step into Advice of… says into which they go.";

export function createNextAdvice(gdb: GdbConnection, index: () => WeaveIndex): NextAdvice {
  let set: string[] = [];
  const cancel = async () => {
    const numbers = set;
    set = [];
    if (numbers.length > 0) await deleteBreakpoints(gdb, numbers);
  };
  return {
    async go(enters) {
      await cancel();
      const functions = index().adviceFunctions(enters);
      if (functions.length === 0) throw new Error(NO_ADVICE);
      try {
        for (const name of functions) set.push((await insertBreakpoint(gdb, functionPlace(name))).number);
        await continueAll(gdb);
      } catch (error) {
        await cancel();
        throw error;
      }
    },
    isAt: (breakpoint) => breakpoint !== undefined && set.includes(breakpoint),
    cancel,
  };
}
