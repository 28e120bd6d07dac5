/** The layout of one message: flexpages, registers, memory, blocks and indirect parts. */

import type { Operation } from "../check/interface-model.js";
import { roundUp } from "../check/types.js";
import type { Optimizations } from "../options.js";
import { type Element, elementsOf } from "./elements.js";
import type { KernelAbi } from "./kernel-abi.js";
import { type Chunk, closesMaps, type MessageLayout, type Place } from "./message.js";
import { type Candidate, placeInRegisters } from "./registers.js";

interface Drafted {
  readonly chunks: Chunk[];
  readonly abi: KernelAbi;
  end: number;
}

export function layOutMessage(
  operation: Operation,
  direction: "request" | "reply",
  abi: KernelAbi,
  optimizations: Optimizations,
  notes: string[],
): MessageLayout {
  if (operation.kernelMessage !== undefined && abi.kernelMessages !== undefined)
    return abi.kernelMessages.layOut(operation, direction);
  const elements = elementsOf(operation, direction, optimizations);
  const maps = elements.filter((element) => element.kind === "map");
  const draft: Drafted = { chunks: [], abi, end: abi.dataOffset };
  if (abi.flexpages === "first") placeMaps(draft, maps, elements.length > maps.length);
  const registers = registerPlaces(elements, maps.length, abi, optimizations);
  const { indirect, inBlock } = abi.chooseParts(elements, optimizations, notes);
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
  if (abi.flexpages === "last") placeMaps(draft, maps, true);
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
    const inRegister = index === 0 && draft.abi.flexpages === "first";
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
