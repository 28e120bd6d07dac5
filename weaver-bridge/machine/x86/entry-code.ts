/** Assembler of x86 by which kernels are entered, as objdump prints it in AT&T's syntax. */
import type { EntryCode, StackChange } from "../entry-code.js";

const NONE: StackChange["restored"] = [];

/** Whether objdump's text of an instruction, of whatever machine is known, only fills space. */
export const isPaddingText = (text: string): boolean =>
  /^(?:nop|xchg\s+%ax,%ax|data16|cs nop|lea\s+(?:%cs:)?0x0\()/.test(text);

/** `names`: of the general registers by DWARF's numbers; the stack pointer is none that is loaded. */
export function entryCode(names: readonly string[], stack: string, word: 4 | 8): EntryCode {
  const registers = new Map<string, number>(
    names.flatMap((name, number) => (name === stack ? [] : [[`%${name}`, number] as const])),
  );
  const pointer = `%${stack}`;
  const isMoveTo = (mnemonic: string, operands: string) =>
    /^mov/.test(mnemonic) && splitOperands(operands)[1] === pointer;
  return {
    prefixes: "rep\\w*|lock|data16|addr\\d+|cs|ds|es|notrack",
    longestInstruction: 15,
    endsStraightCode: (mnemonic) => /^(?:jmp|ret|iret|hlt|ud2|sysret|sysexit)/.test(mnemonic),
    returnsFromInterrupt: (mnemonic) => mnemonic.startsWith("iret"),
    leavesOtherwise: (mnemonic) => /^(?:ret|hlt|ud2|sysret|sysexit|leave|int3)/.test(mnemonic),
    isCall: (mnemonic) => mnemonic.startsWith("call"),
    isJump: (mnemonic) => mnemonic.startsWith("j"),
    isUnconditionalJump: (mnemonic) => mnemonic.startsWith("jmp"),
    loadsTrapTable: "lidt",
    switchesStack: isMoveTo,
    stackChange: (mnemonic, operands) => {
      if (/^popa/.test(mnemonic)) return { by: 8 * word, restored: POPPED_BY_POPA };
      if (/^pusha/.test(mnemonic)) return { by: -8 * word, restored: NONE };
      if (/^pop/.test(mnemonic) && !/^popcnt/.test(mnemonic)) {
        const register = registers.get(operands);
        return { by: word, restored: register === undefined ? NONE : [[register, 0]] };
      }
      if (/^push/.test(mnemonic)) return { by: -word, restored: NONE };
      const [from = "", to = ""] = splitOperands(operands);
      if (to === pointer && /^(?:add|sub|lea|and|xchg)/.test(mnemonic)) return movedBy(mnemonic, from);
      if (isMoveTo(mnemonic, operands)) return { by: 0, restored: NONE };
      const loaded = /^mov/.test(mnemonic) ? registers.get(to) : undefined;
      const offset = /^(?:0x([\da-f]+))?\(%[er]sp\)$/.exec(from);
      const isLoad = loaded !== undefined && offset !== null;
      return { by: 0, restored: isLoad ? [[loaded, Number.parseInt(offset[1] ?? "0", 16)]] : NONE };
    },
  };
}

/** The stack pointer by a number; undefined where it is rounded or exchanged. */
function movedBy(mnemonic: string, from: string): StackChange | undefined {
  const number = /^(-?)(?:\$(-?))?0x([\da-f]+)(?:\(%[er]sp\))?$/.exec(from);
  if (number === null || /^(?:and|xchg)/.test(mnemonic)) return undefined;
  const size = Number.parseInt(number[3] ?? "", 16) | 0;
  const sign = number[1] === "-" || number[2] === "-" ? -1 : 1;
  return { by: (mnemonic.startsWith("sub") ? -sign : sign) * size, restored: NONE };
}

/** `0x4(%esp),%eax` in two. */
function splitOperands(text: string): string[] {
  return text.split(/,(?![^(]{0,40}\))/).map((part) => part.trim());
}

/** edi, esi, ebp, (esp), ebx, edx, ecx, eax. */
const POPPED_BY_POPA: StackChange["restored"] = [7, 6, 5, undefined, 3, 2, 1, 0].flatMap((register, index) =>
  register === undefined ? [] : [[register, 4 * index] as const],
);
