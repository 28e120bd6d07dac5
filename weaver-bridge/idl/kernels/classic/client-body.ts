/** A client stub for X0 and V2: registers and a message on the stack. */

import type { ClientBackEnd } from "../../emit/back-end.js";
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

/** What its pieces share. */
interface Call {
  readonly stub: Stub;
  readonly out: Sending;
  readonly back: ReturnType<typeof receiveBuffers>;
  /** The answer comes in memory. */
  readonly receives: boolean;
  /** Strings of the request or the answer. */
  readonly parts: number;
  /** Words in registers; the last one is the id. */
  readonly words: number;
}

function classicBody(stub: Stub): string[] {
  const { operation, request, reply, exceptions } = stub.operation;
  const out = sending(stub);
  const back = receiveBuffers(stub);
  const call: Call = {
    ...{ stub, out, back, parts: Math.max(out.parts.length, back.parts.length) },
    receives: reply !== undefined && (!reply.registersOnly || exceptions.length > 0),
    words: stub.layout.abi.registers.length + 1,
  };
  const inMemory = !request.registersOnly || call.receives;
  return withoutUnused([
    ...declarations(call, inMemory),
    ...out.before,
    ...refusal(stub, [...back.onFailure, ...nothingReceived(stub)]),
    ...(inMemory ? classicHead(call) : []),
    ...sentRegisters(call),
    ...classicCall(stub, call.words, call.receives),
    ...releaseStreams(stub),
    ...answer(call),
    ...(operation.result === undefined ? [] : ["return __return;"]),
  ]);
}

function declarations({ stub, back, parts, words }: Call, inMemory: boolean): string[] {
  const { request, reply } = stub.operation;
  const data = [
    { keyword: "request", pointer: "_in", lines: dataType("_request", stub, request) },
    { keyword: "reply", pointer: "_out", lines: dataType("_reply", stub, reply) },
  ];
  const own = data.filter(({ lines }) => lines.length > 0);
  const registers = Array.from({ length: words }, (_, index) => `_w${index}`).join(", ");
  return [
    ...data.flatMap(({ lines }) => lines),
    ...(inMemory ? message(stub, own, parts) : []),
    `idl4_word_t ${stub.layout.localIpc ? "" : "_result, "}${registers};`,
    ...resultDeclaration(stub),
    ...back.before,
    ...(unpacks(stub) ? ["idl4_word_t _bad = 0;"] : []),
    "",
  ];
}

interface Data {
  readonly keyword: string;
  readonly pointer: string;
}

/** The message as the kernel reads it, and pointers to what it carries. */
function message(stub: Stub, data: readonly Data[], parts: number): string[] {
  const { abi } = stub.layout;
  const union = [
    ...data.map(({ keyword }) => `  struct _${keyword} ${keyword};`),
    ...stub.operation.exceptions.map((exception) =>
      exception.packed
        ? `  idl4_word_t _ex_${exception.cName}[${exceptionBytes(exception, abi) / 4}];`
        : `  ${exception.cName} _ex_${exception.cName};`,
    ),
  ];
  return [
    "struct {",
    "  idl4_message_head_t head;",
    `  idl4_word_t registers[${abi.countedWords}];`,
    ...(union.length > 0 ? ["  union {", ...union.map((line) => `  ${line}`), "  } data;"] : []),
    ...(parts > 0 ? [`  idl4_part_t parts[${parts}];`] : []),
    "} _message;",
    ...data.map(
      ({ keyword, pointer }) => `struct _${keyword} *const ${pointer} = &_message.data.${keyword};`,
    ),
  ];
}

/** Those that carry nothing have any value. */
function sentRegisters({ stub, out, words }: Call): string[] {
  const { operation, request } = stub.operation;
  const used = new Set(out.registers.map((line) => line.slice(0, 3)));
  const rest = Array.from({ length: words - 1 }, (_, word) => `_w${word}`).filter((word) => !used.has(word));
  const mapsId = stub.layout.abi.flexpageTakesId && request.maps > 0; // the id travels with the void flexpage
  return [
    ...out.registers,
    ...rest.map((word) => `IDL4_ANY(${word});`),
    ...(mapsId ? [] : [`_w${words - 1} = ${hex(operation.id)};`]),
  ];
}

function answer({ stub, back, words }: Call): string[] {
  const id = `_w${words - 1}`;
  const received = receiving(stub);
  return [
    ...received.always,
    `if (${branch(stub, "IDL4_LIKELY", isAnswered(stub, id))}) {`,
    ...received.lines.map((line) => `  ${line}`),
    `  ${success(stub)}`,
    "} else {",
    ...(stub.layout.localIpc
      ? [`  idl4_fail(_env, CORBA_USER_EXCEPTION, ${id});`]
      : failure(stub, { id, ...OUTCOME }, back.onFailure)),
    "}",
  ];
}

const OUTCOME: Omit<Outcome, "id"> = {
  failed: "IDL4_FAILED(_result)",
  code: "_result >> 4 & 15",
  exception: (cName) => ({ value: `_message.data._ex_${cName}`, address: `&_message.data._ex_${cName}` }),
};

/** In C: no exception came. */
function isAnswered({ layout, operation: { reply } }: Stub, id: string): string {
  if (layout.localIpc) return `!${id}`;
  if (reply === undefined) return "!IDL4_FAILED(_result)";
  const takesId = layout.abi.flexpageTakesId && reply.maps > 0;
  return `!IDL4_FAILED(_result) && ${takesId ? `(_result & IDL4_MAP || !${id})` : `!${id}`}`;
}

/** In bytes: where the longest message ends. */
function messageEnd({ layout: { abi }, operation: { request, reply, exceptions } }: Stub): number {
  return Math.max(
    abi.dataOffset,
    request.memoryEnd,
    reply?.memoryEnd ?? 0,
    ...exceptions.map((exception) => abi.dataOffset + exceptionBytes(exception, abi)),
  );
}

function classicHead({ stub, out, back, parts, receives }: Call): string[] {
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
    lines.push(`IDL4_PUT(_message.head.size_dope, IDL4_DOPE(${(messageEnd(stub) - 12) / 4}, ${parts}));`);
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
    const received = back.parts[part];
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
