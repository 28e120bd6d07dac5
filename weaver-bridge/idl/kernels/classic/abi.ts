/** What X0 and V2 have in common: registers, and a message on the stack that the kernel copies. */
import type { Element } from "../../middle/elements.js";
import type { KernelAbi, PartChoice } from "../../middle/kernel-abi.js";
import type { Optimizations } from "../../options.js";

export type ClassicAbi = Omit<
  KernelAbi,
  | "kernel"
  | "title"
  | "registers"
  | "idRegister"
  | "dataOffset"
  | "countedWords"
  | "threadWords"
  | "flexpageTakesId"
  | "hasSysenter"
  | "hasLocalIpc"
  | "settled"
>;

/** Up to here a memory message is cheaper than an indirect part (paper, figure 3: 30 words). */
const COPYBREAK_BYTES = 120;

/** `dataOffset`: where the data of the kernel's messages starts. */
export function classicAbi(dataOffset: number): ClassicAbi {
  return {
    idBits: 32,
    mostWords: 1 << 18,
    flexpages: "first",
    repliesInBuffer: true,
    words: {
      data: "memory",
      dataTitle: `Memory from +${dataOffset}`,
      part: "Indirect part",
      place: (offset) => `+${offset}`,
    },
    chooseParts,
    receivePlace: (place) => place,
    receivesMapInRegisters: (place) => place.in === "register",
  };
}

/** Fixed values that cost more to copy into the message than to describe. */
function chooseParts(
  elements: readonly Element[],
  optimizations: Optimizations,
  notes: string[],
): PartChoice {
  const indirect = new Set<string>();
  const inBlock = new Set<string>();
  if (!optimizations.indirectParts) return { indirect, inBlock };
  for (const element of elements) {
    if (element.kind !== "fixed" || element.bytes <= COPYBREAK_BYTES) continue;
    const { name } = element.parameter;
    indirect.add(name);
    notes.push(
      `${name === "__return" ? "the result" : name}: ${element.bytes} bytes, more than ${COPYBREAK_BYTES}: sent from where it is, as an indirect part`,
    );
  }
  return { indirect, inBlock };
}
