/** Layouts as text for people: `weft idl --explain`, hovers, goldens. */

import type { Parameter } from "../check/interface-model.js";
import { sizeOf, type Type } from "../check/types.js";
import { exceptionBytes } from "./exception-room.js";
import type { KernelAbi } from "./kernel-abi.js";
import type { Chunk, InterfaceLayout, MessageLayout, OperationLayout, Place } from "./message.js";

export function explain(layouts: readonly InterfaceLayout[]): string {
  return layouts.map(explainInterface).join("\n");
}

function explainInterface({ abi, declared, operations, bufferEnd, indirectParts }: InterfaceLayout): string {
  const head = [`interface ${declared.name}, number ${declared.number}, kernel ${abi.title}`];
  head.push(`  server buffer: ${bufferEnd} bytes, ${indirectParts} indirect parts`);
  const texts = operations.flatMap((operation) => [
    "",
    ...explainOperation(operation, abi),
    ...explainOptimizations(operation),
  ]);
  return `${[...head, ...texts].join("\n")}\n`;
}

export function explainOperation(layout: OperationLayout, abi: KernelAbi): string[] {
  const { operation, request, reply, replyShift, exceptions, notes } = layout;
  const lines = [
    `  ${signature(layout)}`,
    `    ${operation.kernelMessage === undefined ? `id ${hex(operation.id)}` : `kernel message ${operation.kernelMessage}, label ${hex((-operation.kernelMessage & 0xfff) << 4)}`}${operation.oneway ? ", oneway" : ""}${operation.local ? ", local" : ""}`,
  ];
  lines.push(...explainMessage(request, abi));
  if (reply !== undefined) lines.push(...explainMessage(reply, abi));
  if (replyShift > 0)
    lines.push(`      in the server's buffer the reply starts ${replyShift} bytes behind the request`);
  for (const exception of exceptions)
    lines.push(
      `    exception ${exception.name}: ${exception.packed ? "up to " : ""}${exceptionBytes(exception, abi)} bytes at +${abi.dataOffset}${exception.packed ? ", with its strings; a value that is longer arrives without its members" : ""}`,
    );
  for (const note of new Set(notes)) lines.push(`    - ${note}`);
  return lines;
}

/** One line per optimization: `+` applied, `.` not. */
export function explainOptimizations({ optimizations }: OperationLayout): string[] {
  return optimizations.map(({ name, applied, why, effect }) =>
    applied ? `    + ${name}: ${why} (${effect})` : `    . ${name}: ${why}`,
  );
}

function explainMessage(message: MessageLayout, abi: KernelAbi): string[] {
  const words = (message.memoryEnd - abi.dataOffset) / 4;
  const what = message.registersOnly
    ? "registers only"
    : [
        `${words} words in ${abi.words.data}`,
        message.indirectParts > 0 ? `${message.indirectParts} indirect` : "",
      ]
        .filter(Boolean)
        .join(", ");
  const maps = message.maps > 0 ? `, ${message.maps} flexpage${message.maps > 1 ? "s" : ""}` : "";
  const id = message.direction === "request" ? "id" : "exception";
  const lines = [
    `    ${message.direction}: ${what}${maps}`,
    `      ${idPlace(message, abi).padEnd(12)} ${id}`,
  ];
  for (const chunk of message.chunks)
    lines.push(`      ${placeText(chunk.place, abi, chunk).padEnd(12)} ${chunkText(chunk)}`);
  if (message.trimmed !== undefined)
    lines.push(`      ${"".padEnd(12)} the message ends with the real end of ${message.trimmed}`);
  return lines;
}

function idPlace(message: MessageLayout, abi: KernelAbi): string {
  return abi.flexpageTakesId && message.maps > 0 ? "void fpage" : abi.idRegister;
}

function chunkText(chunk: Chunk): string {
  const name = chunk.name === "__return" ? "result" : chunk.name;
  switch (chunk.kind) {
    case "fixed-copy":
      return `${name}, ${chunk.bytes} bytes${chunk.inout ? ", inout" : ""}${chunk.dropped === undefined ? "" : `, from bit ${chunk.dropped}`}`;
    case "length":
      return `length of ${name}`;
    case "variable-copy":
      return `${name}, up to ${chunk.maximum} x ${chunk.elementBytes} bytes${chunk.scanned ? ", to its zero" : ""}`;
    case "reference":
      return `address of ${name}`;
    case "map":
      return `map ${name}`;
  }
}

export function placeText(place: Place, abi: KernelAbi, chunk?: Chunk): string {
  switch (place.in) {
    case "register": {
      const name = abi.registers[place.word] ?? `word ${place.word}`;
      if (chunk?.kind === "map") return `${name}, ${abi.registers[place.word + 1] ?? abi.idRegister}`;
      return place.bits === 32 ? name : `${name}[${place.shift}:${place.shift + place.bits}]`;
    }
    case "memory":
      return abi.words.place(place.offset);
    case "label":
      return "label[0:4]";
    case "block":
      return `block+${place.offset}`;
    case "indirect":
      return `indirect ${place.part}`;
  }
}

/** The operation as IDL. */
export function signature({ operation }: OperationLayout): string {
  const result = operation.result === undefined ? "void" : typeText(operation.result.type);
  const parameters = operation.parameters.map(
    (parameter) => `${parameter.direction} ${typeText(parameter.type)} ${parameter.name}${extra(parameter)}`,
  );
  const raises =
    operation.raises.length === 0
      ? ""
      : ` raises (${operation.raises.map((exception) => exception.name).join(", ")})`;
  return `${operation.oneway ? "oneway " : ""}${result} ${operation.name}(${parameters.join(", ")})${raises}`;
}

function extra({ transfer }: Parameter): string {
  if (transfer.kind === "array")
    return ` [${"parameter" in transfer.length ? transfer.length.parameter : transfer.length.constant}]`;
  if (transfer.kind === "none") return transfer.destination ? " (destination)" : " (not transferred)";
  return "";
}

export function typeText(type: Type): string {
  switch (type.kind) {
    case "scalar":
    case "struct":
    case "union":
    case "enum":
    case "alias":
    case "opaque":
      return type.name;
    case "thread":
    case "imported":
      return type.cName;
    case "string": {
      const name = type.wide ? "wstring" : "string";
      return type.bound === undefined ? name : `${name}<${type.bound}>`;
    }
    case "sequence":
      return `sequence<${typeText(type.element)}${type.bound === undefined ? "" : `, ${type.bound}`}>`;
    case "array":
      return `${typeText(type.element)}[${type.length}]`;
    case "pointer":
      return `${typeText(type.target)} *`;
    case "fpage":
    case "void":
      return type.kind;
    case "error":
      return `? (${sizeOf(type)} bytes)`;
  }
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
