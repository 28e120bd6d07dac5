/** What the parts of a server stub share: the stub itself, and where its values stand. */
import type { Parameter } from "../../check/interface-model.js";
import { unalias } from "../../check/types.js";
import type { Chunk, InterfaceLayout, MessageLayout, OperationLayout } from "../../middle/message.js";
import type { ServerBackEnd } from "../back-end.js";
import { type CNames, cType, declare } from "../c-types.js";
import { parameterOf } from "../fields.js";
import type { Access } from "../values.js";

const STRING_BUFFER = "SERVER_BUFFER_SIZE";

export interface Service {
  readonly layout: InterfaceLayout;
  readonly operation: OperationLayout;
  readonly names: CNames;
  readonly receive: Access;
  readonly send: Access;
  readonly backEnd: ServerBackEnd;
}

/** Statements that put values into the reply, and what is left to do when it is sent. */
export interface MarshalledReply {
  readonly lines: readonly string[];
  /** Terms of data words that travel in registers. */
  readonly words: ReadonlyMap<number, readonly string[]>;
  /** Bytes of the reply at run time, as an expression, where its last value may be shorter than its room. */
  readonly trimmed: string | undefined;
}

/** Room for indirect parts: those of a request, and behind them those of its reply. */
export function stringBuffers(layout: InterfaceLayout): number {
  return Math.max(
    0,
    ...layout.operations.map(({ request, reply }) => request.indirectParts + (reply?.indirectParts ?? 0)),
  );
}

export function chunkOf(message: MessageLayout | undefined, name: string): Chunk | undefined {
  return message?.chunks.find((chunk) => chunk.name === name && chunk.kind !== "length");
}

export type VariableChunk = Extract<Chunk, { kind: "variable-copy" }>;

export function asVariable(chunk: Chunk | undefined): VariableChunk | undefined {
  return chunk?.kind === "variable-copy" ? chunk : undefined;
}

export function recordAt(service: Service, parameter: Parameter, part: number): string {
  return objectAt(service, parameter, stringBuffer(service, part));
}

/** The parameter's object at an address, as an lvalue. */
export function objectAt({ names }: Service, { type }: Parameter, address: string): string {
  const array = unalias(type).kind === "array";
  const spelled = array ? `__typeof__(${declare(type, "", names).trim()})` : cType(type, names);
  return `(*(${spelled} *)${address})`;
}

export function stringBuffer(service: Service, part: number): string {
  const start = service.backEnd.messageRoom(service.layout);
  return `(_server->buffer + ${start === 0 ? "" : `${start} + `}${part} * ${STRING_BUFFER})`;
}

/** Elements that fit the place where a variable value stands on this side. */
export function mostElements(chunk: VariableChunk): string {
  return chunk.place.in === "indirect"
    ? `idl4_least(${chunk.maximum}, ${STRING_BUFFER} / ${chunk.elementBytes})`
    : String(chunk.maximum);
}

export function countOf(service: Service, length: { parameter: string } | { constant: number }): string {
  if ("constant" in length) return String(length.constant);
  const parameter = parameterOf(service.operation.operation, length.parameter);
  const placed =
    !service.backEnd.usesMessageInPlace ||
    chunkOf(service.operation.request, length.parameter)?.place.in !== "memory" ||
    parameter.direction === "in";
  return `(idl4_word_t)${placed ? length.parameter : `_in->${length.parameter}`}`;
}

/** The word that says how many elements of `chunk` arrived. */
export function lengthVariable(service: Service, chunk: VariableChunk): string {
  const length = service.operation.request.chunks.find(
    (other) => other.kind === "length" && other.name === chunk.name,
  );
  if (length === undefined) return "0";
  const place = service.layout.abi.receivePlace(length.place, 4);
  return place.in === "register" ? service.receive.register(place.word) : `_in->${chunk.name}_length`;
}

/** Where a result lives that travels as an indirect part. */
export function resultRecord(service: Service): string | undefined {
  const { operation, reply, request } = service.operation;
  const leaving = chunkOf(reply, "__return");
  if (operation.result === undefined || leaving?.kind !== "fixed-copy" || leaving.place.in !== "indirect")
    return undefined;
  return recordAt(service, operation.result, request.indirectParts + leaving.place.part);
}
