/** What the parts of a server stub share: the stub itself, and where its values stand. */
import type { Parameter } from "../../check/interface-model.js";
import { isArray, unalias } from "../../check/types.js";
import type { Chunk, InterfaceLayout, MessageLayout, OperationLayout } from "../../middle/message.js";
import type { ServerBackEnd } from "../back-end.js";
import { type CNames, cType, declare, isByValue } from "../c-types.js";
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

/** The bytes of a raised exception's value, as C expressions. */
export interface RaisedValue {
  readonly from: string;
  readonly bytes: string;
  /** Known now, or an expression. */
  readonly words: number | string;
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
  return `(idl4_word_t)${homeOf(service, parameterOf(service.operation.operation, length.parameter))}`;
}

/** Where a fixed value stands while the implementation runs: in its message, or in a local of its own name. */
export function homeOf(service: Service, { name, direction, type }: Parameter): string {
  if (!service.backEnd.usesMessageInPlace) return name;
  const arriving = direction === "out" ? undefined : chunkOf(service.operation.request, name);
  const leaving = direction === "in" ? undefined : chunkOf(service.operation.reply, name);
  if (direction === "in") return isWhole(arriving) && !isByValue(type) ? `_in->${name}` : name;
  if (direction === "out") return isWhole(leaving) ? `_out->${name}` : name;
  return isWhole(arriving) && isWhole(leaving) && stays(service, arriving, leaving) ? `_in->${name}` : name;
}

/** All bits of the value, in the message's memory. */
function isWhole(chunk: Chunk | undefined): boolean {
  return chunk?.place.in === "memory" && !(chunk.kind === "fixed-copy" && chunk.dropped !== undefined);
}

function stays({ operation }: Service, arriving: Chunk | undefined, leaving: Chunk | undefined): boolean {
  return (
    arriving?.place.in === "memory" &&
    leaving?.place.in === "memory" &&
    arriving.place.offset === leaving.place.offset + operation.replyShift
  );
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
  // An array stays where the implementation has it.
  if (isArray(operation.result.type)) return undefined;
  return recordAt(service, operation.result, request.indirectParts + leaving.place.part);
}
