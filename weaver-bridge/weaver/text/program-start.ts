/** The function that a program starts with. */
import type { FunctionEntity } from "../../model/index.js";

/**
 * Its end is `return 0;` ([basic.start.main] 5, C11 5.1.2.2.3), if it has a result: in kernels it may have none. No function
 * that gets its body has that.
 */
export const returnsByItself = ({ name, scope, member }: FunctionEntity): boolean =>
  name === "main" && scope.length === 0 && member === undefined;
