/** A client stub for V4: message registers in the UTCB. */

import { refusal, releaseStreams, success, unpacks } from "../../emit/client/packed.js";
import { failure, nothingReceived, receiveBuffers, receiving } from "../../emit/client/receive.js";
import { sending } from "../../emit/client/send.js";
import {
  bracketed,
  branch,
  dataType,
  resultDeclaration,
  type Stub,
  targetOf,
} from "../../emit/client/stub.js";
import { blockFields, dataFields } from "../../emit/fields.js";
import type { MessageLayout } from "../../middle/message.js";
import { wordsInMemory } from "./spilled-words.js";

export function v4Body(stub: Stub): string[] {
  const { operation, request, reply } = stub.operation;
  const out = sending(stub);
  const back = receiveBuffers(stub);
  const lines: string[] = [
    ...dataType("_request", stub, request),
    ...dataType("_reply", stub, reply),
    ...blockOf(stub, "_in_block", request),
    ...blockOf(stub, "_out_block", reply),
  ];
  lines.push("idl4_word_t *_utcb = idl4_utcb();");
  if (hasFields(stub, request)) lines.push("struct _request *const _in = (struct _request *)(_utcb + 1);");
  const spilled = reply === undefined ? [] : wordsInMemory(stub, reply);
  const inMemory = /\b_out->/.test([...receiving(stub).always, ...receiving(stub).lines].join(" "));
  const receivedData = reply !== undefined && hasFields(stub, reply) && inMemory;
  if (receivedData) lines.push("const struct _reply *_out;");
  lines.push(
    reply === undefined ? "idl4_word_t _tag;" : "idl4_word_t _tag, _mr1, _mr2;",
    ...resultDeclaration(stub),
    ...back.before,
    ...(unpacks(stub) ? ["idl4_word_t _bad = 0;"] : []),
    "",
    ...out.before,
    ...refusal(stub, [...back.onFailure, ...nothingReceived(stub)]),
  );
  const untyped = (request.memoryEnd - 4 - 8 * request.maps) / 4;
  const count =
    out.trimmed === undefined || request.maps + out.parts.length > 0
      ? String(untyped)
      : `((${out.trimmed} - 4 + 3) >> 2)`;
  for (const [index, part] of out.parts.entries())
    lines.push(
      `_utcb[${request.memoryEnd / 4 + 2 * index}] = IDL4_STRING_ITEM(${part.bytes});`,
      `_utcb[${request.memoryEnd / 4 + 2 * index + 1}] = (idl4_word_t)${bracketed(part.pointer)};`,
    );
  const accepts = reply !== undefined && (reply.maps > 0 || back.parts.length > 0);
  const buffers = 1 + 2 * back.parts.length;
  if (accepts) {
    lines.push(
      `idl4_word_t _saved[${buffers}];`,
      `idl4_save_buffers(_utcb, _saved, ${buffers});`,
      `idl4_accept(_utcb, ${reply.maps > 0 ? "_env ? _env->_rcv_window : IDL4_WHOLE_SPACE" : "0"}, ${back.parts.length > 0 ? 1 : 0});`,
    );
    for (const [index, part] of back.parts.entries())
      lines.push(
        `idl4_accept_part(_utcb, ${index}, ${index === back.parts.length - 1 ? 1 : 0}, ${part.pointer}, ${part.bytes});`,
      );
  }
  const tag = `IDL4_TAG(0x${operation.id.toString(16)}, ${count}, ${2 * (request.maps + out.parts.length)})`;
  if (reply === undefined) lines.push(`_tag = idl4_send(_utcb, ${targetOf(stub)}, _env, ${tag});`);
  else lines.push(`_tag = idl4_call(_utcb, ${targetOf(stub)}, _env, ${tag}, &_mr1, &_mr2);`);
  if (accepts) lines.push(`idl4_restore_buffers(idl4_utcb(), _saved, ${buffers});`);
  lines.push(...releaseStreams(stub));
  const test = reply === undefined ? "!IDL4_FAILED(_tag)" : "!(_tag & 0xffff8000u)";
  const received = receiving(stub);
  if (inMemory) lines.push("_utcb = idl4_utcb();", ...spilled.map((word) => `_utcb[${word}] = _mr${word};`));
  if (receivedData) lines.push("_out = (const struct _reply *)(_utcb + 1);");
  lines.push(...received.always, `if (${branch(stub, "IDL4_LIKELY", test)}) {`);
  lines.push(...received.lines.map((line) => `  ${line}`), `  ${success(stub)}`, "} else {");
  if (!inMemory) lines.push("  _utcb = idl4_utcb();");
  if (stub.operation.exceptions.length > 0)
    lines.push(
      ...[1, 2]
        .filter((word) => !inMemory || !spilled.includes(word))
        .map((word) => `  _utcb[${word}] = _mr${word};`),
    );
  lines.push(
    ...failure(
      stub,
      "IDL4_LABEL(_tag)",
      back.onFailure,
      "_utcb[IDL4_UTCB_ERROR]",
      "IDL4_FAILED(_tag)",
      "_utcb->",
    ),
    "}",
  );
  if (operation.result !== undefined) lines.push("return __return;");
  return lines;
}

/** The block that stands in for a memory message, as a local object and its address. */
function blockOf(stub: Stub, name: string, message: MessageLayout | undefined): string[] {
  if (message?.block === undefined) return [];
  const fields = blockFields(stub.operation.operation, message, stub.names);
  return [
    "struct IDL4_ALIAS {",
    ...fields.map((field) => `  ${field}`),
    `} ${name}_object, *const ${name} = &${name}_object;`,
  ];
}

function hasFields(stub: Stub, message: MessageLayout): boolean {
  return dataFields(stub.operation.operation, message, stub.layout.abi, stub.names).length > 0;
}
