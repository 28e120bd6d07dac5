/** A server for V4: requests and replies are message registers, its buffer is for string items alone. */
import type { ServerBackEnd } from "../../emit/back-end.js";
import type { MarshalledReply, Service } from "../../emit/server/service.js";
import type { InterfaceLayout } from "../../middle/message.js";
import { wordsInMemory } from "./spilled-words.js";

export const v4Server: ServerBackEnd = {
  usesMessageInPlace: false,
  register: (word) => `_server->mr${word + 1}`,
  pointers,
  sendPart,
  raiseValues: (_service, { from, bytes, words }) => [
    `    __builtin_memcpy(_server->utcb + 1, ${from}, ${bytes});`,
    `    _server->tag |= ${words};`,
  ],
  finish,
  messageRoom: () => 0,
  messageSizes: (_layout, prefix) => [`#define ${prefix}_MSGBUF_SIZE 0`],
  start,
  wait: ({ receivesMaps }) => [`  idl4_reply_and_wait(_server, ${windowOf(receivesMaps)});`],
};

function pointers(service: Service, code: string): string[] {
  const [usesIn, usesOut] = [/\b_in->/.test(code), /\b_out->/.test(code)];
  const spilled = wordsInMemory(service, service.operation.request);
  const lines: string[] = [];
  if (usesIn || usesOut || spilled.length > 0 || /_utcb\b/.test(code))
    lines.push("idl4_word_t *const _utcb = _server->utcb;");
  if (usesIn) lines.push("const struct _request *const _in = (const struct _request *)(_utcb + 1);");
  if (usesOut) lines.push("struct _reply *const _out = (struct _reply *)(_utcb + 1);");
  lines.push(...spilled.map((word) => `_utcb[${word}] = _server->mr${word};`));
  return lines;
}

function sendPart({ operation }: Service, part: number, pointer: string, bytes: string): string[] {
  const first = (operation.reply?.memoryEnd ?? 4) / 4 + 2 * part;
  return [`_utcb[${first}] = IDL4_STRING_ITEM(${bytes});`, `_utcb[${first + 1}] = (idl4_word_t)${pointer};`];
}

function finish({ operation: { reply } }: Service, { trimmed }: MarshalledReply): string[] {
  if (reply === undefined) return [];
  const untyped = (reply.memoryEnd - 4 - 8 * reply.maps) / 4;
  const typed = 2 * (reply.maps + reply.indirectParts);
  const count = trimmed === undefined || typed > 0 ? String(untyped) : `((${trimmed} - 4 + 3) >> 2)`;
  return [`_server->tag = IDL4_TAG(0, ${count}, ${typed});`];
}

function start({ operations, indirectParts, receivesMaps }: InterfaceLayout): string[] {
  const parts = Math.max(0, ...operations.map(({ request }) => request.indirectParts));
  const accepted: string[] = [];
  if (receivesMaps || indirectParts > 0)
    accepted.push(`  idl4_accept(_server->utcb, ${windowOf(receivesMaps)}, ${indirectParts > 0 ? 1 : 0});`);
  for (let part = 0; part < parts; part++)
    accepted.push(
      `  idl4_accept_part(_server->utcb, ${part}, ${part === parts - 1 ? 1 : 0}, _server->buffer + ${part} * SERVER_BUFFER_SIZE, SERVER_BUFFER_SIZE);`,
    );
  return [
    "  _server->partner = IDL4_NO_THREAD;",
    "  _server->utcb = idl4_utcb();",
    "  _server->tag = 0;",
    "  _server->buffer = _buffer->bytes;",
    ...accepted,
  ];
}

function windowOf(receivesMaps: boolean): string {
  return receivesMaps ? "IDL4_WHOLE_SPACE" : "0";
}
