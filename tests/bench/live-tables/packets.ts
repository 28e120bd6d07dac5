/** Table 4: packets of a TCP transfer on their way through the kernel, by the aspect of the paper's Figure 4. */
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { printTable } from "../support/table.js";
import type { NetworkGuest } from "./linux.js";
import { type Stored, storedDuring } from "./stored.js";
import { request } from "./web.js";

/** Where a packet is looked at: a function, the first or the last time that it accesses the packet's buffer. */
const POINTS: readonly (readonly [name: string, which: "first" | "last"])[] = [
  ["e1000_receive_skb", "first"],
  ["netif_receive_skb_list_internal", "first"],
  ["__netif_receive_skb_core", "first"],
  ["ip_rcv_core", "first"],
  ["ip_local_deliver_finish", "first"],
  ["tcp_v4_rcv", "first"],
  ["tcp_rcv_established", "first"],
  ["tcp_event_data_recv", "first"],
  ["tcp_data_queue", "last"],
  ["__skb_datagram_iter", "first"],
  ["kfree_skbmem", "first"],
];

/** Beside the server's work, some of many have to wait. */
const PACKETS = { alone: 6, beside: 30 };
/** Bytes: one frame of the network. */
const LENGTH = 1400;

interface Access extends Stored {
  /** How many accesses were stored before, of all buffers. */
  readonly before: number;
}

/** The accesses of one packet's buffer, from where the driver has it on until it is freed. */
type Trace = readonly Access[];

export async function benchPackets(network: NetworkGuest): Promise<void> {
  const { guest } = network;
  const hooks = guest.weave(join(guest.root, "aspects/figure-4.klay"));
  const socket = await connected(network.discard);
  const send = (packets: number) => async () => {
    for (let number = 0; number < packets; number++) {
      socket.write(Buffer.alloc(LENGTH, number));
      await sleep(PAUSE);
    }
  };
  try {
    const alone = await traced(network, send(PACKETS.alone));
    const beside = await traced(network, besideWork(network, send(PACKETS.beside)));
    const traps = hooks.filter(({ how }) => how === "trap").length;
    printPackets(`${hooks.length} hooks, of them ${traps} breakpoints`, alone, beside);
  } finally {
    socket.destroy();
    guest.unweave();
  }
}

/** Milliseconds. */
const PAUSE = 100;

async function traced({ guest }: NetworkGuest, send: () => Promise<void>): Promise<Trace[]> {
  const { stored } = await storedDuring(guest, send);
  const open = new Map<number, Access[]>();
  const traces: Trace[] = [];
  for (const [before, one] of stored.entries()) {
    const buffer = one.values.get("skb") ?? 0;
    const last = open.get(buffer)?.at(-1);
    // What is not freed where the last point is, but elsewhere, comes to the driver again as another packet's.
    if (isAt(one, FIRST) && (last === undefined || !isAt(last, FIRST))) open.set(buffer, []);
    open.get(buffer)?.push({ ...one, before });
    if (!isAt(one, POINTS.at(-1)?.[0] ?? "")) continue;
    const trace = open.get(buffer) ?? [];
    open.delete(buffer);
    if (POINTS.every(([name]) => trace.some((seen) => isAt(seen, name)))) traces.push(trace);
  }
  return traces;
}

const FIRST = POINTS[0]?.[0] ?? "";

const isAt = ({ place }: Stored, name: string) => place.includes(` in ${name}:`);

/** The web server works all the time, so that who reads the data has to wait for the processor. */
function besideWork({ web }: NetworkGuest, send: () => Promise<void>): () => Promise<void> {
  return async () => {
    let isDone = false;
    const work = async () => {
      while (!isDone) await request(web, "/heavy");
    };
    const working = [work(), work()];
    await send();
    isDone = true;
    await Promise.all(working);
  };
}

const timeOf = (one: Stored | undefined) => (one?.values.get("timestamp") ?? Number.NaN) / 1000;

function timesOf(trace: Trace): number[] {
  return pointsOf(trace).map((one) => timeOf(one) - timeOf(trace[0]));
}

const pointsOf = (trace: Trace) =>
  POINTS.map(([name, which]) => {
    const there = trace.filter((one) => isAt(one, name));
    return which === "first" ? there[0] : there.at(-1);
  });

function printPackets(hooks: string, alone: readonly Trace[], beside: readonly Trace[]): void {
  const [quick] = [...alone].sort((left, right) => lengthOf(left) - lengthOf(right));
  const slow = [...beside].sort((left, right) => lengthOf(left) - lengthOf(right)).at(-1);
  if (quick === undefined || slow === undefined) throw new Error("no packet was seen from driver to process");
  // Two accesses beside each other: what lies between them is the advice, and next to nothing of the kernel.
  const advice = Math.min(...quick.slice(1).map((one, index) => timeOf(one) - timeOf(quick[index])));
  const [first, second, points] = [timesOf(quick), timesOf(slow), pointsOf(quick)];
  const advised = (index: number) => (points[index]?.before ?? Number.NaN) - (quick[0]?.before ?? 0);
  const rows = POINTS.map(([name, which], index) => [
    which === "last" ? `${name}, last` : name,
    ...[first[index], second[index]].map((time) => (time ?? Number.NaN).toFixed(2)),
    ((first[index] ?? Number.NaN) - advice * advised(index)).toFixed(2),
  ]);
  console.log(
    `\nTable 4: packets through the network (${hooks}; ${alone.length + beside.length} packets whole, the quickest alone and the slowest beside a working web server); microseconds of a guest with one instruction a nanosecond, and of the first packet without what its advice took\n`,
  );
  printTable(["", "packet 1", "packet 2", "packet 1, less advice"], rows, "klasy-4");
}

const lengthOf = (trace: Trace) => timesOf(trace).at(-1) ?? Number.NaN;

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.setNoDelay(true);
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}
