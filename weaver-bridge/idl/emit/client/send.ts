/** A client fills its request. */
import type { Parameter } from "../../check/interface-model.js";
import { type Chunk, closesMaps } from "../../middle/message.js";
import { parameterOf } from "../fields.js";
import { loadRegisters, storeFixed } from "../values.js";
import { packing } from "./packed.js";
import { bracketed, countExpression, hex, lvalue, pointerOf, type Stub, times } from "./stub.js";

export interface Sending {
  readonly before: string[];
  readonly registers: string[];
  /** Bytes of the trimmed value at run time, as an expression. */
  readonly trimmed: string | undefined;
  readonly parts: { readonly pointer: string; readonly bytes: string }[];
}

export function sending(stub: Stub): Sending {
  const { request, operation } = stub.operation;
  const message: Message = { before: [], words: new Map(), parts: [], trimmed: undefined };
  const { before, words, parts } = message;
  for (const chunk of request.chunks)
    if (chunk.kind === "variable-copy")
      before.push(...lengthOf(stub, chunk, parameterOf(operation, chunk.name)));
  for (const chunk of request.chunks) sendChunk(stub, chunk, message);
  if (request.block !== undefined)
    parts[request.block.part] = { pointer: "_in_block", bytes: String(request.block.bytes) };
  if (closesMaps(stub.layout.abi, request.maps, request.memoryEnd > stub.layout.abi.dataOffset))
    before.push(
      `_in->_last.base = ${stub.layout.abi.flexpageTakesId ? hex(operation.id) : "0"};`,
      "_in->_last.fpage = 0;",
    );
  return { before, registers: loadRegisters(stub.send, words), trimmed: message.trimmed, parts };
}

/** What has been put together of a request. */
interface Message {
  readonly before: string[];
  /** By register. */
  readonly words: Map<number, string[]>;
  readonly parts: { pointer: string; bytes: string }[];
  trimmed: string | undefined;
}

function sendChunk(stub: Stub, chunk: Chunk, message: Message): void {
  const { before, words, parts } = message;
  const parameter = parameterOf(stub.operation.operation, chunk.name);
  switch (chunk.kind) {
    case "fixed-copy":
      if (chunk.place.in === "indirect")
        parts[chunk.place.part] = { pointer: `&${lvalue(parameter)}`, bytes: String(chunk.bytes) };
      else before.push(...storeFixed(stub.send, chunk, parameter.type, lvalue(parameter), words));
      break;
    case "length":
      sendWord(message, chunk, `${chunk.name}_length`, `_${chunk.name}_length`);
      break;
    case "reference":
      sendWord(message, chunk, chunk.name, `(idl4_word_t)${chunk.name}`);
      break;
    case "variable-copy":
      sendVariable(stub, chunk, message, pointerOf(parameter));
      break;
    case "map":
      before.push(...sendMap(stub, chunk, lvalue(parameter), words));
      break;
  }
}

function sendWord(
  { before, words }: Message,
  { place }: Extract<Chunk, { kind: "length" | "reference" }>,
  member: string,
  value: string,
): void {
  if (place.in === "register") words.set(place.word, [value]);
  else before.push(`_in->${member} = ${value};`);
}

function sendVariable(
  stub: Stub,
  chunk: Extract<Chunk, { kind: "variable-copy" }>,
  message: Message,
  pointer: string,
): void {
  const bytes = times(`_${chunk.name}_length`, chunk.elementBytes);
  if (chunk.place.in === "indirect") message.parts[chunk.place.part] = { pointer, bytes };
  else message.before.push(`idl4_copy_bytes(_in->${chunk.name}, ${pointer}, ${bytes});`);
  if (stub.operation.request.trimmed === chunk.name && chunk.place.in === "memory")
    message.trimmed = `${chunk.place.offset} + ${bytes}`;
}

function sendMap(stub: Stub, chunk: Chunk, value: string, words: Map<number, string[]>): string[] {
  if (chunk.place.in !== "register") return [`${stub.send.message}->${chunk.name} = ${value};`];
  words.set(0, [`${bracketed(value)}.base`]);
  words.set(1, [`${bracketed(value)}.fpage`]);
  return [];
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
  if (transfer.kind === "packed") return packing(stub, chunk, parameter);
  if (transfer.kind === "sequence")
    return [`${variable}idl4_least(${chunk.name}->_length, ${chunk.maximum});`];
  if (transfer.kind !== "array") return [];
  // An indirect part that is too long is refused by the kernel: no need to look here.
  if (chunk.place.in === "indirect") return [`${variable}${countExpression(stub, parameter)};`];
  return [`${variable}idl4_least(${countExpression(stub, parameter)}, ${chunk.maximum});`];
}
