/** A server leaves its reply: values, an exception, or nothing. */
import type { Parameter } from "../../check/interface-model.js";
import { roundUp } from "../../check/types.js";
import { closesMaps } from "../../middle/message.js";
import { cType } from "../c-types.js";
import { parameterOf } from "../fields.js";
import { packedName, stream } from "../packed.js";
import { loadRegisters, storeFixed } from "../values.js";
import { countOf, mostElements, type Service, stringBuffer, type VariableChunk } from "./service.js";

export function marshalReply(
  service: Service,
  results: ReadonlyMap<string, string>,
): { lines: string[]; words: Map<number, string[]>; trimmed: string | undefined } {
  const { operation, reply } = service.operation;
  const lines: string[] = [];
  const words = new Map<number, string[]>();
  let trimmed: string | undefined;
  for (const chunk of reply?.chunks ?? []) {
    const value = results.get(chunk.name);
    if (value === undefined) continue;
    const parameter = parameterOf(operation, chunk.name);
    if (chunk.kind === "fixed-copy") {
      if (chunk.place.in === "indirect")
        lines.push(...sendPart(service, chunk.place.part, `&${value}`, String(chunk.bytes)));
      else lines.push(...storeFixed(service.send, chunk, parameter.type, value, words));
    } else if (chunk.kind === "map") {
      if (chunk.place.in === "register") {
        words.set(0, [`${value}.base`]);
        words.set(1, [`${value}.fpage`]);
      } else lines.push(`_out->${chunk.name} = ${value};`);
    } else if (chunk.kind === "variable-copy") {
      const bytes = marshalVariable(service, chunk, parameter, value, lines, words);
      if (reply?.trimmed === chunk.name && chunk.place.in === "memory")
        trimmed = `${chunk.place.offset} + ${bytes}`;
    }
  }
  if (reply?.block !== undefined)
    lines.push(...sendPart(service, reply.block.part, "_out_block", String(reply.block.bytes)));
  if (
    reply !== undefined &&
    closesMaps(service.layout.abi, reply.maps, reply.memoryEnd > service.layout.abi.dataOffset)
  )
    lines.push("_out->_last.base = 0;", "_out->_last.fpage = 0;");
  return { lines, words, trimmed };
}

function marshalVariable(
  service: Service,
  chunk: VariableChunk,
  parameter: Parameter,
  value: string,
  lines: string[],
  words: Map<number, string[]>,
): string {
  const { transfer } = parameter;
  if (transfer.kind === "packed") return marshalPacked(service, chunk, parameter, value, lines, words);
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
  if (chunk.place.in === "indirect") lines.push(...sendPart(service, chunk.place.part, pointer, bytes));
  else if (service.v4) lines.push(`idl4_copy_bytes(_out->${chunk.name}, ${pointer}, ${bytes});`);
  else
    lines.push(
      `if ((const void *)${pointer} != (const void *)_out->${chunk.name}) idl4_copy_bytes(_out->${chunk.name}, ${pointer}, ${bytes});`,
    );
  return bytes;
}

/** Packed in the string buffer behind those of the request, which the value may still point into. */
function marshalPacked(
  service: Service,
  chunk: VariableChunk,
  { name, type }: Parameter,
  value: string,
  lines: string[],
  words: Map<number, string[]>,
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
  lines.push(...sendPart(service, part, buffer, count));
  return count;
}

function sendPart(service: Service, part: number, pointer: string, bytes: string): string[] {
  const { reply } = service.operation;
  if (!service.v4) return [`_parts[${part}].snd_size = ${bytes};`, `_parts[${part}].snd_str = ${pointer};`];
  const first = (reply?.memoryEnd ?? 4) / 4 + 2 * part;
  return [`_utcb[${first}] = IDL4_STRING_ITEM(${bytes});`, `_utcb[${first + 1}] = (idl4_word_t)${pointer};`];
}

export function silence(_service: Service): string[] {
  return ["idl4_answer_nobody(_server);"];
}

export function raise(service: Service, withValues: boolean): string[] {
  const { exceptions, replyShift } = service.operation;
  const { abi, bufferEnd } = service.layout;
  const lines = ["  idl4_reply_exception(_server, _environment._exception);"];
  if (!withValues) return lines;
  for (const exception of exceptions) {
    const words = roundUp(exception.size, 4) / 4;
    lines.push(`  if (_environment._exception == ex_${exception.cName} && _environment._data) {`);
    if (service.v4) {
      lines.push(
        `    __builtin_memcpy(_server->utcb + 1, _environment._data, sizeof(${exception.cName}));`,
        `    _server->tag |= ${words};`,
      );
    } else {
      lines.push(
        `    idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + ${replyShift});`,
      );
      lines.push(
        `    __builtin_memcpy((unsigned char *)_head + ${abi.dataOffset}, _environment._data, sizeof(${exception.cName}));`,
      );
      if (replyShift > 0)
        lines.push(`    _head->size_dope = IDL4_DOPE(${(bufferEnd - replyShift - 12) / 4}, 0);`);
      lines.push(
        `    _head->send_dope = IDL4_DOPE(${abi.countedWords + words}, 0);`,
        "    _server->reply = (idl4_word_t)_head;",
      );
    }
    lines.push("  }");
  }
  return lines;
}

export function finishClassic(
  service: Service,
  words: ReadonlyMap<number, readonly string[]>,
  trimmed: string | undefined,
): string[] {
  const { reply, replyShift } = service.operation;
  const { abi, bufferEnd, indirectParts } = service.layout;
  const lines: string[] = [];
  if (reply === undefined) return lines;
  const map = reply.maps > 0 ? " | IDL4_MAP" : "";
  if (!reply.registersOnly) {
    lines.push(
      `idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + ${replyShift});`,
    );
    if (replyShift > 0)
      lines.push(
        `IDL4_PUT(_head->size_dope, IDL4_DOPE(${(bufferEnd - replyShift - 12) / 4}, ${indirectParts}));`,
      );
    lines.push(
      trimmed === undefined
        ? `IDL4_PUT(_head->send_dope, IDL4_DOPE(${(reply.memoryEnd - 12) / 4}, ${reply.indirectParts}));`
        : `_head->send_dope = IDL4_DOPE((${trimmed} - 12 + 3) >> 2, ${reply.indirectParts});`,
    );
  }
  lines.push(...loadRegisters(service.send, words));
  if (abi.kernel !== "v2" || reply.maps === 0) lines.push(`_server->w${abi.registers.length} = 0;`);
  lines.push(
    `_server->reply = ${reply.registersOnly ? (reply.maps > 0 ? "IDL4_MAP" : "IDL4_REGISTERS") : `(idl4_word_t)_head${map}`};`,
  );
  return lines;
}

export function finishV4(service: Service, trimmed: string | undefined): string[] {
  const { reply } = service.operation;
  if (reply === undefined) return [];
  const untyped = (reply.memoryEnd - 4 - 8 * reply.maps) / 4;
  const typed = 2 * (reply.maps + reply.indirectParts);
  const count = trimmed === undefined || typed > 0 ? String(untyped) : `((${trimmed} - 4 + 3) >> 2)`;
  return [`_server->tag = IDL4_TAG(0, ${count}, ${typed});`];
}
