/** A server for X0 and V2: requests stand in its buffer, and the reply is made over them or behind. */
import type { ServerBackEnd } from "../../emit/back-end.js";
import { upper } from "../../emit/c-types.js";
import {
  type MarshalledReply,
  type RaisedValue,
  type Service,
  stringBuffers,
} from "../../emit/server/service.js";
import { loadRegisters } from "../../emit/values.js";
import type { InterfaceLayout } from "../../middle/message.js";

/** Bytes of a part's descriptor, `idl4_part_t`, and of a message's head. */
const [PART_BYTES, HEAD_BYTES] = [16, 12];

export const classicServer: ServerBackEnd = {
  usesMessageInPlace: true,
  register: (word) => `_server->w${word}`,
  pointers,
  sendPart: (_service, part, pointer, bytes) => [
    `_parts[${part}].snd_size = ${bytes};`,
    `_parts[${part}].snd_str = ${pointer};`,
  ],
  raiseValues,
  finish,
  messageRoom,
  messageSizes: ({ bufferEnd, indirectParts }, prefix) => [
    `#define ${prefix}_RCV_DOPE IDL4_DOPE(${(bufferEnd - HEAD_BYTES) / 4}, ${indirectParts})`,
    `#define ${prefix}_MSGBUF_SIZE ${bufferEnd}`,
  ],
  start,
  wait,
};

function messageRoom({ bufferEnd, indirectParts }: InterfaceLayout): number {
  return bufferEnd + PART_BYTES * indirectParts;
}

function pointers(service: Service, code: string): string[] {
  const { replyShift } = service.operation;
  const { abi, bufferEnd } = service.layout;
  const lines: string[] = [];
  if (/\b_in->/.test(code))
    lines.push(`struct _request *const _in = (struct _request *)(_server->buffer + ${abi.dataOffset});`);
  if (/\b_out->/.test(code))
    lines.push(
      `struct _reply *const _out = (struct _reply *)(_server->buffer + ${replyShift + abi.dataOffset});`,
    );
  if (/\b_parts\[/.test(code))
    lines.push(`idl4_part_t *const _parts = (idl4_part_t *)(_server->buffer + ${bufferEnd});`);
  return lines;
}

function raiseValues({ operation, layout }: Service, { from, bytes, words }: RaisedValue): string[] {
  const { replyShift } = operation;
  const { abi, bufferEnd } = layout;
  return [
    `    idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + ${replyShift});`,
    `    __builtin_memcpy((unsigned char *)_head + ${abi.dataOffset}, ${from}, ${bytes});`,
    ...(replyShift > 0
      ? [`    _head->size_dope = IDL4_DOPE(${(bufferEnd - replyShift - HEAD_BYTES) / 4}, 0);`]
      : []),
    `    _head->send_dope = IDL4_DOPE(${typeof words === "number" ? abi.countedWords + words : `${abi.countedWords} + ${words}`}, 0);`,
    "    _server->reply = (idl4_word_t)_head;",
  ];
}

function finish(service: Service, { words, trimmed }: MarshalledReply): string[] {
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
        `IDL4_PUT(_head->size_dope, IDL4_DOPE(${(bufferEnd - replyShift - HEAD_BYTES) / 4}, ${indirectParts}));`,
      );
    lines.push(
      trimmed === undefined
        ? `IDL4_PUT(_head->send_dope, IDL4_DOPE(${(reply.memoryEnd - HEAD_BYTES) / 4}, ${reply.indirectParts}));`
        : `_head->send_dope = IDL4_DOPE((${trimmed} - ${HEAD_BYTES} + 3) >> 2, ${reply.indirectParts});`,
    );
  }
  lines.push(...loadRegisters(service.send, words));
  if (!abi.flexpageTakesId || reply.maps === 0) lines.push(`_server->w${abi.registers.length} = 0;`);
  lines.push(
    `_server->reply = ${reply.registersOnly ? (reply.maps > 0 ? "IDL4_MAP" : "IDL4_REGISTERS") : `(idl4_word_t)_head${map}`};`,
  );
  return lines;
}

function start(layout: InterfaceLayout): string[] {
  const { declared, abi, bufferEnd, indirectParts, receivesMaps } = layout;
  const parts = stringBuffers(layout);
  const lines = [
    "  idl4_message_head_t *const _head = (idl4_message_head_t *)_buffer->bytes;",
    `  _head->rcv_window = ${windowOf(receivesMaps)};`,
    `  _head->size_dope = ${upper(declared.cName)}_RCV_DOPE;`,
  ];
  if (indirectParts > 0)
    lines.push(`  idl4_part_t *const _parts = (idl4_part_t *)(_buffer->bytes + ${bufferEnd});`);
  for (let part = 0; part < indirectParts; part++)
    lines.push(
      `  _parts[${part}].rcv_str = _buffer->bytes + ${messageRoom(layout)} + ${part} * SERVER_BUFFER_SIZE;`,
      `  _parts[${part}].rcv_size = ${part < parts ? "SERVER_BUFFER_SIZE" : "0"};`,
    );
  return [
    ...lines,
    "  _server->reply = IDL4_NOTHING;",
    ...[...abi.registers, ""].map((_, word) => `  _server->w${word} = 0;`),
    "  _server->partner = IDL4_NO_THREAD;",
    "  _server->buffer = _buffer->bytes;",
  ];
}

function wait({ abi, localIpc, operations, receivesMaps }: InterfaceLayout): string[] {
  const mostMaps = Math.max(...operations.map(({ request }) => request.maps));
  return [
    localIpc
      ? "  idl4_local_reply_and_wait(_server);"
      : `  idl4_reply_and_wait(_server, ${windowOf(receivesMaps)});`,
    ...(abi.flexpageTakesId && receivesMaps ? [`  idl4_find_id(_server, ${mostMaps});`] : []),
  ];
}

function windowOf(receivesMaps: boolean): string {
  return receivesMaps ? "IDL4_WHOLE_SPACE" : "0";
}
