/** Names that the outputs give to what belongs to an operation in C: from IDL to code by name, and back. */
import { baseName } from "./base-name.js";
import type { Interface, Operation } from "./check/interface-model.js";
import type { InterfaceLayout } from "./middle/message.js";

export interface OperationSymbols {
  /** The client's stub. */
  readonly client: string;
  /** What the server's author writes, by the template's convention. */
  readonly implementation: string;
  /** `IDL4_PUBLISH_…` and its lower-case alias, which bind an implementation to its stub. */
  readonly publish: readonly [string, string];
  /** The server's stub, made by `publish`. */
  readonly service: string;
  /** Answers later than the request's own turn. */
  readonly reply: string;
}

/** `owner` is the interface that serves the operation: its own or one that inherits it. */
export function operationSymbols(owner: Interface, operation: Operation): OperationSymbols {
  const name = `${owner.cName}_${operation.name}`;
  return {
    client: operation.cName,
    implementation: `${name}_implementation`,
    publish: [`IDL4_PUBLISH_${name.toUpperCase()}`, `idl4_publish_${name}`],
    service: `service_${name}`,
    reply: `${name}_reply`,
  };
}

/** The client's header that `file` (its name or path) gives, and the stubs in it, each once. */
export function clientStubs(
  file: string,
  layouts: readonly InterfaceLayout[],
): { readonly header: string; readonly stubs: readonly string[] } {
  const stubs = layouts.flatMap(({ operations }) =>
    operations.flatMap(({ operation }) => (operation.kernelMessage === undefined ? [operation.cName] : [])),
  );
  return { header: `${baseName(file)}_client.h`, stubs: [...new Set(stubs)] };
}
