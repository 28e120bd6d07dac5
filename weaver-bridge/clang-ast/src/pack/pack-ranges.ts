/** Ranges and operands on their way between processes. */
import type { Operand, TextRange } from "../../../model/index.js";
import type { Reader, Writer } from "./pack.js";

/** Stands for a range that is absent. */
export const NOWHERE: TextRange = { start: -1, end: -1 };

export function writeRange(writer: Writer, range: TextRange): void {
  writer.number(range.start);
  writer.number(range.end);
}

export function readRange(reader: Reader): TextRange {
  return { start: reader.number(), end: reader.number() };
}

export function writeOperand(writer: Writer, operand: Operand): void {
  writeRange(writer, operand.range);
  writer.number(operand.type);
}

export function readOperand(reader: Reader): Operand {
  return { range: readRange(reader), type: reader.number() };
}

export function writeOptional(writer: Writer, range: TextRange | undefined): void {
  writeRange(writer, range ?? NOWHERE);
}

export function readOptional(reader: Reader): TextRange | undefined {
  const range = readRange(reader);
  return range.start < 0 ? undefined : range;
}
