/** What the parts of a client stub share: the stub itself, and how its arguments are spelled. */
import type { Operation, Parameter } from "../../check/interface-model.js";
import { isArray, unalias } from "../../check/types.js";
import type { InterfaceLayout, MessageLayout, OperationLayout } from "../../middle/message.js";
import type { IdlOptions } from "../../options.js";
import { type CNames, cType, declareResult, isByValue, resultType } from "../c-types.js";
import { dataFields, parameterOf } from "../fields.js";
import type { Access } from "../values.js";

export interface Stub {
  readonly kind: "call" | "reply";
  readonly layout: InterfaceLayout;
  readonly operation: OperationLayout;
  readonly options: IdlOptions;
  readonly names: CNames;
  readonly send: Access;
  readonly receive: Access;
}

export function destinationOf(operation: Operation): Parameter | undefined {
  return operation.parameters.find(({ transfer }) => transfer.kind === "none" && transfer.destination);
}

export function targetOf({ operation, kind }: Stub): string {
  if (kind === "reply") return "_client";
  return destinationOf(operation.operation)?.name ?? "_service";
}

/** The client's variable as an lvalue of the parameter's own type. */
export function lvalue(parameter: Parameter): string {
  if (parameter.name === "__return")
    return isArrayResult(parameter) ? `*(${cType(parameter.type, { plain: false })} *)__return` : "__return";
  const real = unalias(parameter.type);
  if (real.kind === "array")
    return parameter.direction === "in" || parameter.type.kind !== "alias"
      ? `*(${parameter.direction === "in" ? "const " : ""}__typeof__(${arrayShape(parameter)}) *)${parameter.name}`
      : `*(${parameter.type.cName} *)${parameter.name}`;
  return parameter.direction === "in" && isByValue(parameter.type) ? parameter.name : `*${parameter.name}`;
}

function arrayShape(parameter: Parameter): string {
  let type = parameter.type;
  if (type.kind === "alias") return type.cName;
  let dimensions = "";
  while (type.kind === "array") {
    dimensions += `[${type.length}]`;
    type = type.element;
  }
  return `${cType(type, { plain: false })}${dimensions}`;
}

/** The stub allocates it before the call, and hands it over after a good one. */
export function isArrayResult({ name, type }: Parameter): boolean {
  return name === "__return" && isArray(type);
}

export function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

export function bracketed(value: string): string {
  return value.startsWith("*") ? `(${value})` : value;
}

/** Where the elements of a variable parameter start, on the client. */
export function pointerOf(parameter: Parameter): string {
  const { transfer, direction, name } = parameter;
  if (transfer.kind === "packed") return `_${name}_stream`;
  if (transfer.kind === "sequence") return `${name}->_buffer`;
  return transfer.kind === "string" && direction !== "in" ? `*${name}` : name;
}

/** How many elements a counted array has, as the client knows it. */
export function countExpression(stub: Stub, parameter: Parameter): string {
  if (parameter.transfer.kind !== "array") return "0";
  const { length } = parameter.transfer;
  if (!("parameter" in length)) return String(length.constant);
  return `(idl4_word_t)${lvalue(parameterOf(stub.operation.operation, length.parameter))}`;
}

export function times(count: string, bytes: number): string {
  return bytes === 1 ? count : `${count} * ${bytes}`;
}

/** Whether an output's bytes go where the caller said, rather than to memory that the stub allocates. */
export function isCallersBuffer(stub: Stub, parameter: Parameter): boolean {
  return (
    parameter.name !== "__return" &&
    parameter.transfer.kind !== "packed" &&
    (parameter.prealloc || !stub.options.useMalloc || parameter.transfer.kind === "array")
  );
}

export function dataType(keyword: string, stub: Stub, message: MessageLayout | undefined): string[] {
  if (message === undefined) return [];
  const fields = dataFields(stub.operation.operation, message, stub.layout.abi, stub.names);
  return fields.length === 0
    ? []
    : [`struct IDL4_ALIAS ${keyword} {`, ...fields.map((field) => `  ${field}`), "};"];
}

export function resultDeclaration(stub: Stub): string[] {
  const { operation } = stub.operation;
  if (operation.result === undefined) return [];
  const declared = declareResult(operation, "__return", stub.names);
  if (!isArray(operation.result.type)) return [`${declared};`];
  const slice = resultType(operation, stub.names);
  return [`${declared} = (${slice})CORBA_alloc(sizeof(${cType(operation.result.type, stub.names)}));`];
}

/** Drops pointers to message data that nothing follows. */
export function withoutUnused(lines: readonly string[]): string[] {
  const text = lines.join("\n");
  return lines.filter((line) => {
    const name = /\*const (_in|_out) = /.exec(line)?.[1];
    return name === undefined || text.includes(`${name}->`);
  });
}

export function branch(stub: Stub, macro: string, test: string): string {
  return stub.options.optimizations.branchAnnotation ? `${macro}(${test})` : test;
}
