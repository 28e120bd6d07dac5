/** Instructions of x86 that are told by their bytes (Intel SDM 2, chapters 3 and 4). */
import type { InstructionBytes } from "../instruction-bytes.js";

const [JUMP, CALL, GROUP_5, TWO_BYTES, REPEAT] = [0xe9, 0xe8, 0xff, 0x0f, 0xf3];
const [RETURN, RETURN_AND_DROP, INTERRUPT_RETURN] = [0xc3, 0xc2, 0xcf];
const [INTERRUPT, BREAKPOINT] = [0xcd, 0xcc];
/** `rep` and the like, `movs`, `stos`. */
const ON_STRINGS = [0xf2, 0xf3, 0xa4, 0xa5, 0xaa, 0xab];
/** `mov %ax, %ds`, and `ltr %ax` behind two bytes; a far jump or return. */
const [TO_SEGMENT, GROUP_15] = [0x8e, 0xae];
const FAR = [0xea, 0xcb, INTERRUPT_RETURN];
/** Operands from this byte on are registers. */
const REGISTERS = 0xc0;
/** `mov (%esp),%reg; ret`: the register's number stands in the second byte. */
const THUNK = { length: 4, load: 0x8b, register: 0x38, rest: 0x04, stack: 0x24 } as const;

const isLongBranch = (first: number | undefined, second: number | undefined) =>
  first === TWO_BYTES && ((second ?? 0) & 0xf0) === 0x80;

export const X86_BYTES: InstructionBytes = {
  calledBefore: (returned, byte) => {
    if (byte(5) === CALL) {
      const offset = [4, 3, 2, 1].reduce((sum, back, at) => sum + ((byte(back) ?? 0) << (8 * at)), 0);
      return (returned + offset) >>> 0;
    }
    // call *%reg; call *disp8(%reg); call *disp32(%reg), call *address
    const isIndirect = [2, 3, 6].some(
      (back) => byte(back) === GROUP_5 && (((byte(back - 1) ?? 0) >> 3) & 7) === 2,
    );
    return isIndirect ? "anywhere" : undefined;
  },
  longestNearBranch: 6,
  nearBranchAt: (code, at) => {
    const first = code.getUint8(at);
    const isNear = first === CALL || first === JUMP;
    if (!isNear && (first !== TWO_BYTES || !isLongBranch(first, code.getUint8(at + 1)))) return undefined;
    const length = isNear ? 5 : 6;
    return { length, distance: code.getInt32(at + length - 4, true) };
  },
  isReturn: (first, second) =>
    first === RETURN ||
    first === RETURN_AND_DROP ||
    first === INTERRUPT_RETURN ||
    (first === REPEAT && second === RETURN),
  isOnStrings: (first) => ON_STRINGS.includes(first),
  loadsSegment: (first, second, third) => {
    if (first === TO_SEGMENT) return second >= REGISTERS;
    return first === TWO_BYTES ? second === 0 && third >= REGISTERS : FAR.includes(first);
  },
  movesFloatingState: (first, second) => first === TWO_BYTES && second === GROUP_15,
  isInterruptReturn: (first) => first === INTERRUPT_RETURN,
  isTrap: ([before, last]) => before === INTERRUPT || last === BREAKPOINT,
  thunkLength: THUNK.length,
  loadedReturnAddress: ([load, operand = 0, stack, end]) => {
    const isOne = load === THUNK.load && stack === THUNK.stack && end === RETURN;
    return isOne && (operand & ~THUNK.register) === THUNK.rest ? (operand & THUNK.register) >> 3 : undefined;
  },
  padding: 0x90,
  ...{ jump: JUMP, call: CALL, isLongBranch },
  lengthened: (short) => ((short & 0xf0) === 0x70 ? [TWO_BYTES, 0x80 | (short & 15)] : undefined),
};
