/** What the instructions of an asm statement do with one of its operands in memory. */
import { readsOperand } from "../../machine/index.js";
import type { TextRange } from "../../model/index.js";
import { type AsmOperand, readAsm } from "./asm-operands.js";

/** Whether each instruction that names it is known to read it alone, and none asks where it is. */
export function isOnlyRead(unitText: string, statement: TextRange, operand: AsmOperand): boolean {
  const { template, operands } = readAsm(unitText, statement);
  const place = operands.findIndex(({ range }) => range.start === operand.range.start);
  const names = operand.name === undefined ? String(place) : `(?:${place}|\\[${operand.name}\\])`;
  const named = new RegExp(`%(?!%)[a-zA-Z]?${names}(?!\\w)`);
  return template
    .replace(/%%/g, "%r")
    .split(/\\n|;|\\t(?=\\n)/)
    .filter((instruction) => named.test(instruction))
    .every((instruction) => readsOperand(instruction, named));
}
