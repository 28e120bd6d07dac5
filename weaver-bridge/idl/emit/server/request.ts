/** A server takes a request apart: what each parameter of the implementation becomes. */
import type { Parameter } from "../../check/interface-model.js";
import { isArray, unalias } from "../../check/types.js";
import type { Chunk } from "../../middle/message.js";
import { cType, declare, isByValue } from "../c-types.js";
import { elementType, parameterOf } from "../fields.js";
import { packedName, stream } from "../packed.js";
import { loadFixed } from "../values.js";
import {
  asVariable,
  chunkOf,
  countOf,
  homeOf,
  lengthVariable,
  mostElements,
  objectAt,
  recordAt,
  type Service,
  stringBuffer,
  type VariableChunk,
} from "./service.js";

interface Prepared {
  /** Declarations and loads before the call. */
  readonly before: string[];
  /** The argument handed to the implementation. */
  readonly argument: string;
  /** The object whose value goes into the reply; undefined when it is in its place already. */
  readonly result: string | undefined;
}

export function prepare(service: Service, parameter: Parameter): Prepared {
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
    case "packed":
      return preparePacked(service, parameter, asVariable(arriving));
    default:
      return prepareVariable(service, parameter, asVariable(arriving), asVariable(leaving));
  }
}

/** Same address space: the client's own object is the argument. */
function prepareReference(service: Service, parameter: Parameter, chunk: Chunk): Prepared {
  const place = service.layout.abi.receivePlace(chunk.place, 4);
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
  const home = homeOf(service, parameter);
  if (home !== name) return { before: [], argument: address(home), result: undefined };
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

function prepareMap(service: Service, parameter: Parameter, arriving: Chunk | undefined): Prepared {
  const { name, direction } = parameter;
  const before = [`idl4_fpage_t ${name};`];
  if (arriving !== undefined) {
    if (service.layout.abi.receivesMapInRegisters(arriving.place))
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

/** The value lives in the stream that arrived; its pointers are set to what lies behind it. */
function preparePacked(
  service: Service,
  { name, type, direction }: Parameter,
  arriving: VariableChunk | undefined,
): Prepared {
  const spelled = cType(type, service.names);
  const argument = isArray(type) ? `*${name}` : name;
  const result = direction === "in" ? undefined : name;
  if (arriving === undefined || arriving.place.in !== "indirect")
    return {
      before: [
        `${spelled} _${name}_value;`,
        `${spelled} *const ${name} = &_${name}_value;`,
        `__builtin_memset(${name}, 0, sizeof(${spelled}));`,
      ],
      argument,
      result,
    };
  const buffer = stringBuffer(service, arriving.place.part);
  const bytes = `idl4_least(${lengthVariable(service, arriving)}, ${mostElements(arriving)})`;
  return {
    before: [
      stream(`_${name}_packing`, buffer, bytes, false),
      `${spelled} *const ${name} = (${spelled} *)idl4_stream_start(&_${name}_packing, 0, sizeof(${spelled}));`,
      `if (${name}) idl4_unpack_${packedName(type)}(${name}, &_${name}_packing);`,
    ],
    argument,
    result,
  };
}

/** Answers with a failure when what arrived is no value of its type. */
export function refusals({ operation: { operation, request } }: Service): string[] {
  const arrived = operation.parameters.filter(
    ({ name, transfer }) => transfer.kind === "packed" && asVariable(chunkOf(request, name)) !== undefined,
  );
  if (arrived.length === 0) return [];
  const answer = operation.oneway
    ? "idl4_answer_nobody(_server);"
    : "idl4_reply_exception(_server, IDL4_BAD_MESSAGE);";
  return [
    `if (IDL4_UNLIKELY(${arrived.map(({ name }) => `_${name}_packing.bad`).join(" | ")})) {`,
    `  ${answer}`,
    "  return;",
    "}",
  ];
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

function incoming(service: Service, parameter: Parameter, chunk: VariableChunk, before: string[]): string {
  if (chunk.place.in === "indirect") return stringBuffer(service, chunk.place.part);
  if (service.backEnd.usesMessageInPlace) return `_in->${chunk.name}`;
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

/** Where an output may be written before anyone asks for it. */
function outgoing(service: Service, chunk: VariableChunk, element: string, before: string[]): string {
  const first = service.operation.request.indirectParts;
  if (chunk.place.in === "indirect") return stringBuffer(service, first + chunk.place.part);
  if (service.backEnd.usesMessageInPlace) return `_out->${chunk.name}`;
  before.push(`${element} _${chunk.name}_room[${chunk.maximum}];`);
  return `_${chunk.name}_room`;
}

/** Lengths that others need come first. */
export function orderedLoads({ operation }: Service, prepared: readonly Prepared[]): string[] {
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
export function clamps(service: Service): string[] {
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
