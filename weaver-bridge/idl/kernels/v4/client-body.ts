/** A client stub for V4: message registers in the UTCB. */

import { refusal, releaseStreams, success, unpacks } from "../../emit/client/packed.js";
import {
  failure,
  nothingReceived,
  type Outcome,
  receiveBuffers,
  receiving,
} from "../../emit/client/receive.js";
import { type Sending, sending } from "../../emit/client/send.js";
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

/** What its pieces share. */
interface Call {
  readonly stub: Stub;
  readonly out: Sending;
  readonly back: ReturnType<typeof receiveBuffers>;
  readonly received: ReturnType<typeof receiving>;
  /** Words of the answer that come in registers and are read from memory. */
  readonly spilled: readonly number[];
  /** The answer is read where message registers lie in memory. */
  readonly inMemory: boolean;
  /** As a struct. */
  readonly hasData: boolean;
}

export function v4Body(stub: Stub): string[] {
  const { operation, reply } = stub.operation;
  const received = receiving(stub);
  const inMemory = /\b_out->/.test([...received.always, ...received.lines].join(" "));
  const call: Call = {
    ...{ stub, received, inMemory, out: sending(stub), back: receiveBuffers(stub) },
    spilled: reply === undefined ? [] : wordsInMemory(stub, reply),
    hasData: reply !== undefined && hasFields(stub, reply) && inMemory,
  };
  return [
    ...declarations(call),
    ...call.out.before,
    ...refusal(stub, [...call.back.onFailure, ...nothingReceived(stub)]),
    ...sentParts(call),
    ...acceptance(call, callLine(call)),
    ...releaseStreams(stub),
    ...answer(call),
    ...(operation.result === undefined ? [] : ["return __return;"]),
  ];
}

function declarations({ stub, back, hasData }: Call): string[] {
  const { request, reply } = stub.operation;
  const hasRequest = hasFields(stub, request);
  return [
    ...dataType("_request", stub, request),
    ...dataType("_reply", stub, reply),
    ...blockOf(stub, "_in_block", request),
    ...blockOf(stub, "_out_block", reply),
    "idl4_word_t *_utcb = idl4_utcb();",
    ...(hasRequest ? ["struct _request *const _in = (struct _request *)(_utcb + 1);"] : []),
    ...(hasData ? ["const struct _reply *_out;"] : []),
    reply === undefined ? "idl4_word_t _tag;" : "idl4_word_t _tag, _mr1, _mr2;",
    ...resultDeclaration(stub),
    ...back.before,
    ...(unpacks(stub) ? ["idl4_word_t _bad = 0;"] : []),
    "",
  ];
}

function sentParts({ stub, out }: Call): string[] {
  const { request } = stub.operation;
  return out.parts.flatMap((part, index) => [
    `_utcb[${request.memoryEnd / 4 + 2 * index}] = IDL4_STRING_ITEM(${part.bytes});`,
    `_utcb[${request.memoryEnd / 4 + 2 * index + 1}] = (idl4_word_t)${bracketed(part.pointer)};`,
  ]);
}

function callLine({ stub, out }: Call): string {
  const { operation, request, reply } = stub.operation;
  const untyped = (request.memoryEnd - 4 - 8 * request.maps) / 4;
  const items = request.maps + out.parts.length;
  const count = out.trimmed === undefined || items > 0 ? String(untyped) : `((${out.trimmed} - 4 + 3) >> 2)`;
  const tag = `IDL4_TAG(0x${operation.id.toString(16)}, ${count}, ${2 * items})`;
  return reply === undefined
    ? `_tag = idl4_send(_utcb, ${targetOf(stub)}, _env, ${tag});`
    : `_tag = idl4_call(_utcb, ${targetOf(stub)}, _env, ${tag}, &_mr1, &_mr2);`;
}

/** Around the call: where pages and strings of the answer go. */
function acceptance({ stub: { operation }, back }: Call, call: string): string[] {
  const { reply } = operation;
  if (reply === undefined || (reply.maps === 0 && back.parts.length === 0)) return [call];
  const buffers = 1 + 2 * back.parts.length;
  const window = reply.maps > 0 ? "_env ? _env->_rcv_window : IDL4_WHOLE_SPACE" : "0";
  return [
    `idl4_word_t _saved[${buffers}];`,
    `idl4_save_buffers(_utcb, _saved, ${buffers});`,
    `idl4_accept(_utcb, ${window}, ${back.parts.length > 0 ? 1 : 0});`,
    ...back.parts.map(
      (part, index) =>
        `idl4_accept_part(_utcb, ${index}, ${index === back.parts.length - 1 ? 1 : 0}, ${part.pointer}, ${part.bytes});`,
    ),
    call,
    `idl4_restore_buffers(idl4_utcb(), _saved, ${buffers});`,
  ];
}

const OUTCOME: Outcome = {
  id: "IDL4_LABEL(_tag)",
  failed: "IDL4_FAILED(_tag)",
  code: "_utcb[IDL4_UTCB_ERROR]",
  exception: (cName) => ({ value: `*(const ${cName} *)(_utcb + 1)`, address: "(_utcb + 1)" }),
};

function answer({ stub, back, received, spilled, inMemory, hasData }: Call): string[] {
  const { reply, exceptions } = stub.operation;
  const test = reply === undefined ? "!IDL4_FAILED(_tag)" : "!(_tag & 0xffff8000u)";
  const store = (word: number) => `_utcb[${word}] = _mr${word};`;
  const raised = exceptions.length === 0 ? [] : [1, 2].filter((word) => !inMemory || !spilled.includes(word));
  return [
    ...(inMemory ? ["_utcb = idl4_utcb();", ...spilled.map(store)] : []),
    ...(hasData ? ["_out = (const struct _reply *)(_utcb + 1);"] : []),
    ...received.always,
    `if (${branch(stub, "IDL4_LIKELY", test)}) {`,
    ...received.lines.map((line) => `  ${line}`),
    `  ${success(stub)}`,
    "} else {",
    ...(inMemory ? [] : ["  _utcb = idl4_utcb();"]),
    ...raised.map((word) => `  ${store(word)}`),
    ...failure(stub, OUTCOME, back.onFailure),
    "}",
  ];
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
