/** C names that several parts of the output share. */
import type { Operation } from "../check/interface-model.js";
import type { InterfaceLayout } from "../middle/message.js";

/** Name of a stub in the server of `layout`'s interface; inherited operations get the derived interface's name. */
export function serviceName(layout: InterfaceLayout, operation: Operation): string {
  return `${layout.declared.cName}_${operation.name}`;
}

/** What a server header offers beside its services. */
export type Helper = "start" | "reply_and_wait" | "discard" | "server" | "buffer_t";

/** Its C name; an operation that is called so as well keeps the plain name. */
export function helperName({ declared, operations }: InterfaceLayout, helper: Helper): string {
  const taken = operations.some(({ operation }) => operation.name === helper);
  return `${declared.cName}_${taken ? "_" : ""}${helper}`;
}

/** Of the function that answers `operation` later. */
export function delayedReplyName(layout: InterfaceLayout, operation: Operation): string {
  const taken = layout.operations.some(({ operation: { name } }) => name === `${operation.name}_reply`);
  return `${serviceName(layout, operation)}_${taken ? "_" : ""}reply`;
}
