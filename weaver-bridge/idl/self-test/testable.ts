/** Which operations can be tested, and what both compilers must agree on before. */
import type { Operation } from "../check/interface-model.js";
import { sizeOf, type Type } from "../check/types.js";
import { type CNames, declare } from "../emit/c-types.js";
import type { InterfaceLayout } from "../middle/message.js";
import type { Side } from "./parameter-values.js";

/** Why an operation cannot be tested, or undefined. `layouts` are those of the file, whose client stubs are there. */
export function untestable(operation: Operation, layouts: readonly InterfaceLayout[]): string | undefined {
  if (!layouts.some(({ declared }) => declared.cName === operation.declaredIn))
    return `its client stub is made from the file that declares ${operation.declaredIn}`;
  if (operation.kernelMessage !== undefined) return "the kernel sends it, not a client";
  const all = [...operation.parameters, ...(operation.result ? [operation.result] : [])];
  if (all.some(({ inTransform, outTransform }) => inTransform !== undefined || outTransform !== undefined))
    return "its transformation functions are the application's";
  if (all.some(({ transfer }) => transfer.kind === "packed"))
    return "it carries strings or sequences inside a value";
  return undefined;
}

/** Sizes that both compilers must agree on. */
export function sizeChecks(side: Side): string[] {
  return side.operation.parameters.flatMap(({ type, transfer }) => {
    if (transfer.kind !== "fixed") return [];
    const size = sizeOf(type);
    return [
      `typedef char _size_[sizeof(${typeName(type, side.names)}) == ${size} ? 1 : -1] __attribute__((unused));`,
    ];
  });
}

function typeName(type: Type, names: CNames): string {
  return declare(type, "", names).trim();
}
