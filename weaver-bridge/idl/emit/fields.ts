/** A message's data in memory as a C struct whose fields stand exactly where the layout put them. */

import { invariant } from "../../model/index.js";
import type { Operation, Parameter } from "../check/interface-model.js";
import { alignOf, roundUp, sizeOf, type Type } from "../check/types.js";
import type { KernelAbi } from "../middle/kernel-abi.js";
import { type Chunk, closesMaps, type MessageLayout } from "../middle/message.js";
import { arrayElement, type CNames, cType, declare } from "./c-types.js";

interface Field {
  readonly offset: number;
  readonly size: number;
  readonly align: number;
  readonly text: string;
}

export function parameterOf(operation: Operation, name: string): Parameter {
  const found =
    name === "__return"
      ? operation.result
      : operation.parameters.find((parameter) => parameter.name === name);
  invariant(found !== undefined, `no parameter ${name} in ${operation.cName}`);
  return found;
}

/** The C type of one element of what travels with a length. */
export function elementType(parameter: Parameter, names: CNames): string {
  const { transfer, type } = parameter;
  if (transfer.kind === "packed") return "CORBA_octet";
  if (transfer.kind === "string") return transfer.wide ? "CORBA_wchar" : names.plain ? "char" : "CORBA_char";
  const real: Type = type.kind === "alias" ? realOf(type) : type;
  if (real.kind === "sequence") return cType(real.element, names);
  return arrayElement(type, names);
}

function realOf(type: Type): Type {
  return type.kind === "alias" ? realOf(type.target) : type;
}

/** Field lines, indented; empty when nothing stands in memory. */
export function dataFields(
  operation: Operation,
  message: MessageLayout,
  abi: KernelAbi,
  names: CNames,
): string[] {
  const fields: Field[] = [];
  for (const chunk of message.chunks)
    if (chunk.place.in === "memory") fields.push(fieldOf(operation, chunk, chunk.place.offset, names));
  if (closesMaps(abi, message.maps, message.memoryEnd > abi.dataOffset)) {
    const ends = message.chunks.flatMap((chunk) =>
      chunk.kind === "map" && chunk.place.in === "memory" ? [chunk.place.offset + 8] : [],
    );
    fields.push({
      offset: Math.max(abi.dataOffset, ...ends),
      size: 8,
      align: 4,
      text: "idl4_fpage_t _last;",
    });
  }
  return padded(
    fields.sort((a, b) => a.offset - b.offset),
    abi.dataOffset,
  );
}

/** Field lines of the block that stands in for a memory message; empty when there is none. */
export function blockFields(operation: Operation, message: MessageLayout, names: CNames): string[] {
  const fields = message.chunks.flatMap((chunk) =>
    chunk.place.in === "block" ? [fieldOf(operation, chunk, chunk.place.offset, names)] : [],
  );
  return padded(fields, 0);
}

function fieldOf(operation: Operation, chunk: Chunk, offset: number, names: CNames): Field {
  const parameter = parameterOf(operation, chunk.name);
  switch (chunk.kind) {
    case "fixed-copy":
      if (chunk.dropped !== undefined)
        return {
          offset,
          size: chunk.bytes,
          align: chunk.bytes,
          text: `unsigned ${chunk.bytes === 1 ? "char" : "short"} ${chunk.name};`,
        };
      return {
        offset,
        size: sizeOf(parameter.type),
        align: alignOf(parameter.type),
        text: `${declare(parameter.type, chunk.name, names)};`,
      };
    case "reference":
      return { offset, size: 4, align: 4, text: `idl4_word_t ${chunk.name};` };
    case "length":
      return { offset, size: 4, align: 4, text: `idl4_word_t ${chunk.name}_length;` };
    case "map":
      return { offset, size: 8, align: 4, text: `idl4_fpage_t ${chunk.name};` };
    case "variable-copy": {
      const bytes = chunk.maximum * chunk.elementBytes;
      return {
        offset,
        size: bytes,
        align: Math.min(4, chunk.elementBytes),
        text: `${elementType(parameter, names)} ${chunk.name}[${chunk.maximum}];`,
      };
    }
  }
}

function padded(fields: readonly Field[], start: number): string[] {
  const lines: string[] = [];
  let at = start;
  for (const { offset, size, align, text } of fields) {
    if (roundUp(at, align) !== offset) lines.push(`unsigned char _gap${offset}[${offset - at}];`);
    lines.push(`${text} /* +${offset} */`);
    at = offset + size;
  }
  return lines;
}
