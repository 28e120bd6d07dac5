/**
 * A visit to the agent in a guest: what was read while the guest ran must still stand there when its processors stand,
 * or nothing is done. They stand in the kernel's own way, and only while the kernel patches its text.
 */
import {
  type Agent,
  GuestError,
  type GuestRecord,
  openAgent,
  type SwappedReturns,
} from "../../guest/index.js";
import { I686 } from "../../object-code/index.js";
import { LIVE_NODES } from "../../weaver/index.js";
import { copyOfMapped, originalText, readerOf, wovenText } from "../guest-text.js";
import type { CodeRange } from "../hooks/saved-addresses.js";
import { handlerPieces, trapGates } from "../hooks/trap-handler.js";
import type { KernelImage } from "../image/kernel-image.js";
import type { JournalHook, JournalText } from "../journal/journal.js";
import { agentHands } from "./agent-area.js";
import type { LiveVisit, TextChange } from "./live-visit.js";

/** Rejects with GuestError. */
export async function visitAgent(
  guest: GuestRecord,
  path: string,
  image: KernelImage | undefined,
): Promise<LiveVisit> {
  const agent = await openAgent(path);
  let stood = 0;
  const read = async (address: number, length: number) => {
    const [bytes] = await agent.read([{ address, length }]);
    return bytes as Buffer;
  };
  return {
    read,
    texts: async (physical, texts) => {
      if (guest.memory !== undefined) {
        const copy = await copyOfMapped(read, guest, physical, texts);
        if (copy !== undefined) return { read: readerOf(copy, read), isCopy: true, copy };
      }
      return { read: await copyOf(agent, texts), isCopy: true };
    },
    physicalOffset: async (area) =>
      image === undefined ? area : (await agent.area(agentHands(image))).physical,
    gates: async (known) =>
      trapGates([await agent.interruptTable()], read, known, (image?.machine ?? I686).traps),
    place: async (pieces) => {
      for (const { address, bytes } of pieces) await agent.write(address, bytes);
      return true;
    },
    change: async (change) => {
      const request = await requestOf(change);
      const { stopped, other, busy = [] } = await agent.change(request);
      stood += stopped;
      const text = other === undefined ? undefined : change.texts[other];
      if (text !== undefined) throw changedMeanwhile(text);
      return busy.flatMap((index) => request.leave[index] ?? []);
    },
    standing: async () => [],
    stood: () => stood,
    leave: async () => agent.leave(),
  };
}

async function requestOf(change: TextChange) {
  const { read, texts, leave, area, handler, gates, restoredGates, restored, woven, returns, hooks } = change;
  const expected = [];
  for (const { address, original } of texts)
    expected.push({ address, bytes: await read(address, original.length / 2) });
  const led = handler === undefined ? [] : handlerPieces(handler, gates, change.machine);
  const originals = restoredGates.map(({ address, original }) => ({
    address,
    bytes: Buffer.from(original, "hex"),
  }));
  return {
    ...{ expected, leave: [...leave].sort((left, right) => left.start - right.start) as CodeRange[] },
    writes: [...area, ...led, ...restored.map(originalText), ...woven.map(wovenText), ...originals],
    returns: returns.flatMap(swappedOf),
    undo: [
      ...woven.map(({ address, woven: now, original }) => ({
        ...{ address, woven: Buffer.from(now, "hex"), original: Buffer.from(original, "hex") },
      })),
      ...led.flatMap(({ address, bytes }) => {
        const gate = gates.find((one) => one.address === address);
        return gate === undefined
          ? []
          : [{ address, woven: bytes, original: Buffer.from(gate.original, "hex") }];
      }),
    ],
    undoReturns: hooks.flatMap(swappedOf),
  };
}

function swappedOf({ returns }: JournalHook): SwappedReturns[] {
  return returns === undefined ? [] : [{ ...returns, count: LIVE_NODES }];
}

/** All of them in few requests. */
async function copyOf(agent: Agent, texts: readonly JournalText[]): Promise<LiveVisit["read"]> {
  const places = texts.map(({ address, original }) => ({ address, length: original.length / 2 }));
  const all = await agent.read(places);
  const known = new Map(places.map(({ address, length }, index) => [`${address} ${length}`, all[index]]));
  return async (address, length) =>
    known.get(`${address} ${length}`) ?? ((await agent.read([{ address, length }]))[0] as Buffer);
}

function changedMeanwhile({ place }: JournalText): GuestError {
  return new GuestError(
    "guest/memory",
    `${place} was changed in the guest while it was looked at`,
    "Something else patches this kernel. Nothing was changed; try again.",
  );
}
