/** Operations as they are offered to C: by which interface, under which names, with which messages. */
import type { CheckedUnit } from "../check/check.js";
import type { Interface, Operation } from "../check/interface-model.js";
import type { NamedPlace } from "../check/navigation.js";
import { type OperationSymbols, operationSymbols } from "../generated-names.js";
import type { InterfaceLayout, OperationLayout } from "../middle/message.js";

/** An operation in an interface that offers it: its own, or one that inherits it. */
export interface OfferedOperation {
  readonly owner: Interface;
  readonly operation: Operation;
  readonly symbols: OperationSymbols;
  /** Undefined while the file has errors. */
  readonly layout: OperationLayout | undefined;
  readonly abi: InterfaceLayout["abi"] | undefined;
}

export function offeredOperations(
  { interfaces }: Pick<CheckedUnit, "interfaces">,
  layout: readonly InterfaceLayout[],
): OfferedOperation[] {
  return interfaces.flatMap((owner) => {
    const laidOut = layout.find(({ declared }) => declared.cName === owner.cName);
    return owner.operations.map((operation) => ({
      owner,
      operation,
      symbols: operationSymbols(owner, operation),
      layout: laidOut?.operations.find(({ operation: { cName } }) => cName === operation.cName),
      abi: laidOut?.abi,
    }));
  });
}

/** C names of the operations that are declared at a place: of an attribute, those of its accessors. */
export function namesDeclaredAt({ kind, name, path }: NamedPlace): string[] {
  const whole = path.replaceAll("::", "_");
  const prefix = whole.slice(0, whole.length - name.length);
  if (kind === "operation") return [whole];
  return kind === "attribute" ? [`${prefix}_get_${name}`, `${prefix}_set_${name}`] : [];
}

/** Where the operation is declared. */
export function declarationOf(
  { navigation }: Pick<CheckedUnit, "navigation">,
  { operation }: Pick<OfferedOperation, "operation">,
): NamedPlace | undefined {
  return navigation.declarations.find((place) => namesDeclaredAt(place).includes(operation.cName));
}
