/**
 * Tables 4, 5 and 6: a Linux guest that serves a page over QEMU's user network, as the sample boots it. A packet on its way
 * through the kernel, how long processes run, and what a request costs with the aspect of Table 5.
 */
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CountedText,
  countedText,
  type Hook,
  type LiveGuest,
  repository,
  startGuest,
  weft,
} from "../../support/live-guest/live-guest.js";
import { linuxProject } from "./kernels.js";

export interface PacketStep {
  readonly function: string;
  readonly line: number;
  /** Thousands of instructions since the first step, of each packet. */
  readonly times: readonly number[];
}

export interface NetworkMeasured {
  readonly packet: readonly PacketStep[];
  /** Instructions between two switches. */
  readonly quanta: readonly number[];
  /** Instructions of the kernel for a request. */
  readonly request: { readonly without: number; readonly with: number };
}

/** Physical memory as the kernel maps it: its text, and what its allocator gives to advice. */
const MAPPED = { from: 0xc0000000, size: 0x8000000 };
const TEXT = { from: 0xc1000000, size: 0x600000 };

export async function measureNetwork(folder: string): Promise<NetworkMeasured> {
  const port = await freePort();
  const text = countedText(folder, MAPPED.from, MAPPED.size);
  const root = linuxProject(folder, "linux-web", join(repository, "sample-projects/linux-live/init/init.c"));
  const project = JSON.parse(readFileSync(join(root, "weft.json"), "utf8"));
  project.run.arguments = [
    ...text.arguments,
    ...["-nic", `user,model=e1000,hostfwd=tcp:127.0.0.1:${port}-10.0.2.15:80`],
  ];
  writeFileSync(join(root, "weft.json"), JSON.stringify(project));
  const guest = await startGuest(root, /weft-init: works/, { text });
  try {
    await request(port);
    const packet = await packetSteps(guest, port);
    const without = await costOf(port, text, root);
    const file = join(root, "switches.ah");
    writeFileSync(file, SWITCHES);
    guest.weave(file);
    const withAspect = await costOf(port, text, root);
    const quanta = await timesBetweenSwitches(guest, port);
    guest.unweave();
    return { packet, quanta, request: { without, with: withAspect } };
  } finally {
    await guest.end();
  }
}

const STEPS = [
  ...["eth_type_trans", "__netif_receive_skb_core", "ip_rcv", "ip_local_deliver", "tcp_v4_rcv"],
  ...["tcp_rcv_established", "tcp_data_queue", "tcp_event_data_recv", "__skb_datagram_iter", "__kfree_skb"],
];

/** As Figure 4, in the functions that the paper's table shows; one entry of the log a step. */
const PACKET = `void weft_log(const char *format, ...);
aspect Packet {
  pointcut path() = ${STEPS.map((name) => `within("% ${name}(...)")`).join(" || ")};
  advice access("% sk_buff::%") && path() : before() { weft_log("%u %u", (unsigned)tjp->pc, (unsigned)tjp->target); }
};
`;

/** The number of switches is counted where processes are switched: see Figure 5, whose member is gone since. */
const SWITCHES = `void weft_log(const char *format, ...);
aspect Switches { advice set("% rq::nr_switches") : before() { weft_log("switch"); } };
`;

interface Entry {
  readonly time: number;
  readonly text: string;
}

async function packetSteps(guest: LiveGuest, port: number): Promise<PacketStep[]> {
  const file = join(guest.root, "packet.ah");
  writeFileSync(file, PACKET);
  const hooks = new Map(guest.weave(file).map((hook) => [hook.address, hook]));
  const packets: Map<string, number>[] = [];
  for (let tries = 0; tries < 20 && packets.length < 2; tries++) {
    await request(port);
    await sleep(200);
    const { entries } = JSON.parse(weft(guest.root, "live", "log", "--json")) as {
      entries: readonly Entry[];
    };
    const longest = pathsOf(entries, hooks).sort((left, right) => right.size - left.size)[0];
    if (longest !== undefined && longest.size > STEPS.length / 2) packets.push(longest);
  }
  guest.unweave();
  const [first = new Map<string, number>()] = packets;
  return [...first.keys()].map((place) => ({
    function: place.split(":")[0] ?? "",
    line: Number(place.split(":")[1]),
    times: packets.map((packet) => packet.get(place) ?? Number.NaN),
  }));
}

/** The first access of each function, by packet: `ip_rcv:530` and thousands of instructions since the first of all. */
function pathsOf(entries: readonly Entry[], hooks: ReadonlyMap<number, Hook>): Map<string, number>[] {
  const paths = new Map<
    string,
    { begun: number; last: number; seen: Set<string>; path: Map<string, number> }
  >();
  const all: Map<string, number>[] = [];
  for (const { time, text } of entries) {
    const [pc = "", packet = ""] = text.split(" ");
    const [, name = "", line = ""] = /in (\w+):(\d+)/.exec(hooks.get(Number(pc))?.place ?? "") ?? [];
    let known = paths.get(packet);
    // The same memory is the next packet.
    if (known === undefined || name === STEPS[0]) {
      if (known !== undefined && time - known.last < 2000) continue;
      known = { begun: time, last: time, seen: new Set(), path: new Map() };
      paths.set(packet, known);
      all.push(known.path);
    }
    if (name === "" || known.seen.has(name)) continue;
    known.seen.add(name);
    known.path.set(`${name}:${line}`, (time - known.begun) / 1000);
  }
  return all;
}

const REQUESTS = 40;

async function costOf(port: number, text: CountedText, root: string): Promise<number> {
  const before = instructionsIn(text, root);
  for (let count = 0; count < REQUESTS; count++) await request(port);
  return (instructionsIn(text, root) - before) / REQUESTS;
}

/** Of the kernel's text and of advice. */
function instructionsIn(text: CountedText, root: string): number {
  const area = JSON.parse(readFileSync(join(root, ".weft/live/area.json"), "utf8")) as {
    address: number;
    size: number;
  };
  return [TEXT, { from: area.address, size: area.size }].reduce((sum, range) => sum + sumOf(text, range), 0);
}

function sumOf(text: CountedText, { from, size }: { readonly from: number; readonly size: number }): number {
  const file = openSync(text.file, "r");
  try {
    const bytes = Buffer.alloc(8 * size);
    readSync(file, bytes, 0, bytes.length, 8 * (from - text.from));
    let sum = 0;
    for (let at = 0; at < bytes.length; at += 8)
      sum += bytes.readUInt32LE(at) + 2 ** 32 * bytes.readUInt32LE(at + 4);
    return sum;
  } finally {
    closeSync(file);
  }
}

const SECONDS = 10;

async function timesBetweenSwitches(guest: LiveGuest, port: number): Promise<number[]> {
  let isLoaded = true;
  const clients = [0, 1, 2, 3].map(async () => {
    while (isLoaded) await request(port).catch(() => sleep(50));
  });
  const times: number[] = [];
  try {
    for (let second = 0; second < SECONDS; second++) {
      await sleep(1000);
      const said = weft(guest.root, "live", "log", "--between", "switch..switch", "--json");
      times.push(...(JSON.parse(said).spans as { took: number }[]).map(({ took }) => took));
    }
  } finally {
    isLoaded = false;
    await Promise.all(clients);
  }
  return times;
}

/** Sends a kilobyte, and waits for the page. */
function request(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.setTimeout(20_000, () => socket.destroy(new Error("the guest does not answer")));
    socket.once("connect", () => socket.write(`GET / HTTP/1.0\r\nX: ${"x".repeat(1000)}\r\n\r\n`));
    socket.resume();
    socket.once("error", reject);
    socket.once("close", () => resolve());
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
