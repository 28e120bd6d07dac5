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

const PACKETS = 6;
/** Bytes: one frame of the network. */
const LENGTH = 1400;

/** The accesses of one packet's buffer, from where the driver has it on until it is freed. */
type Trace = readonly Stored[];

export async function benchPackets(network: NetworkGuest): Promise<void> {
  const { guest } = network;
  const hooks = guest.weave(join(guest.root, "aspects/figure-4.klay"));
  const socket = await connected(network.discard);
  const send = async () => {
    for (let number = 0; number < PACKETS; number++) {
      socket.write(Buffer.alloc(LENGTH, number));
      await sleep(PAUSE);
    }
  };
  try {
    const [alone, beside] = [await traced(network, send), await traced(network, besideWork(network, send))];
    const traps = hooks.filter(({ how }) => how === "trap").length;
    printPackets(`${hooks.length} hooks, of them ${traps} breakpoints`, alone, beside);
  } finally {
    socket.destroy();
    guest.unweave();
  }
}

/** Milliseconds. */
const PAUSE = 300;

async function traced({ guest }: NetworkGuest, send: () => Promise<void>): Promise<Trace[]> {
  const { stored } = await storedDuring(guest, send);
  const open = new Map<number, Stored[]>();
  const traces: Trace[] = [];
  for (const one of stored) {
    const buffer = one.values.get("skb") ?? 0;
    if (isAt(one, POINTS[0]?.[0] ?? "")) if (!open.has(buffer)) open.set(buffer, []);
    open.get(buffer)?.push(one);
    if (!isAt(one, POINTS.at(-1)?.[0] ?? "")) continue;
    const trace = open.get(buffer) ?? [];
    open.delete(buffer);
    if (POINTS.every(([name]) => trace.some((seen) => isAt(seen, name)))) traces.push(trace);
  }
  return traces;
}

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
  const start = timeOf(trace.find((one) => isAt(one, POINTS[0]?.[0] ?? "")));
  return POINTS.map(([name, which]) => {
    const there = trace.filter((one) => isAt(one, name));
    return timeOf(which === "first" ? there[0] : there.at(-1)) - start;
  });
}

const passedUntil = (trace: Trace, name: string) => trace.findIndex((one) => isAt(one, name));

function printPackets(hooks: string, alone: readonly Trace[], beside: readonly Trace[]): void {
  const [quick] = [...alone].sort((left, right) => lengthOf(left) - lengthOf(right));
  const slow = [...beside].sort((left, right) => lengthOf(left) - lengthOf(right)).at(-1);
  if (quick === undefined || slow === undefined) throw new Error("no packet was seen from driver to process");
  // Two accesses beside each other: what lies between them is the advice, and next to nothing of the kernel.
  const advice = Math.min(...quick.slice(1).map((one, index) => timeOf(one) - timeOf(quick[index])));
  const [first, second] = [timesOf(quick), timesOf(slow)];
  const rows = POINTS.map(([name, which], index) => [
    which === "last" ? `${name}, last` : name,
    ...[first[index], second[index]].map((time) => (time ?? Number.NaN).toFixed(2)),
    ((first[index] ?? Number.NaN) - advice * passedUntil(quick, name)).toFixed(2),
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
