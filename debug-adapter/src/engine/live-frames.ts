/**
 * Stacks that go on from the trampolines of live advice: an ELF file with call frame information, as for the kernel's own
 * entries. A trampoline stands for an instruction of the kernel that was interrupted; where it runs in place of a return,
 * the address is on the stack once its advice gave it back, and in a table until then.
 */
import { factsOfWord } from "@weft/weaver-bridge/machine";
import type { LiveFrames, TrampolineFrame } from "@weft/weaver-bridge/model";
import { type Described, DW, describe, fileOf, unsigned } from "./trap-frames.js";

/** What DWARF calls the operations that are used. */
const OP = {
  addr: 0x03,
  deref: 0x06,
  const1u: 0x08,
  const2u: 0x0a,
  const4u: 0x0c,
  dup: 0x12,
  drop: 0x13,
  pick: 0x15,
  and: 0x1a,
  minus: 0x1c,
  mul: 0x1e,
  plus: 0x22,
  plusConst: 0x23,
  shr: 0x25,
  bra: 0x28,
  eq: 0x29,
  gt: 0x2b,
  skip: 0x2f,
  lit0: 0x30,
} as const;

/** Debuggers are told of trampolines in kernels of 32 bits alone. */
const MACHINE = factsOfWord(4);
const { programCounter: COUNTER, stackPointer: STACK } = MACHINE;

export function liveFrames({ trampolines, table }: Pick<LiveFrames, "trampolines" | "table">): Buffer {
  const commons = ["S", ""].map((augmentation) =>
    describe(MACHINE, augmentation, [DW.defineAddress, STACK, 4, DW.offset | COUNTER, 1], -4),
  );
  const ranges = trampolines.flat().map((frame): Described => {
    // A return leads there: stacks pass the byte before.
    const isLeft = frame.nodes !== undefined && frame.pushed === 0 && frame.saved.length === 0;
    const before = isLeft ? 1 : 0;
    return {
      common: frame.at === undefined && frame.nodes === undefined ? 1 : 0,
      ...{ start: BigInt(frame.start - before), size: BigInt(frame.end - frame.start + before) },
      program: rulesOf(frame, table),
    };
  });
  return fileOf(MACHINE, commons, ranges);
}

function rulesOf(frame: TrampolineFrame, table: LiveFrames["table"]): number[] {
  const { pushed, saved, at, nodes } = frame;
  // Of a function that was called, its return address is below the frame's address.
  const own = at === undefined && nodes === undefined ? 4 : 0;
  const registers = saved.flatMap((register, index) =>
    register === null ? [] : [DW.offset | register, ...unsigned(index + 1 + own / 4)],
  );
  const counter =
    at !== undefined
      ? counterIs([OP.addr, ...word(at)])
      : nodes !== undefined
        ? counterIs(returnAddress(nodes, pushed > 0, table))
        : [];
  // With a return of its own done, nothing is pushed, and the stack is the caller's.
  return [DW.defineAddress, STACK, ...unsigned(pushed + own), ...registers, ...counter];
}

const counterIs = (expression: readonly number[]) => [
  ...[DW.valueExpression, COUNTER, ...unsigned(expression.length)],
  ...expression,
];

/** Begins with the frame's address, above the place where the return address was. */
function returnAddress(
  nodes: number,
  mayBeThere: boolean,
  { pairs, factor, shift }: LiveFrames["table"],
): number[] {
  const body = [
    ...[
      OP.dup,
      OP.const2u,
      ...half(pairs - 1),
      OP.and,
      OP.const1u,
      8,
      OP.mul,
      OP.addr,
      ...word(nodes),
      OP.plus,
    ],
    ...[OP.dup, OP.deref, OP.pick, 3, OP.eq],
  ];
  const found = [OP.plusConst, 4, OP.deref];
  // Not there: the next pair, up to twice around.
  const next = [OP.drop, OP.plusConst, 1];
  const start = [
    OP.const1u,
    3,
    OP.minus,
    OP.dup,
    OP.const4u,
    ...word(factor),
    OP.mul,
    OP.const1u,
    shift,
    OP.shr,
  ];
  const limit = [OP.dup, OP.const2u, ...half(2 * pairs), OP.gt];
  const nowhere = [OP.lit0];
  const JUMP = 3;
  const onward = next.length + limit.length + JUMP + JUMP;
  const loop = [
    ...body,
    ...[OP.bra, ...half(onward + nowhere.length + JUMP)],
    ...next,
    ...limit,
    ...[OP.bra, ...half(JUMP)],
    ...[OP.skip, ...half(-(body.length + JUMP + onward))],
    ...nowhere,
    ...[OP.skip, ...half(found.length)],
    ...found,
  ];
  const looked = [...start, ...loop];
  if (!mayBeThere) return looked;
  // What is above the stack pointer is zero until the advice has given the address back.
  const there = [OP.dup, OP.const1u, 4, OP.minus, OP.deref, OP.dup];
  const absent = [OP.drop, ...looked];
  return [...there, OP.bra, ...half(absent.length), ...absent];
}

function word(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff];
}

const half = (value: number) => [value & 0xff, (value >> 8) & 0xff];
