/** A client stub for X0 and V2: registers and a message on the stack. */

import type { ClientBackEnd } from "../../emit/back-end.js";
import { refusal, releaseStreams, success, unpacks } from "../../emit/client/packed.js";
import { failure, nothingReceived, receiveBuffers, receiving } from "../../emit/client/receive.js";
import { type Sending, sending } from "../../emit/client/send.js";
import {
  branch,
  dataType,
  hex,
  resultDeclaration,
  type Stub,
  targetOf,
  withoutUnused,
} from "../../emit/client/stub.js";
import { exceptionBytes } from "../../middle/exception-room.js";
import type { MessageLayout } from "../../middle/message.js";

export const classicClient: ClientBackEnd = { register: (word) => `_w${word}`, body: classicBody };

function classicBody(stub: Stub): string[] {
  const { abi } = stub.layout;
  const { operation, request, reply, exceptions } = stub.operation;
  const out = sending(stub);
  const back = receiveBuffers(stub);
  const raisesValues = exceptions.length > 0;
  const receives = reply !== undefined && (!reply.registersOnly || raisesValues);
  const inMemory = !request.registersOnly || receives;
  const parts = Math.max(out.parts.length, back.parts.length);
  const data = ["_request", "_reply"].map((keyword, index) => ({
    keyword,
    lines: dataType(keyword, stub, index === 0 ? request : reply),
  }));
  const exceptionFields = exceptions.map((exception) =>
    exception.packed
      ? `  idl4_word_t _ex_${exception.cName}[${exceptionBytes(exception, abi) / 4}];`
      : `  ${exception.cName} _ex_${exception.cName};`,
  );
  const lines: string[] = [...data.flatMap((entry) => entry.lines)];
  const words = abi.registers.length + 1;
  const most = Math.max(
    abi.dataOffset,
    request.memoryEnd,
    reply?.memoryEnd ?? 0,
    ...exceptions.map((exception) => abi.dataOffset + exceptionBytes(exception, abi)),
  );
  if (inMemory) {
    const union = [
      ...data
        .filter((entry) => entry.lines.length > 0)
        .map(({ keyword }) => `  struct ${keyword} ${keyword.slice(1)};`),
      ...exceptionFields,
    ];
    lines.push("struct {", "  idl4_message_head_t head;", `  idl4_word_t registers[${abi.countedWords}];`);
    if (union.length > 0) lines.push("  union {", ...union.map((line) => `  ${line}`), "  } data;");
    if (parts > 0) lines.push(`  idl4_part_t parts[${parts}];`);
    lines.push("} _message;");
    for (const { keyword, lines: fields } of data)
      if (fields.length > 0)
        lines.push(
          `struct ${keyword} *const ${keyword === "_request" ? "_in" : "_out"} = &_message.data${`.${keyword.slice(1)}`};`,
        );
  }
  lines.push(
    `idl4_word_t ${stub.layout.localIpc ? "" : "_result, "}${Array.from({ length: words }, (_, index) => `_w${index}`).join(", ")};`,
    ...resultDeclaration(stub),
    ...back.before,
    ...(unpacks(stub) ? ["idl4_word_t _bad = 0;"] : []),
    "",
  );
  lines.push(...out.before, ...refusal(stub, [...back.onFailure, ...nothingReceived(stub)]));
  if (inMemory) lines.push(...classicHead(stub, out, back.parts, most, parts, receives));
  const used = new Set(out.registers.map((line) => line.slice(0, 3)));
  const idWord = `_w${words - 1}`;
  lines.push(...out.registers);
  for (let word = 0; word < words - 1; word++) if (!used.has(`_w${word}`)) lines.push(`IDL4_ANY(_w${word});`);
  const mapsId = abi.flexpageTakesId && request.maps > 0; // the id travels with the void flexpage
  if (!mapsId) lines.push(`${idWord} = ${hex(operation.id)};`);
  lines.push(...classicCall(stub, words, receives), ...releaseStreams(stub));
  const failed = branch(
    stub,
    "IDL4_LIKELY",
    stub.layout.localIpc
      ? `!${idWord}`
      : reply === undefined
        ? "!IDL4_FAILED(_result)"
        : `!IDL4_FAILED(_result) && ${abi.flexpageTakesId && reply.maps > 0 ? `(_result & IDL4_MAP || !${idWord})` : `!${idWord}`}`,
  );
  const received = receiving(stub);
  lines.push(
    ...received.always,
    `if (${failed}) {`,
    ...received.lines.map((line) => `  ${line}`),
    `  ${success(stub)}`,
    "} else {",
  );
  lines.push(
    ...(stub.layout.localIpc
      ? [`  idl4_fail(_env, CORBA_USER_EXCEPTION, ${idWord});`]
      : failure(stub, idWord, back.onFailure, "_result >> 4 & 15", "IDL4_FAILED(_result)", "_message.data.")),
    "}",
  );
  if (operation.result !== undefined) lines.push("return __return;");
  return withoutUnused(lines);
}

function classicHead(
  stub: Stub,
  out: Sending,
  back: readonly { pointer: string; bytes: string }[],
  most: number,
  parts: number,
  receives: boolean,
): string[] {
  const { request, reply } = stub.operation;
  const lines: string[] = [];
  if (receives)
    lines.push(
      (reply?.maps ?? 0) > 0
        ? "_message.head.rcv_window = _env ? _env->_rcv_window : IDL4_WHOLE_SPACE;"
        : "IDL4_PUT(_message.head.rcv_window, 0);",
    );
  // Without a reply in memory, the kernel looks at the room only to find the parts.
  if (receives || parts > 0)
    lines.push(`IDL4_PUT(_message.head.size_dope, IDL4_DOPE(${(most - 12) / 4}, ${parts}));`);
  if (!request.registersOnly) {
    const dope = (words: string) => `IDL4_DOPE(${words}, ${out.parts.length})`;
    lines.push(
      out.trimmed === undefined
        ? `IDL4_PUT(_message.head.send_dope, ${dope(String((request.memoryEnd - 12) / 4))});`
        : `_message.head.send_dope = ${dope(`(${out.trimmed} - 12 + 3) >> 2`)};`,
    );
  }
  for (let part = 0; part < parts; part++) {
    const sent = out.parts[part];
    const received = back[part];
    if (sent !== undefined)
      lines.push(
        `IDL4_PUT(_message.parts[${part}].snd_size, ${sent.bytes});`,
        `IDL4_PUT(_message.parts[${part}].snd_str, ${sent.pointer});`,
      );
    if (receives) lines.push(`IDL4_PUT(_message.parts[${part}].rcv_size, ${received?.bytes ?? "0"});`);
    if (received !== undefined) lines.push(`IDL4_PUT(_message.parts[${part}].rcv_str, ${received.pointer});`);
  }
  return lines;
}

function classicCall(stub: Stub, words: number, receives: boolean): string[] {
  const { request, reply } = stub.operation;
  const map = (message: MessageLayout) => (message.maps > 0 ? " | IDL4_MAP" : "");
  const send = request.registersOnly
    ? request.maps > 0
      ? "IDL4_MAP"
      : "IDL4_REGISTERS"
    : `(idl4_word_t)&_message${map(request)}`;
  const registers = Array.from({ length: words }, (_, index) => `&_w${index}`).join(", ");
  if (stub.layout.localIpc)
    return [
      "{",
      `  idl4_threadid_t _partner = ${targetOf(stub)};`,
      `  idl4_local_ipc(&_partner, 0, ${registers});`,
      "}",
    ];
  if (reply === undefined)
    return [`_result = idl4_call(${targetOf(stub)}, ${send}, IDL4_NOTHING, _env, ${registers});`];
  const window =
    reply.maps > 0 ? "((_env ? _env->_rcv_window : IDL4_WHOLE_SPACE) | IDL4_MAP)" : "IDL4_REGISTERS";
  return [
    `_result = idl4_call(${targetOf(stub)}, ${send}, ${receives ? "(idl4_word_t)&_message" : window}, _env, ${registers});`,
  ];
}
