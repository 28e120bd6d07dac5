/** C names that several parts of the output share. */
import type { Operation } from "../check/interface-model.js";
import type { InterfaceLayout } from "../middle/message.js";

/** Name of a stub in the server of `layout`'s interface; inherited operations get the derived interface's name. */
export function serviceName(layout: InterfaceLayout, operation: Operation): string {
  return `${layout.declared.cName}_${operation.name}`;
}
