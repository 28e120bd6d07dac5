/**
 * The layout of every message of an interface, for one kernel. Requests put inout values last and replies put them
 * first, so that in the server's buffer they stay where they are. Decides nothing about how code looks.
 */
import type { Interface, Operation } from "../check/interface-model.js";
import { roundUp } from "../check/types.js";
import type { Kernel, Optimizations } from "../options.js";
import { type Element, elementsOf } from "./elements.js";
import { layOutKernelMessage } from "./kernel-messages.js";
import {
  ABIS,
  type Chunk,
  closesMaps,
  type InterfaceLayout,
  type KernelAbi,
  type MessageLayout,
  type OperationLayout,
  type Place,
} from "./message.js";
import { type Candidate, placeInRegisters } from "./registers.js";

/** Up to here a memory message is cheaper than an indirect part (paper, figure 3: 30 words). */
const COPYBREAK_BYTES = 120;

export function layOutInterface(
  declared: Interface,
  kernel: Kernel,
  optimizations: Optimizations,
): InterfaceLayout {
  const abi = ABIS[kernel];
  const operations = declared.operations.map((operation) => layOutOperation(operation, abi, optimizations));
  const ends = operations.flatMap(({ request, reply, replyShift, exceptions }) => [
    request.memoryEnd,
    replyShift + (reply?.memoryEnd ?? 0),
    ...exceptions.map((exception) => replyShift + abi.dataOffset + roundUp(exception.size, 4)),
  ]);
  return {
    abi,
    declared,
    operations,
    bufferEnd: Math.max(abi.dataOffset, ...ends),
    indirectParts: Math.max(
      0,
      ...operations.map(({ request, reply }) => Math.max(request.indirectParts, reply?.indirectParts ?? 0)),
    ),
    receivesMaps: operations.some(({ request }) => request.maps > 0),
    localIpc: whyNoLocalIpc(declared, operations, abi, optimizations) === undefined,
  };
}

/** Why an interface's calls go through the kernel; undefined when they can stay in their address space. */
export function whyNoLocalIpc(
  declared: Interface,
  operations: readonly OperationLayout[],
  abi: KernelAbi,
  optimizations: Optimizations,
): string | undefined {
  if (!declared.local) return "the interface is not marked local";
  if (abi.kernel !== "x0") return `${abi.kernel.toUpperCase()} has no local IPC that stubs could call`;
  if (!optimizations.localIpc) return "switched off";
  const large = operations.find(
    ({ operation, request, reply, exceptions }) =>
      operation.oneway ||
      !request.registersOnly ||
      reply?.registersOnly !== true ||
      request.maps + reply.maps + exceptions.length > 0,
  );
  return large === undefined ? undefined : `${large.operation.name} needs more than registers there and back`;
}

function layOutOperation(
  operation: Operation,
  abi: KernelAbi,
  optimizations: Optimizations,
): OperationLayout {
  const notes: string[] = [];
  const request = layOut(operation, "request", abi, optimizations, notes);
  const reply = operation.oneway ? undefined : layOut(operation, "reply", abi, optimizations, notes);
  const exceptions = operation.raises.filter((exception) => exception.members.length > 0);
  const replyShift =
    abi.kernel === "v4" || reply === undefined
      ? 0
      : shiftOf(request, reply, exceptions.length > 0, abi, optimizations, notes);
  return { operation, request, reply, replyShift, exceptions, notes, optimizations: [] };
}

/** The reply starts so far into the request that its first value falls on the request's first inout value. */
function shiftOf(
  request: MessageLayout,
  reply: MessageLayout,
  raisesValues: boolean,
  abi: KernelAbi,
  optimizations: Optimizations,
  notes: string[],
): number {
  if (reply.memoryEnd === abi.dataOffset && reply.indirectParts === 0 && !raisesValues) return 0;
  const inouts = request.chunks.flatMap((chunk) =>
    chunk.kind === "fixed-copy" && chunk.inout && chunk.place.in === "memory" ? [chunk.place.offset] : [],
  );
  const shift = Math.min(...inouts) - abi.dataOffset;
  if (
    inouts.length === 0 ||
    !optimizations.overlappingBuffers ||
    !sameOrder(request, reply, abi) ||
    overwritesInputs(request, reply, shift)
  )
    return request.memoryEnd - abi.dataOffset;
  notes.push("inout values stay in place: the reply starts inside the request's buffer");
  return shift;
}

/** Whether a value of the reply would fall on one that the implementation may still read. */
function overwritesInputs(request: MessageLayout, reply: MessageLayout, shift: number): boolean {
  const back = memoryRanges(reply).map((range) => ({
    ...range,
    start: range.start + shift,
    end: range.end + shift,
  }));
  return memoryRanges(request).some((input) =>
    back.some(
      (output) =>
        input.start < output.end &&
        output.start < input.end &&
        !(input.name === output.name && input.start === output.start),
    ),
  );
}

function memoryRanges({ chunks }: MessageLayout): { name: string; start: number; end: number }[] {
  return chunks.flatMap((chunk) => {
    if (chunk.place.in !== "memory") return [];
    const start = chunk.place.offset;
    const bytes =
      chunk.kind === "fixed-copy"
        ? chunk.bytes
        : chunk.kind === "variable-copy"
          ? chunk.maximum * chunk.elementBytes
          : 4;
    return [
      { name: chunk.kind === "length" ? `length of ${chunk.name}` : chunk.name, start, end: start + bytes },
    ];
  });
}

/** Whether memory inout values have equal distances in both messages, starting the reply's data. */
function sameOrder(request: MessageLayout, reply: MessageLayout, abi: KernelAbi): boolean {
  const offsets = (layout: MessageLayout) =>
    layout.chunks.flatMap((chunk) =>
      chunk.kind === "fixed-copy" && chunk.inout && chunk.place.in === "memory"
        ? [{ name: chunk.name, offset: chunk.place.offset }]
        : [],
    );
  const there = offsets(request);
  const back = offsets(reply);
  const shift = Math.min(...there.map((entry) => entry.offset)) - abi.dataOffset;
  return (
    there.length === back.length &&
    there.every(({ name, offset }) =>
      back.some((entry) => entry.name === name && entry.offset + shift === offset),
    )
  );
}

interface Drafted {
  readonly chunks: Chunk[];
  readonly abi: KernelAbi;
  end: number;
}

function layOut(
  operation: Operation,
  direction: "request" | "reply",
  abi: KernelAbi,
  optimizations: Optimizations,
  notes: string[],
): MessageLayout {
  if (operation.kernelMessage !== undefined) return layOutKernelMessage(operation, direction);
  const elements = elementsOf(operation, direction, optimizations);
  const maps = elements.filter((element) => element.kind === "map");
  const draft: Drafted = { chunks: [], abi, end: abi.dataOffset };
  if (abi.kernel !== "v4") placeMaps(draft, maps, elements.length > maps.length);
  const registers = registerPlaces(elements, maps.length, abi, optimizations);
  const indirect = sentFromWhereTheyAre(elements, abi, optimizations);
  const inBlock = abi.kernel === "v4" ? overflowing(elements, indirect, abi) : new Set<string>();
  if (inBlock.size > 0) {
    indirect.clear();
    notes.push(`${inBlock.size} values exceed the message registers: sent together as a string item`);
  }
  noteIndirect(elements, indirect, abi, notes);
  let part = 0;
  const fixed = ordered(elements, direction).filter(
    (element) =>
      element.kind !== "fixed" ||
      (!indirect.has(element.parameter.name) && !inBlock.has(element.parameter.name)),
  );
  placeFixed(draft, fixed, registers);
  const block = placeBlock(draft, elements, inBlock, () => part++);
  for (const element of elements)
    if (element.kind === "fixed" && indirect.has(element.parameter.name))
      draft.chunks.push({
        kind: "fixed-copy",
        name: element.parameter.name,
        bytes: element.bytes,
        inout: element.inout,
        place: { in: "indirect", part: part++ },
      });
  const trimmed = placeVariable(draft, elements, notes, () => part++);
  if (abi.kernel === "v4") placeMaps(draft, maps, true);
  const registersOnly = draft.end === abi.dataOffset && part === 0;
  notePacking(draft, direction, notes);
  return {
    direction,
    chunks: draft.chunks,
    memoryEnd: roundUp(draft.end, 4),
    trimmed,
    maps: maps.length,
    indirectParts: part,
    registersOnly,
    block,
  };
}

/** The values of `names` one behind the other in a block of their own. */
function placeBlock(
  draft: Drafted,
  elements: readonly Element[],
  names: ReadonlySet<string>,
  nextPart: () => number,
): MessageLayout["block"] {
  if (names.size === 0) return undefined;
  let end = 0;
  for (const element of elements) {
    if (element.kind !== "fixed" || !names.has(element.parameter.name)) continue;
    const offset = roundUp(end, Math.min(4, element.align));
    end = offset + element.bytes;
    const { parameter, bytes, inout, dropped } = element;
    draft.chunks.push({
      kind: "fixed-copy",
      name: parameter.name,
      bytes,
      inout,
      dropped,
      place: { in: "block", offset },
    });
  }
  return { part: nextPart(), bytes: roundUp(end, 4) };
}

function notePacking(draft: Drafted, direction: string, notes: string[]): void {
  const words = new Map<number, string[]>();
  for (const chunk of draft.chunks)
    if (chunk.place.in === "register" && chunk.kind !== "map")
      words.set(chunk.place.word, [...(words.get(chunk.place.word) ?? []), chunk.name]);
  for (const [word, names] of words)
    if (names.length > 1)
      notes.push(`${names.join(", ")} share ${draft.abi.registers[word]} in the ${direction}`);
}

/**
 * X0 and V2: the first flexpage in registers, the others first in memory, closed by a void one. V2's registers are full
 * then, so the id of a request travels as the base of the void one. V4: typed items, last.
 */
function placeMaps(
  draft: Drafted,
  maps: readonly Extract<Element, { kind: "map" }>[],
  inMemory: boolean,
): void {
  for (const [index, { parameter }] of maps.entries()) {
    const inRegister = index === 0 && draft.abi.kernel !== "v4";
    const place: Place = inRegister
      ? { in: "register", word: 0, shift: 0, bits: 64 }
      : { in: "memory", offset: draft.end };
    if (!inRegister) draft.end += 8;
    draft.chunks.push({ kind: "map", name: parameter.name, index, place });
  }
  if (closesMaps(draft.abi, maps.length, inMemory)) draft.end += 8;
}

function registerPlaces(
  elements: readonly Element[],
  maps: number,
  abi: KernelAbi,
  optimizations: Optimizations,
): Map<string, Place> {
  const taken = maps > 0 ? 2 : 0;
  const candidates = elements.flatMap((element): Candidate[] => {
    if (element.kind === "fixed") return [{ key: element.parameter.name, bytes: element.bytes }];
    if (element.kind === "reference") return [{ key: element.parameter.name, bytes: 4 }];
    return element.kind === "variable" && element.ownLength
      ? [{ key: `${element.parameter.name}.length`, bytes: 4 }]
      : [];
  });
  return placeInRegisters(
    candidates,
    taken,
    Math.max(0, abi.registers.length - taken),
    optimizations.packing,
  );
}

/** Fixed values and lengths; requests: in before inout, replies: inout before out; within that, wide ones first. */
function ordered(elements: readonly Element[], direction: "request" | "reply"): Element[] {
  const rank = (element: Element) =>
    element.kind === "fixed" && element.inout ? (direction === "request" ? 1 : -1) : 0;
  const align = (element: Element) => (element.kind === "fixed" ? Math.min(4, element.align) : 4);
  return elements
    .filter((element) => element.kind !== "map")
    .sort((a, b) => rank(a) - rank(b) || align(b) - align(a));
}

function placeFixed(
  draft: Drafted,
  elements: readonly Element[],
  registers: ReadonlyMap<string, Place>,
): void {
  let inouts = false;
  for (const element of elements) {
    if (element.kind === "fixed") {
      const { parameter, bytes, inout, dropped } = element;
      if (inout && !inouts && !registers.has(parameter.name)) {
        draft.end = roundUp(draft.end, 4);
        inouts = true;
      } else if (!inout && inouts) {
        draft.end = roundUp(draft.end, 4);
        inouts = false;
      }
      const place = registers.get(parameter.name) ?? memory(draft, bytes, Math.min(4, element.align));
      draft.chunks.push({ kind: "fixed-copy", name: parameter.name, bytes, inout, dropped, place });
    } else if (element.kind === "reference") {
      const place = registers.get(element.parameter.name) ?? memory(draft, 4, 4);
      draft.chunks.push({ kind: "reference", name: element.parameter.name, place });
    } else if (element.kind === "variable" && element.ownLength) {
      const place = registers.get(`${element.parameter.name}.length`) ?? memory(draft, 4, 4);
      draft.chunks.push({ kind: "length", name: element.parameter.name, place });
    }
  }
}

function memory(draft: Drafted, bytes: number, align: number): Place {
  const offset = roundUp(draft.end, align);
  draft.end = offset + bytes;
  return { in: "memory", offset };
}

/** Returns the name of the last direct copy, whose real length may end the message. */
function placeVariable(
  draft: Drafted,
  elements: readonly Element[],
  notes: string[],
  nextPart: () => number,
): string | undefined {
  let last: string | undefined;
  for (const element of elements) {
    if (element.kind !== "variable") continue;
    const { parameter, elementBytes, maximum, scanned, why } = element;
    const bytes = roundUp(maximum * elementBytes, 4);
    const fits = draft.end + bytes <= draft.abi.dataOffset + 4 * draft.abi.mostWords;
    const direct = element.direct && fits;
    const place: Place = direct ? memory(draft, bytes, 4) : { in: "indirect", part: nextPart() };
    if (direct) last = parameter.name;
    notes.push(
      `${parameter.name === "__return" ? "the result" : parameter.name}: ${direct || !element.direct ? why : "the message registers are full: sent as an indirect part"}`,
    );
    draft.chunks.push({
      kind: "variable-copy",
      name: parameter.name,
      elementBytes,
      maximum,
      scanned,
      place,
      why,
    });
  }
  return last;
}

/** Fixed values that cost more to copy into the message than to describe; on V4, what its registers cannot hold. */
function sentFromWhereTheyAre(
  elements: readonly Element[],
  abi: KernelAbi,
  optimizations: Optimizations,
): Set<string> {
  if (abi.kernel === "v4") return oversized(elements, abi);
  if (!optimizations.indirectParts) return new Set();
  return new Set(
    elements.flatMap((element) =>
      element.kind === "fixed" && element.bytes > COPYBREAK_BYTES ? [element.parameter.name] : [],
    ),
  );
}

function noteIndirect(
  elements: readonly Element[],
  names: ReadonlySet<string>,
  abi: KernelAbi,
  notes: string[],
): void {
  for (const element of elements)
    if (element.kind === "fixed" && names.has(element.parameter.name))
      notes.push(
        abi.kernel === "v4"
          ? `${named(element.parameter.name)}: ${element.bytes} bytes exceed the message registers: sent from where it is, as a string item`
          : `${named(element.parameter.name)}: ${element.bytes} bytes, more than ${COPYBREAK_BYTES}: sent from where it is, as an indirect part`,
      );
}

function named(parameter: string): string {
  return parameter === "__return" ? "the result" : parameter;
}

/** V4: values, the last ones first, that find no message register even when the largest travel by themselves. */
function overflowing(
  elements: readonly Element[],
  indirect: ReadonlySet<string>,
  abi: KernelAbi,
): Set<string> {
  const names = new Set<string>();
  if (wordsOf(elements, indirect) <= abi.mostWords) return names;
  let words = wordsOf(elements, new Set()) + 2;
  for (const element of [...elements].reverse()) {
    if (words <= abi.mostWords) break;
    if (element.kind !== "fixed") continue;
    words -= Math.ceil(element.bytes / 4);
    names.add(element.parameter.name);
  }
  return names;
}

/** Message registers that fixed values, lengths and items take when `indirect` ones travel as string items. */
function wordsOf(elements: readonly Element[], indirect: ReadonlySet<string>): number {
  const words = elements.map((element) => {
    if (element.kind === "map") return 2;
    if (element.kind === "reference") return 1;
    if (element.kind === "fixed")
      return indirect.has(element.parameter.name) ? 2 : Math.ceil(element.bytes / 4);
    return (element.ownLength ? 1 : 0) + (element.direct ? 0 : 2);
  });
  return words.reduce((sum, count) => sum + count, 0);
}

/** V4: the largest fixed values that the message registers cannot hold travel as string items instead. */
function oversized(elements: readonly Element[], abi: KernelAbi): Set<string> {
  const names = new Set<string>();
  const fixed = elements
    .flatMap((element) => (element.kind === "fixed" ? [element] : []))
    .sort((a, b) => b.bytes - a.bytes);
  let words = wordsOf(elements, names);
  for (const element of fixed) {
    if (words <= abi.mostWords) break;
    if (element.bytes <= 8) break; // an item takes two words itself
    names.add(element.parameter.name);
    words += 2 - Math.ceil(element.bytes / 4);
  }
  return names;
}
