/** A server leaves its reply: values, an exception, or nothing. */
import type { Exception, Parameter } from "../../check/interface-model.js";
import { roundUp } from "../../check/types.js";
import { exceptionBytes, FLAG_BYTES } from "../../middle/exception-room.js";
import { closesMaps } from "../../middle/message.js";
import { cType } from "../c-types.js";
import { parameterOf } from "../fields.js";
import { packedName, stream } from "../packed.js";
import { storeFixed } from "../values.js";
import {
  countOf,
  type MarshalledReply,
  mostElements,
  type Service,
  stringBuffer,
  type VariableChunk,
} from "./service.js";

/** A reply while its values are put into it one by one; what its parts are, see `MarshalledReply`. */
interface OpenReply {
  readonly lines: string[];
  readonly words: Map<number, string[]>;
}

export function marshalReply(service: Service, results: ReadonlyMap<string, string>): MarshalledReply {
  const { operation, reply } = service.operation;
  const open: OpenReply = { lines: [], words: new Map() };
  const { lines, words } = open;
  let trimmed: string | undefined;
  for (const chunk of reply?.chunks ?? []) {
    const value = results.get(chunk.name);
    if (value === undefined) continue;
    const parameter = parameterOf(operation, chunk.name);
    if (chunk.kind === "fixed-copy") {
      if (chunk.place.in === "indirect")
        lines.push(...service.backEnd.sendPart(service, chunk.place.part, `&${value}`, String(chunk.bytes)));
      else lines.push(...storeFixed(service.send, chunk, parameter.type, value, words));
    } else if (chunk.kind === "map") {
      if (chunk.place.in === "register") {
        words.set(0, [`${value}.base`]);
        words.set(1, [`${value}.fpage`]);
      } else lines.push(`_out->${chunk.name} = ${value};`);
    } else if (chunk.kind === "variable-copy") {
      const bytes = marshalVariable(service, open, chunk, parameter, value);
      if (reply?.trimmed === chunk.name && chunk.place.in === "memory")
        trimmed = `${chunk.place.offset} + ${bytes}`;
    }
  }
  if (reply?.block !== undefined)
    lines.push(
      ...service.backEnd.sendPart(service, reply.block.part, "_out_block", String(reply.block.bytes)),
    );
  if (
    reply !== undefined &&
    closesMaps(service.layout.abi, reply.maps, reply.memoryEnd > service.layout.abi.dataOffset)
  )
    lines.push("_out->_last.base = 0;", "_out->_last.fpage = 0;");
  return { lines, words, trimmed };
}

/** Gives the bytes of the value, a C expression. */
function marshalVariable(
  service: Service,
  open: OpenReply,
  chunk: VariableChunk,
  parameter: Parameter,
  value: string,
): string {
  const { transfer } = parameter;
  if (transfer.kind === "packed") return marshalPacked(service, open, chunk, parameter, value);
  const { lines, words } = open;
  const pointer = transfer.kind === "sequence" ? `${value}._buffer` : value;
  const count = `_${chunk.name}_size`;
  if (transfer.kind === "string")
    lines.push(
      `const idl4_word_t ${count} = idl4_${transfer.wide ? "w" : ""}string_size(${pointer}, ${chunk.maximum});`,
    );
  else if (transfer.kind === "sequence")
    lines.push(`const idl4_word_t ${count} = idl4_least(${value}._length, ${chunk.maximum});`);
  else if (transfer.kind === "array")
    lines.push(
      `const idl4_word_t ${count} = idl4_least(${countOf(service, transfer.length)}, ${chunk.maximum});`,
    );
  const length = service.operation.reply?.chunks.find(
    (other) => other.kind === "length" && other.name === chunk.name,
  );
  if (length?.place.in === "register") words.set(length.place.word, [count]);
  else if (length !== undefined) lines.push(`_out->${chunk.name}_length = ${count};`);
  const bytes = chunk.elementBytes === 1 ? count : `${count} * ${chunk.elementBytes}`;
  if (chunk.place.in === "indirect")
    lines.push(...service.backEnd.sendPart(service, chunk.place.part, pointer, bytes));
  else if (!service.backEnd.usesMessageInPlace)
    lines.push(`idl4_copy_bytes(_out->${chunk.name}, ${pointer}, ${bytes});`);
  else
    lines.push(
      `if ((const void *)${pointer} != (const void *)_out->${chunk.name}) idl4_copy_bytes(_out->${chunk.name}, ${pointer}, ${bytes});`,
    );
  return bytes;
}

/** Packed in the string buffer behind those of the request, which the value may still point into. */
function marshalPacked(
  service: Service,
  { lines, words }: OpenReply,
  chunk: VariableChunk,
  { name, type }: Parameter,
  value: string,
): string {
  const part = chunk.place.in === "indirect" ? chunk.place.part : 0;
  const buffer = stringBuffer(service, service.operation.request.indirectParts + part);
  const spelled = cType(type, service.names);
  const count = `_${name}_size`;
  lines.push(
    stream(`_${name}_answer`, buffer, mostElements(chunk), false),
    `${spelled} *const _${name}_image = (${spelled} *)idl4_stream_start(&_${name}_answer, ${name === "__return" ? `&${value}` : value}, sizeof(${spelled}));`,
    `if (_${name}_image) idl4_pack_${packedName(type)}(_${name}_image, &_${name}_answer);`,
    `if (IDL4_UNLIKELY(_${name}_answer.bad)) {`,
    "  idl4_reply_exception(_server, IDL4_BAD_MESSAGE);",
    "  return;",
    "}",
    `const idl4_word_t ${count} = (idl4_word_t)(_${name}_answer.at - (unsigned char *)${buffer});`,
  );
  const length = service.operation.reply?.chunks.find(
    (other) => other.kind === "length" && other.name === name,
  );
  if (length?.place.in === "register") words.set(length.place.word, [count]);
  else if (length !== undefined) lines.push(`_out->${name}_length = ${count};`);
  lines.push(...service.backEnd.sendPart(service, part, buffer, count));
  return count;
}

export function silence(_service: Service): string[] {
  return ["idl4_answer_nobody(_server);"];
}

export function raise(service: Service, withValues: boolean): string[] {
  const lines = ["  idl4_reply_exception(_server, _environment._exception);"];
  if (!withValues) return lines;
  for (const exception of service.operation.exceptions)
    lines.push(...(exception.packed ? raisePacked : raiseFlat)(service, exception));
  return lines;
}

function raiseFlat(service: Service, { cName, size }: Exception): string[] {
  const value = {
    from: "_environment._data",
    bytes: `sizeof(${cName})`,
    words: roundUp(size, 4) / 4,
  };
  return [
    `  if (_environment._exception == ex_${cName} && _environment._data) {`,
    ...service.backEnd.raiseValues(service, value),
    "  }",
  ];
}

/** Packed beside the message first: what the members point to may stand in it. */
function raisePacked(service: Service, exception: Exception): string[] {
  const { cName } = exception;
  const bytes = exceptionBytes(exception, service.layout.abi);
  return [
    `  if (_environment._exception == ex_${cName}) {`,
    `    idl4_word_t _value[${bytes / 4}];`,
    `    ${stream("_raised", "(_value + 1)", String(bytes - FLAG_BYTES), false)}`,
    `    ${cName} *const _image = _environment._data ? (${cName} *)idl4_stream_start(&_raised, _environment._data, sizeof(${cName})) : 0;`,
    `    if (_image) idl4_pack_${cName}(_image, &_raised);`,
    "    _value[0] = _image && !_raised.bad;",
    "    const idl4_word_t _bytes = _value[0] ? (idl4_word_t)(_raised.at - (unsigned char *)_value) : 4;",
    ...service.backEnd.raiseValues(service, {
      from: "_value",
      bytes: "_bytes",
      words: "((_bytes + 3) >> 2)",
    }),
    "  }",
  ];
}
