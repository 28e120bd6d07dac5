/** L4 version X.2, "V4". */

import type { KernelAbi } from "../../middle/kernel-abi.js";
import type { Place } from "../../middle/message.js";
import { layOutKernelMessage, whyNoKernelMessage } from "./kernel-messages.js";
import { chooseParts } from "./message-registers.js";

export const V4: KernelAbi = {
  kernel: "v4",
  title: "V4",
  registers: [],
  idRegister: "MR0 label",
  idBits: 16,
  dataOffset: 4,
  countedWords: 0,
  mostWords: 63,
  threadWords: 1,
  flexpages: "last",
  flexpageTakesId: false,
  repliesInBuffer: false,
  hasSysenter: false,
  hasLocalIpc: false,
  kernelMessages: { whyNot: whyNoKernelMessage, layOut: layOutKernelMessage },
  settled: {
    "register-message": [true, "values stand in message registers, the first two come back in EBX and EBP"],
    sysenter: [
      false,
      "V4 is entered by the call that its interface page names, inlined as one indirect call",
    ],
    "direct-stack-transfer": [false, "V4 sends message registers, not the stack"],
    "overlapping-buffers": [false, "V4 replies from message registers"],
  },
  words: {
    data: "message registers",
    dataTitle: "Message registers",
    part: "String item",
    place: (offset) => `MR${Math.floor(offset / 4)}${offset % 4 === 0 ? "" : `+${offset % 4}`}`,
  },
  chooseParts: (elements, _optimizations, notes) => chooseParts(elements, V4.mostWords, notes),
  receivePlace,
  receivesMapInRegisters: (place) => place.in === "memory" && place.offset === 4,
};

/** The first two message registers arrive in processor registers, so a receiver finds small values there. */
function receivePlace(place: Place, bytes: number): Place {
  if (place.in !== "memory" || place.offset >= 12) return place;
  const inWord = place.offset % 4;
  if (inWord + bytes <= 4)
    return { in: "register", word: Math.floor(place.offset / 4) - 1, shift: inWord * 8, bits: bytes * 8 };
  return place;
}
