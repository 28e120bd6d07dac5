/** What an instruction puts where: by its mnemonic where it copies, else by what the library says that it reads and writes. */
import { FlowControl, InstructionInfoFactory, Mnemonic, OpKind, Register } from "iced-x86";
import type { DataPlace, FlagUse, Transfer } from "../transfer.js";
import { decoderAt } from "./decode.js";
import { CONDITIONAL_MOVES } from "./instruction-effect.js";
import { sizeOf } from "./operand.js";
import type { X86 } from "./register-numbers.js";
import { Operands } from "./transfer-operands.js";

/** Of the instruction at the beginning; none where there is none. */
export function transfersOf(bytes: Uint8Array, address: number | bigint, machine: X86): Transfer[] {
  return withOperands(bytes, address, machine, readTransfers) ?? [];
}

/** Of the instruction at the beginning; undefined where there is none. */
export function flagUse(bytes: Uint8Array, address: number | bigint, machine: X86): FlagUse | undefined {
  return withOperands(bytes, address, machine, (operands) => {
    const { rflagsRead: read, rflagsModified: written } = operands.instruction;
    return { read, written, ...operands.sources() };
  });
}

function withOperands<T>(
  bytes: Uint8Array,
  address: number | bigint,
  machine: X86,
  use: (operands: Operands) => T,
): T | undefined {
  const decoder = decoderAt(bytes, address, machine);
  const factory = new InstructionInfoFactory();
  const instruction = decoder.decode();
  try {
    return instruction.isInvalid ? undefined : use(new Operands(instruction, machine, factory));
  } finally {
    instruction.free();
    factory.free();
    decoder.free();
  }
}

function readTransfers(operands: Operands): Transfer[] {
  const { instruction } = operands;
  const isCall =
    instruction.flowControl === FlowControl.Call || instruction.flowControl === FlowControl.IndirectCall;
  const read = isCall ? calls : READERS.get(instruction.mnemonic);
  const named = (read?.(operands) ?? []).filter((transfer) => transfer !== undefined);
  const told = new Set(named.map(({ to }) => keyOf(to)));
  return [...named, ...operands.others().filter(({ to }) => !told.has(keyOf(to)))];
}

/** Registers by number: parts of one are one. */
const keyOf = (place: DataPlace) =>
  place.kind === "register"
    ? `register ${place.number}`
    : `memory ${place.base} ${place.index} ${place.scale} ${place.displacement}`;

type Reader = (operands: Operands) => (Transfer | undefined)[];

/** Undefined where one of the two is not followed. */
function copy(
  operands: Operands,
  to: DataPlace | undefined,
  from: DataPlace | undefined,
): Transfer | undefined {
  if (to === undefined || from === undefined) return undefined;
  return { to: operands.written(to), how: "copy", from: [from] };
}

function constant(operands: Operands, to: DataPlace | undefined, value: bigint): Transfer | undefined {
  return to === undefined ? undefined : { to: operands.written(to), how: "constant", from: [], value };
}

const moved: Reader = (operands) => {
  const value = operands.constant(1);
  const to = operands.place(0);
  return [value === undefined ? copy(operands, to, operands.place(1)) : constant(operands, to, value)];
};

const chosen: Reader = (operands) => moved(operands).map(maybe);

const maybe = (transfer: Transfer | undefined): Transfer | undefined =>
  transfer === undefined ? undefined : { ...transfer, isConditional: true };

const pushed: Reader = (operands) => {
  const size = -operands.instruction.stackPointerIncrement;
  const slot = operands.slot(-size, size as 4 | 8);
  const value = operands.constant(0);
  return [value === undefined ? copy(operands, slot, operands.place(0)) : constant(operands, slot, value)];
};

/** What is popped into memory may be named by the stack's pointer as it is afterwards. */
const popped: Reader = (operands) => {
  const size = operands.instruction.stackPointerIncrement as 4 | 8;
  const isRegister = operands.instruction.op0Kind === OpKind.Register;
  return isRegister ? [copy(operands, operands.place(0), operands.slot(0, size))] : [];
};

const { EAX, ECX, EDX, EBX, ESP, EBP, ESI, EDI } = Register;
const ALL = [EAX, ECX, EDX, EBX, ESP, EBP, ESI, EDI];

const pushedAll: Reader = (operands) =>
  ALL.map((register, at) => copy(operands, operands.slot(-4 * (at + 1)), operands.register(register)));

const poppedAll: Reader = (operands) =>
  ALL.map((register, at) =>
    register === ESP
      ? undefined
      : copy(operands, operands.register(register), operands.slot(4 * (ALL.length - 1 - at))),
  );

const left: Reader = (operands) => {
  const { bits, word } = operands.machine;
  const [frame, stack] = bits === 64 ? [Register.RBP, Register.RSP] : [EBP, ESP];
  const [from, to] = [operands.register(frame), operands.register(stack)];
  if (from === undefined || to === undefined) return [];
  return [copy(operands, from, operands.memory(frame, 0, word)), { to, how: "computed", from: [from] }];
};

const swapped: Reader = (operands) => {
  const [first, second] = [operands.place(0), operands.place(1)];
  return [copy(operands, first, second), copy(operands, second, first)];
};

const addedAndSwapped: Reader = (operands) => [copy(operands, operands.place(1), operands.place(0))];

const compared: Reader = (operands) => {
  const [first, second] = [operands.place(0), operands.place(1)];
  const accumulator = operands.register(ACCUMULATORS.get(first?.size ?? 0) ?? Register.None);
  return [maybe(copy(operands, first, second)), maybe(copy(operands, accumulator, first))];
};

const ACCUMULATORS = new Map([
  [1, Register.AL],
  [2, Register.AX],
  [4, EAX],
  [8, Register.RAX],
]);

/** Of a register and itself there is nothing left. */
const cancelled: Reader = (operands) => {
  const { instruction } = operands;
  const isOne =
    instruction.op1Kind === OpKind.Register && instruction.op0Register === instruction.op1Register;
  return isOne && instruction.op0Kind === OpKind.Register ? [constant(operands, operands.place(0), 0n)] : [];
};

/** Of a register and itself the carry is left alone. */
const spread: Reader = (operands) => {
  const to = operands.place(0);
  const isCancelled = cancelled(operands).length > 0 && to !== undefined;
  return isCancelled ? [{ to: operands.written(to), how: "computed", from: [] }] : [];
};

/** With a constant that decides all bits. */
const decided =
  (mask: bigint): Reader =>
  (operands) =>
    BigInt.asIntN(64, operands.constant(1) ?? ~mask) === mask
      ? [constant(operands, operands.place(0), mask)]
      : [];

const addressed: Reader = (operands) => {
  const { memoryBase, memoryIndex, memoryDisplacement } = operands.instruction;
  const to = operands.place(0);
  const [base, index] = [operands.register(memoryBase), operands.register(memoryIndex)];
  const from = [base, index].filter((place) => place !== undefined);
  if (to === undefined) return [];
  if (from.length === 0) return [constant(operands, to, memoryDisplacement)];
  if (from.length === 1 && index === undefined && memoryDisplacement === 0n)
    return [copy(operands, to, base)];
  return [{ to: operands.written(to), how: "computed", from }];
};

/** Other instructions have some of these names too. */
const ofString =
  (read: Reader): Reader =>
  (operands) =>
    operands.instruction.isStringInstruction ? read(operands) : [];

/** One time of what may be repeated. */
const stringCopied: Reader = ofString((operands) => {
  const size = sizeOf(operands.instruction);
  const { source, destination } = stringRegisters(operands);
  return [copy(operands, operands.memory(destination, 0, size), operands.memory(source, 0, size))];
});

const stringStored: Reader = ofString((operands) => {
  const size = sizeOf(operands.instruction);
  const { destination } = stringRegisters(operands);
  const value = operands.register(ACCUMULATORS.get(size) ?? Register.None);
  return [copy(operands, operands.memory(destination, 0, size), value)];
});

const stringLoaded: Reader = ofString((operands) => {
  const size = sizeOf(operands.instruction);
  const { source } = stringRegisters(operands);
  const to = operands.register(ACCUMULATORS.get(size) ?? Register.None);
  return [copy(operands, to, operands.memory(source, 0, size))];
});

const stringRegisters = ({ machine: { bits } }: Operands) =>
  bits === 64 ? { source: Register.RSI, destination: Register.RDI } : { source: ESI, destination: EDI };

/** What comes back to is told by the instruction. */
const calls: Reader = (operands) => {
  const { word } = operands.machine;
  const isFar = operands.instruction.stackPointerIncrement !== -word;
  return isFar ? [] : [constant(operands, operands.slot(-word), operands.instruction.nextIP)];
};

/** Registers and memory that are written get what comes from outside of the program. */
const taken: Reader = (operands) =>
  operands
    .others()
    .flatMap(({ to }) => (isBookkeeping(operands, to) ? [] : [{ to, how: "input", from: [] }]));

/** A counter and an address of what is repeated. */
function isBookkeeping({ instruction, machine }: Operands, to: DataPlace): boolean {
  if (to.kind === "memory" || !instruction.isStringInstruction) return false;
  return [ECX, EDI, Register.RCX, Register.RDI].some((one) => machine.registerNumber(one) === to.number);
}

const READERS: ReadonlyMap<Mnemonic, Reader> = new Map<Mnemonic, Reader>([
  ...[Mnemonic.Mov, Mnemonic.Movzx, Mnemonic.Movsx, Mnemonic.Movsxd].map((one) => [one, moved] as const),
  ...CONDITIONAL_MOVES.map((one) => [one, chosen] as const),
  [Mnemonic.Push, pushed],
  [Mnemonic.Pop, popped],
  [Mnemonic.Pushad, pushedAll],
  [Mnemonic.Popad, poppedAll],
  [Mnemonic.Leave, left],
  [Mnemonic.Xchg, swapped],
  [Mnemonic.Xadd, addedAndSwapped],
  [Mnemonic.Cmpxchg, compared],
  [Mnemonic.Xor, cancelled],
  [Mnemonic.Sub, cancelled],
  [Mnemonic.Sbb, spread],
  [Mnemonic.And, decided(0n)],
  [Mnemonic.Or, decided(-1n)],
  [Mnemonic.Lea, addressed],
  ...[Mnemonic.Movsb, Mnemonic.Movsw, Mnemonic.Movsd, Mnemonic.Movsq].map(
    (one) => [one, stringCopied] as const,
  ),
  ...[Mnemonic.Stosb, Mnemonic.Stosw, Mnemonic.Stosd, Mnemonic.Stosq].map(
    (one) => [one, stringStored] as const,
  ),
  ...[Mnemonic.Lodsb, Mnemonic.Lodsw, Mnemonic.Lodsd, Mnemonic.Lodsq].map(
    (one) => [one, stringLoaded] as const,
  ),
  ...[Mnemonic.In, Mnemonic.Insb, Mnemonic.Insw, Mnemonic.Insd].map((one) => [one, taken] as const),
  ...[Mnemonic.Rdtsc, Mnemonic.Rdtscp, Mnemonic.Cpuid, Mnemonic.Rdmsr, Mnemonic.Rdpmc].map(
    (one) => [one, taken] as const,
  ),
  ...[Mnemonic.Rdrand, Mnemonic.Rdseed].map((one) => [one, taken] as const),
]);
