/**
 * The code that a hook runs, in the guest's free area:
 *
 *     lock incl HITS        hits of this hook, also where two CPUs meet it at once
 *     push eax, ecx, edx    what C may change, and arguments may be in
 *     mov eax, esp          where the advice reads arguments
 *     call ADVICE           for before advice
 *     pop edx, ecx, eax
 *     …                     the displaced instructions, encoded for their new place
 *     jmp BACK
 *
 * Likewise what replaces the return address, for after advice; it gets a byte behind the place of that, and leaves ecx.
 *
 * Where a call is hooked, it calls this instead, and in place of the last two a jump leads to what it called;
 * and where the function returns to, for after advice:
 *
 *     push 0                room for the return address
 *     push eax, ecx, edx    the result, and what callers may rely on
 *     lea eax, [esp + 13]   a byte behind that room
 *     call ADVICE           which puts the return address there
 *     pop edx, ecx, eax
 *     ret
 *
 * With around advice, the advice runs in place of the function, and the function as it was is the last line of the above:
 *
 *     lock incl HITS; push ecx, edx; push [esp + …] for each argument on the stack
 *     call ADVICE; add esp, …; pop edx, ecx; ret
 *
 * At a function's entry and return the flags hold nothing. In the middle of one they do, and what advice is behind runs
 * between the displaced instructions:
 *
 *     pushf; lock incl HITS; popf
 *     pushf; push eax, ecx, edx; call BEFORE; pop edx, ecx, eax; popf
 *     the first displaced instruction
 *     pushf; push eax, ecx, edx; call AFTER; pop edx, ecx, eax; popf
 *     …                         the others
 *     jmp BACK
 *
 * On x86_64 the same with its registers: arguments of advice are in rdi, rsi, rdx; of what C may change only that is kept
 * which the advice changes, as its code says, but all where it looks at arguments or calls something; and in the middle of a
 * function the stack is moved out of the red zone first.
 */

import { invariant, type TrampolineFrame } from "../../model/index.js";
import type { Branch, Encodable, Machine, MovableInstruction } from "../../object-code/index.js";
import { isCall } from "./displaced-block.js";
import { endOf, type HookSite } from "./hook-site.js";
import type { ObjectPlace } from "./load-object.js";
import { createFrames } from "./trampoline-frames.js";

export interface Trampoline {
  readonly address: number;
  readonly bytes: Buffer;
  /** That it runs from its first to its last, with the displaced ones. */
  readonly instructions?: number;
  /** How stacks go on from its code, for a debugger. */
  readonly frames?: readonly TrampolineFrame[];
}

/** A function in the area that gets the frame, the accessed object and an address in registers, if it looks at them. */
export interface CalledAdvice {
  readonly address: number;
  readonly usesFrame: boolean;
  /** It gets a byte behind the return address's place in place of the frame, and changes no more than two registers. */
  readonly isEnter?: boolean;
  readonly pc?: number;
  readonly target?: ObjectPlace;
  /** Registers that it changes and that C may change, by their numbers; unknown is all. */
  readonly changes?: ReadonlySet<number>;
}

/** What runs at one of the displaced instructions. */
export interface HookCode {
  readonly at: number;
  /** The flags hold something there: it is no function's entry. */
  readonly isInside: boolean;
  /** Address of the counter of hits. */
  readonly hits: number;
  readonly before: readonly CalledAdvice[];
  /** Behind the instruction. */
  readonly after: readonly CalledAdvice[];
}

/** Where code is written. */
export interface CodePlace {
  readonly address: number;
  readonly machine: Machine;
}

/** A call or a tail jump that is hooked leads here: its target comes last, and returns to where the call is. */
export function callTrampoline(site: HookSite, place: CodePlace, hook: HookCode): Trampoline {
  const code = createCode(place);
  runBefore(code, hook);
  code.branch("jump", targetOf(site, place.machine));
  return code.trampoline();
}

/** In place of the displaced instructions, with what runs at them. */
export function blockTrampoline(block: HookSite, place: CodePlace, hooks: readonly HookCode[]): Trampoline {
  const code = createCode(place);
  for (const instruction of place.machine.code.eachMovable(block.original, block.address)) {
    const at = instruction.address;
    const own = hooks.filter((hook) => hook.at === at);
    code.standsFor(at);
    for (const hook of own) runBefore(code, hook);
    moveInstruction(instruction, code);
    code.standsFor(at + instruction.length);
    for (const { after } of [...own].reverse())
      if (after.length > 0) keepingFlags(code, () => run(code, after));
  }
  code.branch("jump", endOf(block));
  return code.trampoline();
}

function runBefore(code: Code, { isInside, hits, before }: HookCode): void {
  const counted = () => {
    code.add(code.make.count(hits));
    if (before.length > 0) run(code, before);
  };
  if (isInside) keepingFlags(code, counted);
  else counted();
}

function keepingFlags(code: Code, what: () => void): void {
  const { redZone } = code.make;
  if (redZone > 0) code.move(redZone);
  code.pushFlags();
  what();
  code.popFlags();
  if (redZone > 0) code.move(-redZone);
}

function run(code: Code, calls: readonly CalledAdvice[]): void {
  const saved = savedFor(code, calls);
  for (const register of saved) code.push(register);
  for (const call of calls) {
    if (call.isEnter === true)
      code.add(code.make.addressAbove(code.make.few[0], code.word * saved.length + 1));
    code.call(call, code.word * saved.length);
  }
  for (const register of [...saved].reverse()) code.pop(register);
}

/** The frame has all of them, in their order. */
function savedFor({ make }: Code, calls: readonly CalledAdvice[]): readonly number[] {
  if (calls.every(({ isEnter }) => isEnter === true)) return make.few;
  const { object, pc } = make.parameters;
  const changed = new Set<number>();
  for (const call of calls) {
    if (call.usesFrame || call.changes === undefined || make.savesAll) return make.saved;
    for (const register of call.isEnter === true ? make.few : call.changes) changed.add(register);
    if (call.target !== undefined) changed.add(object);
    if (call.pc !== undefined) changed.add(pc);
  }
  return make.saved.filter((register) => changed.has(register));
}

export interface AroundPlan {
  readonly block: HookSite;
  readonly place: CodePlace;
  readonly hits: number;
  /** Of what else is hooked in the block. */
  readonly others: readonly HookCode[];
  /** Of the function that runs in place of the hooked one. */
  readonly advice: number;
  /** How many arguments are on the stack. */
  readonly stacked: number;
}

/**
 * Callers of the same unit may know what the function leaves alone: all but the result is kept, whatever the advice does.
 */
export function aroundTrampoline({ block, place, hits, others, advice, stacked }: AroundPlan): {
  readonly entry: Trampoline;
  readonly original: Trampoline;
} {
  const code = createCode(place);
  const { make, word, machine } = code;
  const kept = make.saved.filter((register) => register !== machine.result);
  code.standsFor(block.address);
  code.add(make.count(hits));
  for (const register of kept) code.push(register);
  for (let count = stacked; count > 0; count--) {
    code.add(make.pushAbove(word * (kept.length + stacked)));
    code.moved(word);
  }
  code.branch("call", advice);
  if (stacked > 0) code.add(make.dropFromStack(word * stacked));
  code.moved(-word * stacked);
  for (const register of [...kept].reverse()) code.pop(register);
  code.add(make.back());
  return {
    entry: code.trampoline(),
    original: blockTrampoline(block, { ...place, address: code.next() }, others),
  };
}

/** `nodes`: where return addresses are kept. */
export function returnTrampoline(place: CodePlace, leave: CalledAdvice, nodes: number): Trampoline {
  const code = createCode(place);
  const { make, word } = code;
  code.returnsFrom(nodes);
  code.add(make.pushConstant(0));
  code.moved(word);
  for (const register of make.saved) code.push(register);
  code.add(make.addressAbove(make.parameters.frame, word * make.saved.length + 1));
  code.call(leave, word * make.saved.length);
  for (const register of [...make.saved].reverse()) code.pop(register);
  code.add(make.back());
  return code.trampoline();
}

/** What stands at the join point then: a breakpoint, or the jump (the call keeps being one), and behind it what nobody reaches, as it was. */
export function encodeHook(site: HookSite, trampoline: number, isCall: boolean, machine: Machine): Buffer {
  const { breakpoint } = machine.traps;
  if (site.trap !== undefined) return Buffer.concat([breakpoint, site.original.subarray(breakpoint.length)]);
  const code = createCode({ address: site.address, machine });
  code.branch(isCall && firstOf(site, machine)?.flow === "call" ? "call" : "jump", trampoline);
  code.addBytes(site.original.subarray(machine.hooks.jumpLength));
  return code.bytes();
}

/** Of the call or jump there. */
function targetOf(site: HookSite, machine: Machine): number {
  const branch = firstOf(site, machine);
  invariant(branch !== undefined, `no direct call or jump is at 0x${site.address.toString(16)}`);
  return branch.target;
}

function firstOf({ address, original }: HookSite, { code }: Machine): Branch | undefined {
  return code.decodeBranches(original, address)[0];
}

type Code = ReturnType<typeof createCode>;

function createCode({ address, machine }: CodePlace) {
  const { hooks: make, word } = machine;
  const pieces: Uint8Array[] = [];
  let [length, instructions] = [0, 0];
  const next = () => address + length;
  const addBytes = (bytes: Uint8Array) => {
    pieces.push(bytes);
    length += bytes.length;
    instructions++;
  };
  const add = (encode: Encodable) => addBytes(encode(next()));
  const branch = (kind: "call" | "jump", target: number) => add(make.branch(kind, target));
  const frames = createFrames(address, word);
  const written = () => Buffer.concat(pieces);
  return {
    ...{ make, machine, word, add, addBytes, next, branch },
    push: (register: number) => {
      add(make.push(register));
      frames.pushed(next(), register);
    },
    pop: (register: number) => {
      add(make.pop(register));
      frames.popped(next());
    },
    pushFlags: () => {
      add(make.pushFlags());
      frames.pushed(next(), make.flags);
    },
    popFlags: () => {
      add(make.popFlags());
      frames.popped(next());
    },
    /** The stack grows by these bytes. */
    move: (more: number) => {
      add(make.moveStack(-more));
      frames.moved(next(), more);
    },
    /** It grew by them. */
    moved: (more: number) => frames.moved(next(), more),
    /** What comes stands for the kernel's code at that address. */
    standsFor: (at: number) => frames.standsFor(next(), at),
    returnsFrom: (nodes: number) => frames.returnsFrom(next(), nodes),
    trampoline: (): Trampoline => ({ address, bytes: written(), instructions, frames: frames.upTo(next()) }),
    /** Where so many bytes of registers were pushed in the middle of a function, behind its flags. */
    call: (advice: CalledAdvice, pushed: number) => {
      const { frame, object, pc } = make.parameters;
      if (advice.target !== undefined) {
        const { base, displacement } = advice.target;
        const own = base === machine.stackPointer ? pushed + word + make.redZone : 0;
        add(make.address(object, { ...advice.target, displacement: displacement + own }));
      }
      if (advice.pc !== undefined) add(make.constant(pc, advice.pc));
      if (advice.usesFrame) add(make.copyStackPointer(frame));
      branch("call", advice.address);
    },
    bytes: written,
  };
}

/** Branches lead where they led, and a call returns to where it would have. */
function moveInstruction(instruction: MovableInstruction, code: Code): void {
  if (!isCall(instruction)) {
    code.addBytes(instruction.moved(code.next()));
    return;
  }
  const { address, length, target } = instruction;
  code.add(code.make.pushConstant(address + length));
  code.moved(code.word);
  if (target === undefined) code.addBytes(instruction.asJump(code.next()));
  else code.branch("jump", target);
  code.moved(-code.word);
}
