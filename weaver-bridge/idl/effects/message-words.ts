/** A message's layout in a few words, for lenses, hovers and effects. */
import type { MessageLayout } from "../middle/message.js";
import type { OfferedOperation } from "./offers.js";

/** What a client stub costs where it is called. */
export interface StubCost {
  readonly instructions: number;
  readonly loops: boolean;
  /** What a call of it was seen to execute; undefined where none was run. */
  readonly executed?: ExecutedCost | undefined;
}

export interface ExecutedCost {
  readonly client: number;
  readonly server: number;
  /** Elements in all that has a length; undefined where nothing has one. */
  readonly length: number | undefined;
}

/** `2 words in registers, 1 indirect part`; `no data` for an empty message. */
export function messageWords(message: MessageLayout): string {
  const registers = new Set<number>();
  let memory = 0;
  for (const { place, ...chunk } of message.chunks) {
    if (place.in === "register") registers.add(place.word);
    if (place.in === "register" && chunk.kind === "map") registers.add(place.word + 1);
    if (place.in === "memory") memory++;
  }
  const parts = [
    registers.size > 0 ? counted(registers.size, "word in registers", "words in registers") : "",
    memory > 0 ? counted(memory, "value in the message", "values in the message") : "",
    message.indirectParts > 0 ? counted(message.indirectParts, "indirect part", "indirect parts") : "",
    message.maps > 0 ? counted(message.maps, "flexpage", "flexpages") : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "no data" : parts.join(", ");
}

/** In place of words for an operation. */
export const NO_LAYOUT = "the IDL file has errors, so there is no layout";

/** `request: 2 words in registers; reply: no data; 14 instructions in the client`; undefined while the IDL file has errors. */
export function operationWords(
  { layout }: Pick<OfferedOperation, "layout">,
  cost?: StubCost,
): string | undefined {
  if (layout === undefined) return undefined;
  const reply = layout.reply === undefined ? "oneway" : `reply: ${messageWords(layout.reply)}`;
  const count = countWords(cost);
  return `request: ${messageWords(layout.request)}; ${reply}${count === undefined ? "" : `; ${count}`}`;
}

export function countWords(count: StubCost | undefined): string | undefined {
  if (count === undefined) return undefined;
  if (count.executed !== undefined) {
    const { client, server, length } = count.executed;
    const lengths = length === undefined ? "" : ` with lengths of ${length}`;
    return `a call executes ${client} instructions in the client and ${server} in the server${lengths}`;
  }
  return `${count.instructions} instructions in the client${count.loops ? ", loops counted once" : ""}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
