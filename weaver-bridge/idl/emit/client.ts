/** Client stubs: one inline function per operation. What is sent and where stands in its comment. */
import type { Operation, Parameter } from "../check/interface-model.js";
import { unalias } from "../check/types.js";
import { explainOperation } from "../middle/explain.js";
import {
  type Chunk,
  closesMaps,
  type InterfaceLayout,
  type MessageLayout,
  type OperationLayout,
} from "../middle/message.js";
import type { IdlOptions } from "../options.js";
import { type CNames, clientParameter, cType, isByValue, resultType } from "./c-types.js";
import { blockFields, dataFields, elementType, parameterOf } from "./fields.js";
import { type Access, loadFixed, loadRegisters, receivePlace, storeFixed } from "./values.js";

interface Stub {
  readonly kind: "call" | "reply";
  readonly layout: InterfaceLayout;
  readonly operation: OperationLayout;
  readonly options: IdlOptions;
  readonly names: CNames;
  readonly send: Access;
  readonly receive: Access;
}

export function renderClient(layout: InterfaceLayout, options: IdlOptions): string {
  return layout.operations
    .filter(
      ({ operation }) =>
        operation.declaredIn === layout.declared.cName && operation.kernelMessage === undefined,
    )
    .map((operation) => renderStub(layout, operation, options))
    .join("\n");
}

/** `kind` reply: a function of the server that sends what `operation` calls its request, to a client, now or never. */
export function renderStub(
  layout: InterfaceLayout,
  operation: OperationLayout,
  options: IdlOptions,
  kind: "call" | "reply" = "call",
): string {
  const { abi } = layout;
  const names = { plain: options.cTypes };
  const register = (word: number) => (abi.kernel === "v4" ? `_mr${word + 1}` : `_w${word}`);
  const base = { abi, names, optimizations: options.optimizations, register };
  const stub: Stub = {
    layout: kind === "reply" ? { ...layout, localIpc: false } : layout,
    kind,
    operation,
    options,
    names,
    send: { ...base, message: "_in" },
    receive: { ...base, message: "_out" },
  };
  const body = abi.kernel === "v4" ? v4Body(stub) : classicBody(stub);
  const unused = operation.operation.parameters.flatMap(({ name, transfer }) =>
    transfer.kind === "none" && !transfer.destination ? [`(void)${name};`] : [],
  );
  if (operation.operation.result === undefined) body.push(...unused);
  else body.splice(-1, 0, ...unused);
  if (kind === "reply") body.unshift("CORBA_Environment *const _env = 0;");
  const explained = explainOperation(operation, abi);
  const comment = (kind === "reply" ? [" answers later:", ...explained.slice(2)] : explained).map((line) =>
    ` *${line.replace(/^ /, "")}`.trimEnd(),
  );
  return [
    "/*",
    ...comment,
    " */",
    header(stub),
    "{",
    ...body.map((line) => (line === "" ? "" : `  ${line}`)),
    "}",
    "",
  ].join("\n");
}

function header({ operation: { operation }, names, layout, kind }: Stub): string {
  const destination = destinationOf(operation);
  const own = operation.parameters.map((parameter) => clientParameter(parameter, names));
  const service = destination === undefined ? [`${layout.declared.cName} _service`] : [];
  const parameters =
    kind === "reply" ? ["CORBA_Object _client", ...own] : [...service, ...own, "CORBA_Environment *_env"];
  return `IDL4_INLINE ${resultType(operation, names)} ${operation.cName}(${parameters.join(", ")})`;
}

export function destinationOf(operation: Operation): Parameter | undefined {
  return operation.parameters.find(({ transfer }) => transfer.kind === "none" && transfer.destination);
}

function targetOf({ operation, kind }: Stub): string {
  if (kind === "reply") return "_client";
  return destinationOf(operation.operation)?.name ?? "_service";
}

/** The client's variable as an lvalue of the parameter's own type. */
function lvalue(parameter: Parameter): string {
  if (parameter.name === "__return") return "__return";
  const real = unalias(parameter.type);
  if (real.kind === "array")
    return parameter.direction === "in" || parameter.type.kind !== "alias"
      ? `*(${parameter.direction === "in" ? "const " : ""}__typeof__(${arrayShape(parameter)}) *)${parameter.name}`
      : `*(${parameter.type.cName} *)${parameter.name}`;
  return parameter.direction === "in" && isByValue(parameter.type) ? parameter.name : `*${parameter.name}`;
}

function arrayShape(parameter: Parameter): string {
  let type = parameter.type;
  if (type.kind === "alias") return type.cName;
  let dimensions = "";
  while (type.kind === "array") {
    dimensions += `[${type.length}]`;
    type = type.element;
  }
  return `${cType(type, { plain: false })}${dimensions}`;
}

// Sending

interface Sending {
  readonly before: string[];
  readonly registers: string[];
  /** Bytes of the trimmed value at run time, as an expression. */
  readonly trimmed: string | undefined;
  readonly parts: { readonly pointer: string; readonly bytes: string }[];
}

function sending(stub: Stub): Sending {
  const { request, operation } = stub.operation;
  const before: string[] = [];
  const words = new Map<number, string[]>();
  const parts: { pointer: string; bytes: string }[] = [];
  let trimmed: string | undefined;
  for (const chunk of request.chunks)
    if (chunk.kind === "variable-copy")
      before.push(...lengthOf(stub, chunk, parameterOf(operation, chunk.name)));
  for (const chunk of request.chunks) {
    const parameter = parameterOf(operation, chunk.name);
    switch (chunk.kind) {
      case "fixed-copy":
        if (chunk.place.in === "indirect")
          parts[chunk.place.part] = { pointer: `&${lvalue(parameter)}`, bytes: String(chunk.bytes) };
        else before.push(...storeFixed(stub.send, chunk, parameter.type, lvalue(parameter), words));
        break;
      case "length":
        if (chunk.place.in === "register") words.set(chunk.place.word, [`_${chunk.name}_length`]);
        else before.push(`_in->${chunk.name}_length = _${chunk.name}_length;`);
        break;
      case "reference": {
        const address = `(idl4_word_t)${chunk.name}`;
        if (chunk.place.in === "register") words.set(chunk.place.word, [address]);
        else before.push(`_in->${chunk.name} = ${address};`);
        break;
      }
      case "variable-copy": {
        const pointer = pointerOf(parameter);
        const bytes = times(`_${chunk.name}_length`, chunk.elementBytes);
        if (chunk.place.in === "indirect") parts[chunk.place.part] = { pointer, bytes };
        else before.push(`idl4_copy_bytes(_in->${chunk.name}, ${pointer}, ${bytes});`);
        if (request.trimmed === chunk.name && chunk.place.in === "memory")
          trimmed = `${chunk.place.offset} + ${bytes}`;
        break;
      }
      case "map":
        before.push(...sendMap(stub, chunk, lvalue(parameter), words));
        break;
    }
  }
  if (request.block !== undefined)
    parts[request.block.part] = { pointer: "_in_block", bytes: String(request.block.bytes) };
  if (closesMaps(stub.layout.abi, request.maps, request.memoryEnd > stub.layout.abi.dataOffset))
    before.push(
      `_in->_last.base = ${stub.layout.abi.kernel === "v2" ? hex(operation.id) : "0"};`,
      "_in->_last.fpage = 0;",
    );
  return { before, registers: loadRegisters(stub.send, words), trimmed, parts };
}

function sendMap(stub: Stub, chunk: Chunk, value: string, words: Map<number, string[]>): string[] {
  if (chunk.place.in !== "register") return [`${stub.send.message}->${chunk.name} = ${value};`];
  words.set(0, [`${bracketed(value)}.base`]);
  words.set(1, [`${bracketed(value)}.fpage`]);
  return [];
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function bracketed(value: string): string {
  return value.startsWith("*") ? `(${value})` : value;
}

/** Where the elements of a variable parameter start, on the client. */
function pointerOf(parameter: Parameter): string {
  const { transfer, direction, name } = parameter;
  if (transfer.kind === "sequence") return `${name}->_buffer`;
  return transfer.kind === "string" && direction !== "in" ? `*${name}` : name;
}

function lengthOf(
  stub: Stub,
  chunk: Extract<Chunk, { kind: "variable-copy" }>,
  parameter: Parameter,
): string[] {
  const { transfer } = parameter;
  const pointer = pointerOf(parameter);
  const variable = `const idl4_word_t _${chunk.name}_length = `;
  if (transfer.kind === "string")
    return [`${variable}idl4_${transfer.wide ? "w" : ""}string_size(${pointer}, ${chunk.maximum});`];
  if (transfer.kind === "sequence")
    return [`${variable}idl4_least(${chunk.name}->_length, ${chunk.maximum});`];
  if (transfer.kind !== "array") return [];
  // An indirect part that is too long is refused by the kernel: no need to look here.
  if (chunk.place.in === "indirect") return [`${variable}${countExpression(stub, parameter)};`];
  return [`${variable}idl4_least(${countExpression(stub, parameter)}, ${chunk.maximum});`];
}

/** How many elements a counted array has, as the client knows it. */
function countExpression(stub: Stub, parameter: Parameter): string {
  if (parameter.transfer.kind !== "array") return "0";
  const { length } = parameter.transfer;
  if (!("parameter" in length)) return String(length.constant);
  return `(idl4_word_t)${lvalue(parameterOf(stub.operation.operation, length.parameter))}`;
}

function times(count: string, bytes: number): string {
  return bytes === 1 ? count : `${count} * ${bytes}`;
}

// Receiving

/** Buffers that must exist before the reply can arrive in them. */
function receiveBuffers(stub: Stub): {
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

/** Whether an output's bytes go where the caller said, rather than to memory that the stub allocates. */
function isCallersBuffer(stub: Stub, parameter: Parameter): boolean {
  return (
    parameter.name !== "__return" &&
    (parameter.prealloc || !stub.options.useMalloc || parameter.transfer.kind === "array")
  );
}

/**
 * Statements for the reply. `always` run even when the call failed: they leave outputs with some value, as callers that
 * look at them before `_env` expect, and cost a good call nothing. inout values change only when the call is good.
 */
function receiving(stub: Stub): { always: string[]; lines: string[] } {
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
        const place = receivePlace(stub.layout.abi, chunk.place, 4);
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
    }
  }
  return { always, lines };
}

function receiveMap(stub: Stub, chunk: Chunk, target: string): string[] {
  const place =
    chunk.place.in === "memory" && stub.layout.abi.kernel === "v4" && chunk.place.offset === 4
      ? { in: "register" as const }
      : chunk.place;
  if (place.in !== "register") return [`${target} = _out->${chunk.name};`];
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

// Bodies

function dataType(keyword: string, stub: Stub, message: MessageLayout | undefined): string[] {
  if (message === undefined) return [];
  const fields = dataFields(stub.operation.operation, message, stub.layout.abi, stub.names);
  return fields.length === 0
    ? []
    : [`struct IDL4_ALIAS ${keyword} {`, ...fields.map((field) => `  ${field}`), "};"];
}

function resultDeclaration(stub: Stub): string[] {
  const { result } = stub.operation.operation;
  if (result === undefined) return [];
  const spelled = cType(result.type, stub.names);
  return [`${spelled}${spelled.endsWith("*") ? "" : " "}__return;`];
}

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
  const exceptionFields = exceptions.map((exception) => `  ${exception.cName} _ex_${exception.cName};`);
  const lines: string[] = [...data.flatMap((entry) => entry.lines)];
  const words = abi.registers.length + 1;
  const most = Math.max(
    abi.dataOffset,
    request.memoryEnd,
    reply?.memoryEnd ?? 0,
    ...exceptions.map((exception) => abi.dataOffset + Math.ceil(exception.size / 4) * 4),
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
    "",
  );
  lines.push(...out.before);
  if (inMemory) lines.push(...classicHead(stub, out, back.parts, most, parts, receives));
  const used = new Set(out.registers.map((line) => line.slice(0, 3)));
  const idWord = `_w${words - 1}`;
  lines.push(...out.registers);
  for (let word = 0; word < words - 1; word++) if (!used.has(`_w${word}`)) lines.push(`IDL4_ANY(_w${word});`);
  const mapsId = abi.kernel === "v2" && request.maps > 0; // the id travels with the void flexpage
  if (!mapsId) lines.push(`${idWord} = ${hex(operation.id)};`);
  lines.push(...classicCall(stub, words, receives));
  const failed = branch(
    stub,
    "IDL4_LIKELY",
    stub.layout.localIpc
      ? `!${idWord}`
      : reply === undefined
        ? "!IDL4_FAILED(_result)"
        : `!IDL4_FAILED(_result) && ${abi.kernel === "v2" && reply.maps > 0 ? `(_result & IDL4_MAP || !${idWord})` : `!${idWord}`}`,
  );
  const received = receiving(stub);
  lines.push(
    ...received.always,
    `if (${failed}) {`,
    ...received.lines.map((line) => `  ${line}`),
    "  idl4_succeed(_env);",
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

/** Drops pointers to message data that nothing follows. */
function withoutUnused(lines: readonly string[]): string[] {
  const text = lines.join("\n");
  return lines.filter((line) => {
    const name = /\*const (_in|_out) = /.exec(line)?.[1];
    return name === undefined || text.includes(`${name}->`);
  });
}

function branch(stub: Stub, macro: string, test: string): string {
  return stub.options.optimizations.branchAnnotation ? `${macro}(${test})` : test;
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

function failure(
  stub: Stub,
  id: string,
  onFailure: readonly string[],
  code: string,
  failed: string,
  data: string,
): string[] {
  const { reply, exceptions } = stub.operation;
  const lines = onFailure.map((line) => `  ${line}`);
  lines.push(...nothingReceived(stub));
  if (reply === undefined) return [...lines, `  idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, ${code});`];
  lines.push(
    `  if (${failed}) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, ${code});`,
    `  else idl4_fail(_env, CORBA_USER_EXCEPTION, ${id});`,
  );
  for (const exception of exceptions)
    lines.push(
      `  if (_env && !(${failed}) && ${id} == ex_${exception.cName}) {`,
      `    _env->_data = CORBA_alloc(sizeof(${exception.cName}));`,
      `    if (_env->_data) *(${exception.cName} *)_env->_data = ${data.endsWith("->") ? `*(const ${exception.cName} *)(_utcb + 1)` : `${data}_ex_${exception.cName}`};`,
      "  }",
    );
  return lines;
}

/** Outputs that the stub would have allocated: none, so that freeing them does no harm. */
function nothingReceived(stub: Stub): string[] {
  const { operation, reply } = stub.operation;
  return (reply?.chunks ?? []).flatMap((chunk) => {
    if (chunk.kind !== "variable-copy") return [];
    const parameter = parameterOf(operation, chunk.name);
    if (parameter.direction !== "out" || isCallersBuffer(stub, parameter)) return [];
    const result = chunk.name === "__return";
    if (parameter.transfer.kind === "string") return [`  ${result ? "__return" : `*${chunk.name}`} = 0;`];
    const object = result ? "__return." : `${chunk.name}->`;
    return [`  ${object}_maximum = 0;`, `  ${object}_length = 0;`, `  ${object}_buffer = 0;`];
  });
}

function v4Body(stub: Stub): string[] {
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
    "",
    ...out.before,
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
  const test = reply === undefined ? "!IDL4_FAILED(_tag)" : "!(_tag & 0xffff8000u)";
  const received = receiving(stub);
  if (inMemory) lines.push("_utcb = idl4_utcb();", ...spilled.map((word) => `_utcb[${word}] = _mr${word};`));
  if (receivedData) lines.push("_out = (const struct _reply *)(_utcb + 1);");
  lines.push(...received.always, `if (${branch(stub, "IDL4_LIKELY", test)}) {`);
  lines.push(...received.lines.map((line) => `  ${line}`), "  idl4_succeed(_env);", "} else {");
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

/** Those of message registers 1 and 2, which arrive in processor registers, that a receiver reads as memory. */
export function wordsInMemory(
  { layout }: { readonly layout: InterfaceLayout },
  message: MessageLayout,
): number[] {
  const read = message.chunks.filter((chunk) => {
    if (chunk.place.in !== "memory") return false;
    if (chunk.kind === "map") return chunk.place.offset !== 4;
    if (chunk.kind === "variable-copy") return true;
    const bytes = chunk.kind === "fixed-copy" ? chunk.bytes : 4;
    return receivePlace(layout.abi, chunk.place, bytes).in === "memory";
  });
  return [1, 2].filter((word) =>
    read.some((chunk) => {
      if (chunk.place.in !== "memory") return false;
      const first = Math.floor(chunk.place.offset / 4);
      return first <= word && word * 4 < chunk.place.offset + bytesOf(chunk);
    }),
  );
}

function bytesOf(chunk: Chunk): number {
  switch (chunk.kind) {
    case "fixed-copy":
      return chunk.bytes;
    case "variable-copy":
      return chunk.maximum * chunk.elementBytes;
    case "map":
      return 8;
    case "length":
    case "reference":
      return 4;
  }
}
