/** One message as parts and boxes: every byte of registers and memory is in a box, what no value takes in an unused one. */
import {
  type Chunk,
  type KernelAbi,
  type MessageLayout,
  messageWords,
  type Place,
  placeText,
} from "@weft/weaver-bridge/idl";
import type { BoxDrawing, MessageDrawing, PartDrawing } from "../../protocol/index.js";

/** A box with its first bit, from the start of its part. */
type PlacedBox = BoxDrawing & { readonly start: number };

export function drawMessage(message: MessageLayout, abi: KernelAbi): MessageDrawing {
  const boxes = (within: (place: Place) => boolean, startOf: (place: Place) => number): PlacedBox[] =>
    message.chunks.flatMap((chunk) =>
      within(chunk.place) ? [boxOf(chunk, startOf(chunk.place), placeText(chunk.place, abi, chunk))] : [],
    );
  const parts = [...registerParts(message, abi)];
  if (message.memoryEnd > abi.dataOffset) {
    const start = abi.dataOffset * 8;
    const inMemory = boxes(
      (place) => place.in === "memory",
      (place) => (place.in === "memory" ? place.offset * 8 - start : 0),
    );
    const title = abi.words.dataTitle;
    parts.push({ kind: "memory", title, boxes: withoutGaps(inMemory, message.memoryEnd * 8 - start) });
  }
  for (let part = 0; part < message.indirectParts; part++) {
    const { block } = message;
    const ofBlock = block?.part === part;
    const inPart = ofBlock
      ? boxes(
          (place) => place.in === "block",
          (place) => (place.in === "block" ? place.offset * 8 : 0),
        )
      : boxes(
          (place) => place.in === "indirect" && place.part === part,
          () => 0,
        ).map((box) => ({ ...box, place: "" }));
    const title = `${abi.words.part} ${part + 1}`;
    parts.push({ kind: "indirect", title, boxes: withoutGaps(inPart, ofBlock ? block.bytes * 8 : 0) });
  }
  return { direction: message.direction, summary: messageWords(message), parts };
}

/** One part per register, the id's last. A flexpage takes two words; without a second register, that of the id. */
function registerParts({ chunks, direction, maps }: MessageLayout, abi: KernelAbi): PartDrawing[] {
  const flexpage = chunks.find(({ kind, place }) => kind === "map" && place.in === "register");
  const idIsElsewhere = abi.flexpageTakesId && maps > 0;
  const words = abi.registers.map((title, word): PartDrawing => {
    if (flexpage !== undefined && word < 2) return flexpageWord(title, flexpage.name, word);
    const boxes = chunks.flatMap((chunk): PlacedBox[] => {
      const { place } = chunk;
      if (place.in !== "register" || place.word !== word) return [];
      const whole = place.shift === 0 && place.bits === 32;
      const at = whole ? "" : `bits ${place.shift} to ${place.shift + place.bits - 1}`;
      return [{ ...boxOf(chunk, place.shift, at), bits: place.bits, size: sizeText(place.bits) }];
    });
    return { kind: "register", title, boxes: withoutGaps(boxes, 32) };
  });
  if (flexpage !== undefined && idIsElsewhere) words.push(flexpageWord(abi.idRegister, flexpage.name, 1));
  const labels = chunks.flatMap((chunk) =>
    chunk.place.in === "label" ? [{ ...boxOf(chunk, 0, "bits 0 to 3"), bits: 4, size: sizeText(4) }] : [],
  );
  const taken = labels.length * 4;
  const name = direction === "request" ? "id of the operation" : "exception";
  const id: PlacedBox = {
    kind: "id",
    name,
    place: "",
    start: taken,
    bits: 32 - taken,
    size: sizeText(32 - taken),
  };
  const title = idIsElsewhere ? "void flexpage" : abi.idRegister;
  return [...words, { kind: "register", title, boxes: withoutGaps([...labels, id], 32) }];
}

function flexpageWord(title: string, name: string, word: number): PartDrawing {
  const box: BoxDrawing = {
    kind: "flexpage",
    name: `${nameText(name)}, ${word === 0 ? "send base" : "flexpage"}`,
    place: "",
    bits: 32,
    size: sizeText(32),
  };
  return { kind: "register", title, boxes: [box] };
}

function boxOf(chunk: Chunk, start: number, place: string): PlacedBox {
  const name = nameText(chunk.name);
  const box = (kind: BoxDrawing["kind"], words: string, bytes: number): PlacedBox => ({
    kind,
    name: words,
    place,
    start,
    bits: bytes * 8,
    size: sizeText(bytes * 8),
  });
  switch (chunk.kind) {
    case "fixed-copy":
      return box("value", chunk.inout ? `${name} (inout)` : name, chunk.bytes);
    case "length":
      return box("length", `length of ${name}`, 4);
    case "variable-copy": {
      const most = box("value", name, chunk.maximum * chunk.elementBytes);
      return { ...most, size: `up to ${most.size}` };
    }
    case "reference":
      return box("address", `address of ${name}`, 4);
    case "map":
      return box("flexpage", name, 8);
  }
}

/** In the order of their places, with unused boxes between and behind them up to `end`; all in bits. */
function withoutGaps(placed: readonly PlacedBox[], end: number): BoxDrawing[] {
  const boxes: BoxDrawing[] = [];
  let at = 0;
  const fillTo = (next: number) => {
    const bits = next - at;
    if (bits > 0) boxes.push({ kind: "unused", name: "unused", place: "", bits, size: sizeText(bits) });
  };
  for (const { start, ...box } of [...placed].sort((a, b) => a.start - b.start)) {
    fillTo(start);
    boxes.push(box);
    at = Math.max(at, start + box.bits);
  }
  fillTo(end);
  return boxes;
}

function sizeText(bits: number): string {
  if (bits % 8 !== 0) return `${bits} bits`;
  return bits === 8 ? "1 byte" : `${bits / 8} bytes`;
}

function nameText(name: string): string {
  return name === "__return" ? "result" : name;
}
