/**
 * Server stubs: per operation an inline function that takes a request apart, calls the implementation and leaves the
 * reply, and a macro that publishes an implementation under the stub's name, so that the compiler inlines it.
 */
import type { Operation, Parameter } from "../check/interface-model.js";
import { roundUp, unalias } from "../check/types.js";
import { explainOperation } from "../middle/explain.js";
import {
  type Chunk,
  closesMaps,
  type InterfaceLayout,
  type MessageLayout,
  type OperationLayout,
} from "../middle/message.js";
import type { IdlOptions } from "../options.js";
import { type CNames, clientParameter, cType, declare, isByValue, resultType, upper } from "./c-types.js";
import { wordsInMemory } from "./client.js";
import { renderDelayedReply } from "./delayed.js";
import { blockFields, dataFields, elementType, parameterOf } from "./fields.js";
import { serviceName } from "./names.js";
import { type Access, loadFixed, loadRegisters, receivePlace, storeFixed } from "./values.js";

const STRING_BUFFER = "SERVER_BUFFER_SIZE";

interface Service {
  readonly layout: InterfaceLayout;
  readonly operation: OperationLayout;
  readonly names: CNames;
  readonly receive: Access;
  readonly send: Access;
  readonly v4: boolean;
}

/** Room for indirect parts: those of a request, and behind them those of its reply. */
export function stringBuffers(layout: InterfaceLayout): number {
  return Math.max(
    0,
    ...layout.operations.map(({ request, reply }) => request.indirectParts + (reply?.indirectParts ?? 0)),
  );
}

export function renderServer(layout: InterfaceLayout, options: IdlOptions): string {
  return layout.operations
    .flatMap((operation) => [
      renderService(layout, operation, options),
      renderDelayedReply(layout, operation, options),
    ])
    .filter(Boolean)
    .join("\n");
}

export function implementationParameters(operation: Operation, names: CNames): string {
  const own = operation.parameters.map((parameter) => clientParameter(parameter, names));
  return ["CORBA_Object _caller", ...own, "idl4_server_environment *_env"].join(", ");
}

function renderService(layout: InterfaceLayout, operation: OperationLayout, options: IdlOptions): string {
  const { abi } = layout;
  const names = { plain: options.cTypes };
  const v4 = abi.kernel === "v4";
  const register = (word: number) => (v4 ? `_server->mr${word + 1}` : `_server->w${word}`);
  const base = { abi, names, optimizations: options.optimizations };
  const outRegister = (word: number) => `_server->w${word}`;
  const service: Service = {
    layout,
    operation,
    names,
    v4,
    receive: { ...base, register, message: "_in" },
    send: { ...base, register: outRegister, message: "_out" },
  };
  const name = serviceName(layout, operation.operation);
  const comment = explainOperation(operation, abi).map((line) => ` *${line.replace(/^ /, "")}`.trimEnd());
  const type = `typedef ${resultType(operation.operation, names)} (*${name}_implementation_t)(${implementationParameters(operation.operation, names)});`;
  const body = serviceBody(service);
  const head = `IDL4_INLINE void idl4_serve_${name}(idl4_server_t *_server, ${name}_implementation_t _implementation)`;
  const publish = [
    `#define IDL4_PUBLISH_${upper(name)}(_implementation) \\`,
    `  IDL4_INLINE void idl4_inline_${name}(idl4_server_t *_server) { idl4_serve_${name}(_server, _implementation); } \\`,
    `  static IDL4_SERVICE __attribute__((unused)) void service_${name}(idl4_server_t *_server) { idl4_inline_${name}(_server); }`,
    `#define idl4_publish_${name}(_implementation) IDL4_PUBLISH_${upper(name)}(_implementation)`,
  ];
  return [
    "/*",
    ...comment,
    " */",
    type,
    head,
    "{",
    ...body.map((line) => (line === "" ? "" : `  ${line}`)),
    "}",
    ...publish,
    "",
  ].join("\n");
}

// Taking the request apart

interface Prepared {
  /** Declarations and loads before the call. */
  readonly before: string[];
  /** The argument handed to the implementation. */
  readonly argument: string;
  /** The object whose value goes into the reply; undefined when it is in its place already. */
  readonly result: string | undefined;
}

function prepare(service: Service, parameter: Parameter): Prepared {
  const { request, reply } = service.operation;
  const arriving = parameter.direction === "out" ? undefined : chunkOf(request, parameter.name);
  const leaving = parameter.direction === "in" ? undefined : chunkOf(reply, parameter.name);
  const reference = chunkOf(request, parameter.name);
  if (reference?.kind === "reference") return prepareReference(service, parameter, reference);
  switch (parameter.transfer.kind) {
    case "none": {
      const spelled = cType(parameter.type, service.names);
      if (parameter.transfer.destination)
        return { before: [], argument: "_server->partner", result: undefined };
      const name = `_${parameter.name}_none`;
      return {
        before: [
          `${declare(parameter.type, name, service.names)};`,
          `__builtin_memset(&${name}, 0, sizeof(${spelled.endsWith("*") ? name : spelled}));`,
        ],
        argument: isByValue(parameter.type) && parameter.direction === "in" ? name : `&${name}`,
        result: undefined,
      };
    }
    case "fixed":
      return prepareFixed(service, parameter, arriving, leaving);
    case "map":
      return prepareMap(service, parameter, arriving);
    default:
      return prepareVariable(service, parameter, asVariable(arriving), asVariable(leaving));
  }
}

function chunkOf(message: MessageLayout | undefined, name: string): Chunk | undefined {
  return message?.chunks.find((chunk) => chunk.name === name && chunk.kind !== "length");
}

type VariableChunk = Extract<Chunk, { kind: "variable-copy" }>;

function asVariable(chunk: Chunk | undefined): VariableChunk | undefined {
  return chunk?.kind === "variable-copy" ? chunk : undefined;
}

/** Same address space: the client's own object is the argument. */
function prepareReference(service: Service, parameter: Parameter, chunk: Chunk): Prepared {
  const place = receivePlace(service.layout.abi, chunk.place, 4);
  const word = place.in === "register" ? service.receive.register(place.word) : `_in->${chunk.name}`;
  const { kind } = parameter.transfer;
  const argument =
    kind === "string" || kind === "array"
      ? `(const ${elementType(parameter, service.names)} *)${word}`
      : `${unalias(parameter.type).kind === "array" ? "" : "&"}${objectAt(service, parameter, word)}`;
  return { before: [], argument, result: undefined };
}

function prepareFixed(
  service: Service,
  parameter: Parameter,
  arriving: Chunk | undefined,
  leaving: Chunk | undefined,
): Prepared {
  const { name, type, direction } = parameter;
  const array = unalias(type).kind === "array";
  const address = (object: string) => (array ? object : `&${object}`);
  if (arriving?.place.in === "indirect" || leaving?.place.in === "indirect")
    return prepareRecord(service, parameter, arriving, leaving);
  const inMemory = (chunk: Chunk | undefined) =>
    !service.v4 &&
    chunk?.place.in === "memory" &&
    !(chunk.kind === "fixed-copy" && chunk.dropped !== undefined);
  if (direction === "in" && inMemory(arriving) && !isByValue(type))
    return { before: [], argument: address(`_in->${name}`), result: undefined };
  if (direction === "inout" && inMemory(arriving) && inMemory(leaving) && stays(service, arriving, leaving))
    return { before: [], argument: address(`_in->${name}`), result: undefined };
  if (direction === "out" && inMemory(leaving))
    return { before: [], argument: address(`_out->${name}`), result: undefined };
  // An implementation that forgets an output must not send what was on the stack; where it sets one, this costs nothing.
  const real = unalias(type).kind;
  const zero = arriving === undefined && (real === "scalar" || real === "enum") ? " = 0" : "";
  const before = declaredAndLoaded(service, parameter, arriving, zero);
  return {
    before,
    argument: direction === "in" && isByValue(type) ? name : address(name),
    result: direction === "in" ? undefined : name,
  };
}

function declaredAndLoaded(
  service: Service,
  { name, type }: Parameter,
  arriving: Chunk | undefined,
  zero: string,
): string[] {
  const declared = declare(type, name, service.names);
  if (arriving === undefined) return [`${declared}${zero};`];
  const load = loadFixed(
    service.receive,
    arriving,
    type,
    name,
    arriving.kind === "fixed-copy" ? arriving.bytes : 4,
  );
  return load.startsWith(`${name} = `) ? [`${declared}${load.slice(name.length)}`] : [`${declared};`, load];
}

/** A fixed value that travels as an indirect part: it lives in a string buffer, where the reply still finds it. */
function prepareRecord(
  service: Service,
  parameter: Parameter,
  arriving: Chunk | undefined,
  leaving: Chunk | undefined,
): Prepared {
  const { operation } = service;
  const object =
    arriving?.place.in === "indirect"
      ? recordAt(service, parameter, arriving.place.part)
      : recordAt(service, parameter, operation.request.indirectParts + partOf(leaving));
  const array = unalias(parameter.type).kind === "array";
  const copied = arriving !== undefined && arriving.place.in !== "indirect" && arriving.kind === "fixed-copy";
  return {
    before: copied ? [loadFixed(service.receive, arriving, parameter.type, object, arriving.bytes)] : [],
    argument: array ? object : `&${object}`,
    result: parameter.direction === "in" ? undefined : object,
  };
}

function partOf(chunk: Chunk | undefined): number {
  return chunk?.place.in === "indirect" ? chunk.place.part : 0;
}

function recordAt(service: Service, parameter: Parameter, part: number): string {
  return objectAt(service, parameter, stringBuffer(service, part));
}

/** The parameter's object at an address, as an lvalue. */
function objectAt({ names }: Service, { type }: Parameter, address: string): string {
  const array = unalias(type).kind === "array";
  const spelled = array ? `__typeof__(${declare(type, "", names).trim()})` : cType(type, names);
  return `(*(${spelled} *)${address})`;
}

function stays({ operation }: Service, arriving: Chunk | undefined, leaving: Chunk | undefined): boolean {
  return (
    arriving?.place.in === "memory" &&
    leaving?.place.in === "memory" &&
    arriving.place.offset === leaving.place.offset + operation.replyShift
  );
}

function prepareMap(service: Service, parameter: Parameter, arriving: Chunk | undefined): Prepared {
  const { name, direction } = parameter;
  const before = [`idl4_fpage_t ${name};`];
  if (arriving !== undefined) {
    const inRegister =
      arriving.place.in === "register" ||
      (service.v4 && arriving.place.in === "memory" && arriving.place.offset === 4);
    if (inRegister)
      before.push(
        `${name}.base = ${service.receive.register(0)};`,
        `${name}.fpage = ${service.receive.register(1)};`,
      );
    else before.push(`${name} = _in->${name};`);
  }
  return {
    before,
    argument: direction === "in" ? name : `&${name}`,
    result: direction === "in" ? undefined : name,
  };
}

function stringBuffer(service: Service, part: number): string {
  const start = service.v4 ? 0 : service.layout.bufferEnd + 16 * service.layout.indirectParts;
  return `(_server->buffer + ${start === 0 ? "" : `${start} + `}${part} * ${STRING_BUFFER})`;
}

function prepareVariable(
  service: Service,
  parameter: Parameter,
  arriving: VariableChunk | undefined,
  leaving: VariableChunk | undefined,
): Prepared {
  const { name, transfer, direction } = parameter;
  const element = elementType(parameter, service.names);
  const before: string[] = [];
  const pointer =
    arriving !== undefined
      ? incoming(service, parameter, arriving, before)
      : leaving === undefined
        ? "0"
        : outgoing(service, leaving, element, before);
  const chunk = arriving ?? leaving;
  const maximum = chunk === undefined ? 0 : mostElements(chunk);
  if (transfer.kind === "sequence") {
    const length =
      arriving === undefined ? "0" : `idl4_least(${lengthVariable(service, arriving)}, ${maximum})`;
    before.push(
      `${cType(parameter.type, service.names)} ${name};`,
      `${name}._maximum = ${maximum};`,
      `${name}._length = ${length};`,
      `${name}._buffer = (${element} *)${pointer};`,
    );
    return { before, argument: `&${name}`, result: direction === "in" ? undefined : name };
  }
  before.push(
    `${element} *${direction === "out" || direction === "inout" ? "" : "const "}${name} = (${element} *)${pointer};`,
  );
  if (arriving?.scanned) before.push(`${name}[${maximum} - 1] = 0;`);
  const byAddress = direction !== "in" && transfer.kind === "string";
  return { before, argument: byAddress ? `&${name}` : name, result: direction === "in" ? undefined : name };
}

/** Elements that fit the place where a variable value stands on this side. */
function mostElements(chunk: VariableChunk): string {
  return chunk.place.in === "indirect"
    ? `idl4_least(${chunk.maximum}, ${STRING_BUFFER} / ${chunk.elementBytes})`
    : String(chunk.maximum);
}

function incoming(service: Service, parameter: Parameter, chunk: VariableChunk, before: string[]): string {
  if (chunk.place.in === "indirect") return stringBuffer(service, chunk.place.part);
  if (!service.v4) return `_in->${chunk.name}`;
  const element = elementType(parameter, service.names);
  before.push(
    `${element} _${chunk.name}_copy[${chunk.maximum}];`,
    `idl4_copy_bytes(_${chunk.name}_copy, _in->${chunk.name}, ${copiedBytes(service, parameter, chunk)});`,
  );
  return `_${chunk.name}_copy`;
}

function copiedBytes(service: Service, parameter: Parameter, chunk: VariableChunk): string {
  const { transfer } = parameter;
  const count =
    transfer.kind === "array" ? countOf(service, transfer.length) : lengthVariable(service, chunk);
  return `idl4_least(${count}, ${chunk.maximum})${chunk.elementBytes === 1 ? "" : ` * ${chunk.elementBytes}`}`;
}

function countOf(service: Service, length: { parameter: string } | { constant: number }): string {
  if ("constant" in length) return String(length.constant);
  const parameter = parameterOf(service.operation.operation, length.parameter);
  const placed =
    service.v4 ||
    chunkOf(service.operation.request, length.parameter)?.place.in !== "memory" ||
    parameter.direction === "in";
  return `(idl4_word_t)${placed ? length.parameter : `_in->${length.parameter}`}`;
}

/** The word that says how many elements of `chunk` arrived. */
function lengthVariable(service: Service, chunk: VariableChunk): string {
  const length = service.operation.request.chunks.find(
    (other) => other.kind === "length" && other.name === chunk.name,
  );
  if (length === undefined) return "0";
  const place = receivePlace(service.layout.abi, length.place, 4);
  return place.in === "register" ? service.receive.register(place.word) : `_in->${chunk.name}_length`;
}

/** Where an output may be written before anyone asks for it. */
function outgoing(service: Service, chunk: VariableChunk, element: string, before: string[]): string {
  const first = service.operation.request.indirectParts;
  if (chunk.place.in === "indirect") return stringBuffer(service, first + chunk.place.part);
  if (!service.v4) return `_out->${chunk.name}`;
  before.push(`${element} _${chunk.name}_room[${chunk.maximum}];`);
  return `_${chunk.name}_room`;
}

// The reply

function marshalReply(
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

function sendPart(service: Service, part: number, pointer: string, bytes: string): string[] {
  const { reply } = service.operation;
  if (!service.v4) return [`_parts[${part}].snd_size = ${bytes};`, `_parts[${part}].snd_str = ${pointer};`];
  const first = (reply?.memoryEnd ?? 4) / 4 + 2 * part;
  return [`_utcb[${first}] = IDL4_STRING_ITEM(${bytes});`, `_utcb[${first + 1}] = (idl4_word_t)${pointer};`];
}

// The whole stub

function dataType(service: Service, keyword: string, message: MessageLayout | undefined): string[] {
  const fields =
    message === undefined
      ? []
      : dataFields(service.operation.operation, message, service.layout.abi, service.names);
  return fields.length === 0
    ? []
    : [`struct IDL4_ALIAS ${keyword} {`, ...fields.map((field) => `  ${field}`), "};"];
}

function serviceBody(service: Service): string[] {
  const { operation, reply, exceptions } = service.operation;
  const prepared = operation.parameters.map((parameter) => prepare(service, parameter));
  const results = new Map<string, string>();
  operation.parameters.forEach((parameter, index) => {
    const value = prepared[index]?.result;
    if (value !== undefined) results.set(parameter.name, value);
  });
  const record = resultRecord(service);
  if (operation.result !== undefined) results.set("__return", record ?? "__return");
  const out = marshalReply(service, results);
  const code = [
    ...prepared.flatMap((entry) => entry.before),
    ...prepared.map((entry) => entry.argument),
    ...out.lines,
    out.trimmed ?? "",
  ].join(" ");
  const lines = declarations(service, code);
  lines.push("idl4_server_environment _environment = {0, 0, 0};", "");
  lines.push(...orderedLoads(service, prepared), ...clamps(service), ...transforms(operation, "inTransform"));
  const call = `_implementation(${["_server->partner", ...prepared.map((entry) => entry.argument), "&_environment"].join(", ")})`;
  const guarded = operation.parameters.some((parameter) => parameter.inTransform !== undefined);
  lines.push(...callLines(service, call, guarded), ...transforms(operation, "outTransform"));
  if (reply === undefined) return [...lines, ...silence(service)];
  lines.push(
    "if (IDL4_UNLIKELY(_environment._silent)) {",
    ...silence(service).map((line) => `  ${line}`),
    "  return;",
    "}",
  );
  lines.push(
    "if (IDL4_UNLIKELY(_environment._exception)) {",
    ...raise(service, exceptions.length > 0),
    "  return;",
    "}",
  );
  lines.push(
    ...out.lines,
    ...(service.v4 ? finishV4(service, out.trimmed) : finishClassic(service, out.words, out.trimmed)),
  );
  return lines;
}

function declarations(service: Service, code: string): string[] {
  const { request, reply, replyShift } = service.operation;
  const { abi } = service.layout;
  const usesIn = /\b_in->/.test(code);
  const usesOut = /\b_out->/.test(code);
  const lines = [
    ...(usesIn ? dataType(service, "_request", request) : []),
    ...(usesOut ? dataType(service, "_reply", reply) : []),
    ...blockOf(service, "_in_block", request, 0),
    ...blockOf(service, "_out_block", reply, request.indirectParts),
  ];
  if (service.v4) {
    const spilled = wordsInMemory(service, request);
    if (usesIn || usesOut || spilled.length > 0 || /_utcb\b/.test(code))
      lines.push("idl4_word_t *const _utcb = _server->utcb;");
    if (usesIn) lines.push("const struct _request *const _in = (const struct _request *)(_utcb + 1);");
    if (usesOut) lines.push("struct _reply *const _out = (struct _reply *)(_utcb + 1);");
    lines.push(...spilled.map((word) => `_utcb[${word}] = _server->mr${word};`));
    return lines;
  }
  if (usesIn)
    lines.push(`struct _request *const _in = (struct _request *)(_server->buffer + ${abi.dataOffset});`);
  if (usesOut)
    lines.push(
      `struct _reply *const _out = (struct _reply *)(_server->buffer + ${replyShift + abi.dataOffset});`,
    );
  if (/\b_parts\[/.test(code))
    lines.push(`idl4_part_t *const _parts = (idl4_part_t *)(_server->buffer + ${service.layout.bufferEnd});`);
  return lines;
}

/** The block that stands in for a memory message, in its string buffer. */
function blockOf(
  service: Service,
  name: string,
  message: MessageLayout | undefined,
  firstPart: number,
): string[] {
  if (message?.block === undefined) return [];
  const fields = blockFields(service.operation.operation, message, service.names);
  return [
    `struct IDL4_ALIAS ${name}_t {`,
    ...fields.map((field) => `  ${field}`),
    `} *const ${name} = (struct ${name}_t *)${stringBuffer(service, firstPart + message.block.part)};`,
  ];
}

/** Lengths that others need come first. */
function orderedLoads({ operation }: Service, prepared: readonly Prepared[]): string[] {
  const counted = new Set(
    operation.operation.parameters.flatMap(({ transfer }) =>
      transfer.kind === "array" && "parameter" in transfer.length ? [transfer.length.parameter] : [],
    ),
  );
  const rank = (index: number) => (counted.has(operation.operation.parameters[index]?.name ?? "") ? 0 : 1);
  return prepared
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => rank(a.index) - rank(b.index) || a.index - b.index)
    .flatMap(({ entry }) => entry.before);
}

/** A client must not make the implementation believe in more elements than arrived. */
function clamps(service: Service): string[] {
  const { operation, request } = service.operation;
  return operation.parameters.flatMap(({ transfer, name }) => {
    const chunk = asVariable(chunkOf(request, name)) ?? asVariable(chunkOf(service.operation.reply, name));
    if (transfer.kind !== "array" || !("parameter" in transfer.length) || chunk === undefined) return [];
    const length = parameterOf(operation, transfer.length.parameter);
    if (length.direction === "out" || chunk === undefined) return [];
    const value = countOf(service, transfer.length);
    const target = value.replace("(idl4_word_t)", "");
    const most = mostElements(chunk);
    return [
      `if (IDL4_UNLIKELY(${value} > ${most})) ${target} = (${cType(length.type, service.names)})${most};`,
    ];
  });
}

/** Where a result lives that travels as an indirect part. */
function resultRecord(service: Service): string | undefined {
  const { operation, reply, request } = service.operation;
  const leaving = chunkOf(reply, "__return");
  if (operation.result === undefined || leaving?.kind !== "fixed-copy" || leaving.place.in !== "indirect")
    return undefined;
  return recordAt(service, operation.result, request.indirectParts + leaving.place.part);
}

function transforms(operation: Operation, which: "inTransform" | "outTransform"): string[] {
  return operation.parameters.flatMap((parameter) => {
    const name = parameter[which];
    return name === undefined
      ? []
      : [
          `${name}(_server->partner, ${isByValue(parameter.type) ? parameter.name : `&${parameter.name}`}, &_environment);`,
        ];
  });
}

function callLines(service: Service, call: string, guarded: boolean): string[] {
  const {
    operation: { operation },
    names,
  } = service;
  const condition = guarded ? "if (!_environment._exception) " : "";
  if (operation.result === undefined) return [`${condition}${call};`];
  const record = resultRecord(service);
  if (record !== undefined) return [`${condition}${record} = ${call};`];
  const declared = declare(operation.result.type, "__return", names);
  if (!guarded) return [`${declared.replace(/\[.*/, "")} = ${call};`];
  return [
    `${declared};`,
    `__builtin_memset(&__return, 0, sizeof(__return));`,
    `${condition}__return = ${call};`,
  ];
}

function silence(_service: Service): string[] {
  return ["idl4_answer_nobody(_server);"];
}

function raise(service: Service, withValues: boolean): string[] {
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

function finishClassic(
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

function finishV4(service: Service, trimmed: string | undefined): string[] {
  const { reply } = service.operation;
  if (reply === undefined) return [];
  const untyped = (reply.memoryEnd - 4 - 8 * reply.maps) / 4;
  const typed = 2 * (reply.maps + reply.indirectParts);
  const count = trimmed === undefined || typed > 0 ? String(untyped) : `((${trimmed} - 4 + 3) >> 2)`;
  return [`_server->tag = IDL4_TAG(0, ${count}, ${typed});`];
}
