/** What the instructions of an asm statement do with one of its operands in memory (x86, as AT&T writes it). */
import type { TextRange } from "../model/index.js";
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
    .every((instruction) => reads(instruction, named));
}

const PREFIX = /^(?:\s|\\t|(?:lock|rep\w*|data16|\w+:)(?=[\s\\:]))+/;
/** Instructions that only read what stands last. */
const READERS =
  /^(?:cmp[bwlq]?|test[bwlq]?|bt[wlq]?|push[wlq]?|call[wlq]?|jmp[wlq]?|i?mul[bwlq]?|i?div[bwlq]?|f(?:i?ld\w*|i?(?:add|sub|mul|div)\w*|i?com\w*|rstor)|u?comis[sd]|lgdt[wl]?|lidt[wl]?|lldt|ltr|lmsw|ldmxcsr|fxrstor\w*|xrstor\w*|invlpg|prefetch\w*|clflush\w*|ver[rw]|nop[wl]?)$/;
/** Instructions that write what stands first, or ask where it is. */
const WRITES_FIRST = /^(?:xchg[bwlq]?|xadd[bwlq]?|lea[wlq]?|les|lds)$/;

function reads(instruction: string, named: RegExp): boolean {
  const [, mnemonic, rest = ""] = /^([a-z]\w*)(?:\s|\\t)+(.*)$/s.exec(instruction.replace(PREFIX, "")) ?? [];
  if (mnemonic === undefined || /[{}|]/.test(instruction)) return false;
  const given = rest.split(/,(?![^(]*\))/);
  const isLast = named.test(given.at(-1) ?? "");
  return isLast ? READERS.test(mnemonic) && given.length <= 3 : !WRITES_FIRST.test(mnemonic);
}
