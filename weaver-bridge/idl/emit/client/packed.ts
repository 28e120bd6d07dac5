/** A client's side of values with strings and sequences inside: packing them, unpacking them, and giving up. */
import type { Parameter } from "../../check/interface-model.js";
import { isArray } from "../../check/types.js";
import type { Chunk } from "../../middle/message.js";
import { cType } from "../c-types.js";
import { parameterOf } from "../fields.js";
import { packedName, stream } from "../packed.js";
import { bracketed, isArrayResult, lvalue, type Stub } from "./stub.js";

/** Statements that leave the stream at `_NAME_stream`, of `_NAME_length` bytes. */
export function packing(
  stub: Stub,
  chunk: Extract<Chunk, { kind: "variable-copy" }>,
  parameter: Parameter,
): string[] {
  const { name, type } = parameter;
  const spelled = cType(type, stub.names);
  return [
    `CORBA_octet *const _${name}_stream = (CORBA_octet *)CORBA_alloc(${chunk.maximum});`,
    stream(`_${name}_packing`, `_${name}_stream`, `_${name}_stream ? ${chunk.maximum}u : 0u`, false),
    `${spelled} *const _${name}_image = (${spelled} *)idl4_stream_start(&_${name}_packing, ${name}, sizeof(${spelled}));`,
    `if (_${name}_image) idl4_pack_${packedName(type)}(_${name}_image, &_${name}_packing);`,
    `const idl4_word_t _${name}_length = (idl4_word_t)(_${name}_packing.at - _${name}_stream);`,
  ];
}

function packedInputs(stub: Stub): string[] {
  return stub.operation.request.chunks.flatMap((chunk) =>
    chunk.kind === "variable-copy" &&
    parameterOf(stub.operation.operation, chunk.name).transfer.kind === "packed"
      ? [chunk.name]
      : [],
  );
}

/** After the call: the streams are no longer needed. */
export function releaseStreams(stub: Stub): string[] {
  return packedInputs(stub).map((name) => `CORBA_free(_${name}_stream);`);
}

/** Returns before anything is sent when a value does not fit its stream. */
export function refusal(stub: Stub, onFailure: readonly string[]): string[] {
  const names = packedInputs(stub);
  if (names.length === 0) return [];
  const { operation, reply } = stub.operation;
  const outputs = (reply?.chunks ?? []).flatMap((chunk) => {
    const parameter = parameterOf(operation, chunk.name);
    const fixed = chunk.kind === "fixed-copy" || chunk.kind === "map";
    if (!fixed || parameter.direction !== "out" || isArrayResult(parameter)) return [];
    const object = bracketed(lvalue(parameter));
    return [`  __builtin_memset(&${object}, 0, sizeof(${object}));`];
  });
  return [
    `if (IDL4_UNLIKELY(${names.map((name) => `_${name}_packing.bad`).join(" | ")})) {`,
    ...releaseStreams(stub).map((line) => `  ${line}`),
    ...onFailure.map((line) => `  ${line}`),
    ...outputs,
    "  idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, IDL4_BAD_MESSAGE);",
    operation.result === undefined ? "  return;" : "  return __return;",
    "}",
  ];
}

/** Whether something in the reply may turn out to be no value of its type. */
export function unpacks(stub: Stub): boolean {
  return (stub.operation.reply?.chunks ?? []).some(
    (chunk) =>
      chunk.kind === "variable-copy" &&
      parameterOf(stub.operation.operation, chunk.name).transfer.kind === "packed",
  );
}

/** Statements that fill the output from `_NAME_new`, a stream of `_NAME_size` bytes. */
export function unpacking(stub: Stub, parameter: Parameter): string[] {
  const { name, type, direction } = parameter;
  const spelled = cType(type, stub.names);
  const place = name === "__return" && !isArray(type) ? "&__return" : name;
  // Of an array C has the address of its first element.
  const address = isArray(type) ? `(${spelled} *)${place}` : place;
  const own = packedName(type);
  return [
    stream(`_${name}_packing`, `_${name}_new`, `_${name}_size`, true),
    ...(direction === "inout" ? [`${own}__free(${address});`] : []),
    `__builtin_memset(${place}, 0, sizeof(${spelled}));`,
    `if (idl4_stream_copy(&_${name}_packing, ${place}, sizeof(${spelled})))`,
    `  idl4_unpack_${own}(${address}, &_${name}_packing);`,
    `CORBA_free(_${name}_new);`,
    `if (_${name}_packing.bad) {`,
    `  ${own}__free(${address});`,
    "  _bad = 1;",
    "}",
  ];
}

/** The last statement of a good call. */
export function success(stub: Stub): string {
  return unpacks(stub)
    ? "if (_bad) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, IDL4_BAD_MESSAGE); else idl4_succeed(_env);"
    : "idl4_succeed(_env);";
}
