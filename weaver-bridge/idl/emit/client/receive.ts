/** A client takes a reply apart, or reports a failure. */
import type { Exception, Parameter } from "../../check/interface-model.js";
import { exceptionBytes, FLAG_BYTES } from "../../middle/exception-room.js";
import type { Chunk } from "../../middle/message.js";
import { cType } from "../c-types.js";
import { elementType, parameterOf } from "../fields.js";
import { stream } from "../packed.js";
import { loadFixed } from "../values.js";
import { unpacking } from "./packed.js";
import {
  bracketed,
  countExpression,
  isArrayResult,
  isCallersBuffer,
  lvalue,
  pointerOf,
  type Stub,
  times,
} from "./stub.js";

/** Buffers that must exist before the reply can arrive in them. */
export function receiveBuffers(stub: Stub): {
  before: string[];
  parts: { pointer: string; bytes: string }[];
  onFailure: string[];
} {
  const before: string[] = [];
  const onFailure: string[] = [];
  const parts: { pointer: string; bytes: string }[] = [];
  for (const chunk of stub.operation.reply?.chunks ?? []) {
    if (chunk.place.in !== "indirect") continue;
    const parameter = parameterOf(stub.operation.operation, chunk.name);
    if (chunk.kind === "fixed-copy") {
      parts[chunk.place.part] = { pointer: `&${lvalue(parameter)}`, bytes: String(chunk.bytes) };
      continue;
    }
    if (chunk.kind !== "variable-copy") continue;
    const element = elementType(parameter, stub.names);
    const own = isCallersBuffer(stub, parameter);
    const most = chunk.maximum * chunk.elementBytes;
    if (own) {
      const bytes =
        parameter.transfer.kind === "sequence"
          ? times(`${chunk.name}->_maximum`, chunk.elementBytes)
          : parameter.transfer.kind === "array"
            ? times(`idl4_least(${countExpression(stub, parameter)}, ${chunk.maximum})`, chunk.elementBytes)
            : String(most);
      parts[chunk.place.part] = { pointer: pointerOf(parameter), bytes };
    } else {
      before.push(`${element} *const _${chunk.name}_new = (${element} *)CORBA_alloc(${most});`);
      onFailure.push(`CORBA_free(_${chunk.name}_new);`);
      parts[chunk.place.part] = { pointer: `_${chunk.name}_new`, bytes: String(most) };
    }
  }
  const block = stub.operation.reply?.block;
  if (block !== undefined) parts[block.part] = { pointer: "_out_block", bytes: String(block.bytes) };
  return { before, parts, onFailure };
}

/**
 * Statements for the reply. `always` run even when the call failed: they leave outputs with some value, as callers that
 * look at them before `_env` expect, and cost a good call nothing. inout values change only when the call is good.
 */
export function receiving(stub: Stub): { always: string[]; lines: string[] } {
  const lines: string[] = [];
  const always: string[] = [];
  const { operation, reply } = stub.operation;
  for (const chunk of reply?.chunks ?? []) {
    const parameter = parameterOf(operation, chunk.name);
    const into = parameter.direction === "out" ? always : lines;
    switch (chunk.kind) {
      case "fixed-copy":
        if (chunk.place.in !== "indirect")
          into.push(loadFixed(stub.receive, chunk, parameter.type, lvalue(parameter), chunk.bytes));
        break;
      case "map":
        into.push(...receiveMap(stub, chunk, lvalue(parameter)));
        break;
      case "length": {
        const maximum = reply?.chunks.find(
          (other) => other.kind === "variable-copy" && other.name === chunk.name,
        );
        const place = stub.layout.abi.receivePlace(chunk.place, 4);
        const word =
          place.in === "register" ? stub.receive.register(place.word) : `_out->${chunk.name}_length`;
        lines.push(
          `const idl4_word_t _${chunk.name}_size = idl4_least(${word}, ${maximum?.kind === "variable-copy" ? maximum.maximum : 0});`,
        );
        break;
      }
      case "variable-copy":
        lines.push(...receiveVariable(stub, chunk, parameter));
        break;
      case "reference": // only requests hold them: what is behind was written in place
        break;
    }
  }
  return { always, lines };
}

function receiveMap(stub: Stub, chunk: Chunk, target: string): string[] {
  if (!stub.layout.abi.receivesMapInRegisters(chunk.place)) return [`${target} = _out->${chunk.name};`];
  const object = bracketed(target);
  return [`${object}.base = ${stub.receive.register(0)};`, `${object}.fpage = ${stub.receive.register(1)};`];
}

function receiveVariable(
  stub: Stub,
  chunk: Extract<Chunk, { kind: "variable-copy" }>,
  parameter: Parameter,
): string[] {
  const { transfer, name, direction } = parameter;
  const element = elementType(parameter, stub.names);
  const own = isCallersBuffer(stub, parameter);
  const indirect = chunk.place.in === "indirect";
  const size = `_${name}_size`;
  const bytes = times(size, chunk.elementBytes);
  if (transfer.kind === "packed") return unpacking(stub, parameter);
  if (transfer.kind === "array") {
    const count = `idl4_least(${countExpression(stub, parameter)}, ${chunk.maximum})`;
    return indirect ? [] : [`idl4_copy_bytes(${name}, _out->${name}, ${times(count, chunk.elementBytes)});`];
  }
  const target =
    transfer.kind === "sequence"
      ? `${name === "__return" ? "__return." : `${name}->`}_buffer`
      : name === "__return"
        ? "__return"
        : `*${name}`;
  const lines: string[] = [];
  if (!own && direction === "inout") lines.push(`CORBA_free(${target});`);
  if (!own) lines.push(`${target} = ${indirect ? `_${name}_new` : `(${element} *)CORBA_alloc(${bytes})`};`);
  if (!indirect) lines.push(`idl4_copy_bytes(${target}, _out->${name}, ${bytes});`);
  if (transfer.kind === "sequence") {
    const object = target.replace(/_buffer$/, "");
    lines.push(`${object}_length = ${size};`);
    if (!own) lines.push(`${object}_maximum = ${indirect ? chunk.maximum : size};`);
  } else lines.push(`if (${size} > 0) (${target})[${size} - 1] = 0;`);
  return lines;
}

/** How C reads what a call came to. */
export interface Outcome {
  /** Of the operation or exception that was answered. */
  readonly id: string;
  /** Whether the kernel did not carry the message. */
  readonly failed: string;
  /** Why not. */
  readonly code: string;
  /** An exception's members, and their address. */
  readonly exception: (cName: string) => { readonly value: string; readonly address: string };
}

export function failure(
  stub: Stub,
  { id, failed, code, exception: raised }: Outcome,
  onFailure: readonly string[],
): string[] {
  const { reply, exceptions } = stub.operation;
  const lines = onFailure.map((line) => `  ${line}`);
  lines.push(...nothingReceived(stub));
  if (reply === undefined) return [...lines, `  idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, ${code});`];
  lines.push(
    `  if (${failed}) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, ${code});`,
    `  else idl4_fail(_env, CORBA_USER_EXCEPTION, ${id});`,
  );
  for (const exception of exceptions) {
    const { cName } = exception;
    const { value, address } = raised(cName);
    lines.push(
      `  if (_env && !(${failed}) && ${id} == ex_${cName}) {`,
      ...(exception.packed
        ? takePacked(exception, address, exceptionBytes(exception, stub.layout.abi))
        : [
            `    _env->_data = CORBA_alloc(sizeof(${cName}));`,
            `    if (_env->_data) *(${cName} *)_env->_data = ${value};`,
          ]),
      "  }",
    );
  }
  return lines;
}

/** One allocation holds the value and all that its members point to, so that CORBA_exception_free releases it. */
function takePacked({ cName }: Exception, place: string, bytes: number): string[] {
  const most = bytes - FLAG_BYTES;
  return [
    `    const idl4_word_t *const _value = (const idl4_word_t *)${place};`,
    `    if (_value[0]) _env->_data = CORBA_alloc(${most});`,
    "    if (_env->_data) {",
    `      idl4_copy_bytes(_env->_data, _value + 1, ${most});`,
    `      ${stream("_raised", "_env->_data", String(most), false)}`,
    `      ${cName} *const _image = (${cName} *)idl4_stream_place(&_raised, sizeof(${cName}), 1);`,
    `      if (_image) idl4_unpack_${cName}(_image, &_raised);`,
    "      if (!_image || _raised.bad) {",
    "        CORBA_free(_env->_data);",
    "        _env->_data = 0;",
    "      }",
    "    }",
  ];
}

/** Outputs that the stub would have allocated: none, so that freeing them does no harm. */
export function nothingReceived(stub: Stub): string[] {
  const { operation, reply } = stub.operation;
  return (reply?.chunks ?? []).flatMap((chunk) => {
    const parameter = parameterOf(operation, chunk.name);
    if (isArrayResult(parameter)) return ["  CORBA_free(__return);", "  __return = 0;"];
    if (chunk.kind !== "variable-copy") return [];
    if (parameter.direction !== "out" || isCallersBuffer(stub, parameter)) return [];
    const result = chunk.name === "__return";
    if (parameter.transfer.kind === "string") return [`  ${result ? "__return" : `*${chunk.name}`} = 0;`];
    if (parameter.transfer.kind === "packed")
      return [
        `  __builtin_memset(${result ? "&__return" : chunk.name}, 0, sizeof(${cType(parameter.type, stub.names)}));`,
      ];
    const object = result ? "__return." : `${chunk.name}->`;
    return [`  ${object}_maximum = 0;`, `  ${object}_length = 0;`, `  ${object}_buffer = 0;`];
  });
}
