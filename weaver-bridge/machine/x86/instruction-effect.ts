/** What an instruction does to registers and words of the stack, by its mnemonic. */
import { type Instruction, Mnemonic, OpKind } from "iced-x86";
import type { Effect } from "../instruction.js";
import { constantOperand, sizeOf } from "./operand.js";
import type { X86 } from "./register-numbers.js";

/** An instruction and its first two operands, each a register, memory or a constant. */
interface Operands {
  readonly instruction: Instruction;
  readonly machine: X86;
  /** Whole registers; undefined where the operand is none. */
  readonly first: number | undefined;
  readonly second: number | undefined;
  readonly isFirstMemory: boolean;
  readonly isSecondMemory: boolean;
  /** The second operand, where it is a constant. */
  readonly value: number | undefined;
}

/** Undefined for what is followed no further. */
type EffectReader = (operands: Operands) => Effect | undefined;

/** The effect of one instruction. */
export function effectOf(instruction: Instruction, machine: X86): Effect {
  return READERS.get(instruction.mnemonic)?.(operandsOf(instruction, machine)) ?? { kind: "other" };
}

function operandsOf(instruction: Instruction, machine: X86): Operands {
  const { opCount, op0Kind, op1Kind } = instruction;
  const first = opCount > 0 ? op0Kind : undefined;
  const second = opCount > 1 ? op1Kind : undefined;
  return {
    ...{ instruction, machine },
    first: first === OpKind.Register ? machine.wholeRegister(instruction.op0Register) : undefined,
    second: second === OpKind.Register ? machine.wholeRegister(instruction.op1Register) : undefined,
    isFirstMemory: first === OpKind.Memory,
    isSecondMemory: second === OpKind.Memory,
    value: constantOperand(instruction, 1),
  };
}

function moved({ instruction, machine, first, second, isFirstMemory, isSecondMemory, value }: Operands) {
  if (first !== undefined) {
    if (second !== undefined) return { kind: "move", to: first, from: second } as const;
    if (value !== undefined) return { kind: "constant", to: first, value } as const;
    if (isSecondMemory) return { kind: "load", to: first, size: sizeOf(instruction) } as const;
  }
  if (!isFirstMemory || !isWord(instruction, machine)) return undefined;
  const store = { kind: "store", from: second, size: sizeOf(instruction) } as const;
  return value === undefined ? store : { ...store, value };
}

/** The upper half of a register becomes the sign of the lower: the number stays what it is. */
function widened({ first, second, isSecondMemory }: Operands): Effect | undefined {
  if (first === undefined) return undefined;
  if (second !== undefined) return { kind: "move", to: first, from: second };
  return isSecondMemory ? { kind: "load", to: first, size: 4 } : undefined;
}

function added({ instruction, machine, first, second, isSecondMemory, value }: Operands): Effect | undefined {
  const isSum = instruction.mnemonic === Mnemonic.Add;
  if (value !== undefined) return addedTo(instruction, first, isSum ? value : -value, machine);
  if (first === undefined || (second === undefined && !isSecondMemory)) return undefined;
  if (!isSum && first === second) return { kind: "constant", to: first, value: 0 };
  return { kind: isSum ? "sum" : "difference", to: first, from: second };
}

const stepped =
  (value: number): EffectReader =>
  ({ instruction, machine, first }) =>
    addedTo(instruction, first, value, machine);

/** To a whole register, or to a word in memory. */
function addedTo(
  instruction: Instruction,
  first: number | undefined,
  value: number,
  machine: X86,
): Effect | undefined {
  if (first !== undefined) return { kind: "add", to: first, value };
  const isMemory = instruction.op0Kind === OpKind.Memory && isWord(instruction, machine);
  return isMemory ? { kind: "add-memory", value } : undefined;
}

/** In 64 bits also half of one: numbers are in these. */
function isWord(instruction: Instruction, { word }: X86): boolean {
  const size = sizeOf(instruction);
  return size === word || size === 4;
}

function shifted({ first, value }: Operands): Effect | undefined {
  if (first === undefined || value === undefined || value >= 32 || value < 0) return undefined;
  return { kind: "scale", to: first, from: first, by: (1 << value) | 0 };
}

function multiplied({ instruction, first, second, isSecondMemory }: Operands): Effect | undefined {
  const by = instruction.opCount === 3 ? constantOperand(instruction, 2) : undefined;
  if (first === undefined || by === undefined || (second === undefined && !isSecondMemory)) return undefined;
  return { kind: "scale", to: first, from: second, by };
}

function masked({ first, value }: Operands): Effect | undefined {
  if (first === undefined || value === undefined || value >= 0 || !isPowerOfTwo(-value)) return undefined;
  return { kind: "align", to: first, by: -value };
}

const isPowerOfTwo = (value: number) => (value & (value - 1)) === 0;

function pushed({ instruction, first, isFirstMemory }: Operands): Effect {
  const value = constantOperand(instruction, 0);
  const push = { kind: "push", from: first, fromMemory: isFirstMemory } as const;
  return value === undefined ? push : { ...push, value };
}

function chosen({ first, second, isSecondMemory }: Operands): Effect | undefined {
  if (first === undefined || (second === undefined && !isSecondMemory)) return undefined;
  return { kind: "choose", to: first, from: second };
}

export const CONDITIONAL_MOVES = [
  ...[Mnemonic.Cmova, Mnemonic.Cmovae, Mnemonic.Cmovb, Mnemonic.Cmovbe, Mnemonic.Cmove, Mnemonic.Cmovne],
  ...[Mnemonic.Cmovg, Mnemonic.Cmovge, Mnemonic.Cmovl, Mnemonic.Cmovle, Mnemonic.Cmovo, Mnemonic.Cmovno],
  ...[Mnemonic.Cmovp, Mnemonic.Cmovnp, Mnemonic.Cmovs, Mnemonic.Cmovns],
];

const READERS: ReadonlyMap<Mnemonic, EffectReader> = new Map<Mnemonic, EffectReader>([
  [Mnemonic.Mov, moved],
  [Mnemonic.Movsxd, widened],
  [Mnemonic.Cdqe, ({ machine }) => ({ kind: "move", to: machine.result, from: machine.result })],
  [Mnemonic.Lea, ({ first }) => (first === undefined ? undefined : { kind: "address", to: first })],
  [Mnemonic.Add, added],
  [Mnemonic.Sub, added],
  [Mnemonic.Inc, stepped(1)],
  [Mnemonic.Dec, stepped(-1)],
  [
    Mnemonic.Neg,
    ({ first }) => (first === undefined ? undefined : { kind: "scale", to: first, from: first, by: -1 }),
  ],
  [Mnemonic.Shl, shifted],
  [Mnemonic.Sal, shifted],
  [Mnemonic.Imul, multiplied],
  [
    Mnemonic.Xchg,
    ({ first, second }) =>
      first === undefined || second === undefined ? undefined : { kind: "swap", to: first, from: second },
  ],
  [Mnemonic.And, masked],
  [
    Mnemonic.Xor,
    ({ first, second }) =>
      first !== undefined && first === second ? { kind: "constant", to: first, value: 0 } : undefined,
  ],
  [Mnemonic.Push, pushed],
  [Mnemonic.Pop, ({ first }) => ({ kind: "pop", to: first })],
  [Mnemonic.Leave, () => ({ kind: "leave" })],
  ...CONDITIONAL_MOVES.map((mnemonic) => [mnemonic, chosen] as const),
]);
