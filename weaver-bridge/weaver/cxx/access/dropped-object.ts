/** Volatile objects whose value nobody takes. */
import type { AccessShadow, BuiltinShadow } from "../../../model/index.js";

/**
 * What stands before the call of the wrapper: compilers warn of a reference to something volatile that is dropped, as it
 * is not read then, and no option takes the warning back. An address may be dropped.
 */
export const droppedObject = ({ dropped }: AccessShadow | BuiltinShadow) =>
  dropped === true ? "(void)&" : "";
