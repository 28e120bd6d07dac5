/** Tables 5 and 6: how long threads have the processor while the guest's web server works, and what that costs it. */
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { printTable } from "../support/table.js";
import type { NetworkGuest } from "./linux.js";
import { type Stored, storedDuring } from "./stored.js";

/** Where `next->mm` is asked for: each switch comes there, with the thread that gets the processor. */
const NEXT = " in context_switch:5224";
const ASPECT = "aspects/figure-5-switches-linux-6.1.klay";

/** Answers when the page has come, whole. */
export function request(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ host: "127.0.0.1", port, path, agent: false }, (answer) => {
      answer.resume();
      answer.once("end", () => (answer.statusCode === 200 ? resolve() : reject(new Error("no page"))));
      answer.once("error", reject);
    });
    asked.setTimeout(60_000, () => asked.destroy(new Error(`no answer to ${path}`)));
    asked.once("error", reject);
    asked.end();
  });
}

/**
 * Pages, and how many are asked for. What comes from outside disturbs a page by some ten thousand instructions, so that one
 * without work would tell nothing. The paper's light service takes what `/light` does: two milliseconds of its
 * machine.
 */
const SERVICES = [
  { name: "light service", path: "/light", requests: 20 },
  { name: "heavy service", path: "/heavy", requests: 5 },
];
type Service = (typeof SERVICES)[number];

const ROUNDS = 5;
/** Without the aspect and with it, again and again, so that both see the same. */
const TURNS = 3;

export async function benchWeb(network: NetworkGuest): Promise<void> {
  const { guest } = network;
  const tick = await costOfTick(network);
  // What a kernel does once only is done then.
  for (let turn = 0; turn < 2; turn++) await rounds(network, tick);
  const [without, woven]: [Rounds[], Rounds[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    without.push(await rounds(network, tick));
    const hooks = guest.weave(join(guest.root, ASPECT));
    woven.push(await rounds(network, tick));
    if (turn === 0) await benchQuanta(network, hooks.length);
    guest.unweave();
  }
  printThroughput(leastOf(without), leastOf(woven));
}

async function benchQuanta(network: NetworkGuest, hooks: number): Promise<void> {
  const { stored, lost } = await storedDuring(network.guest, async () => {
    await Promise.all([
      load(network, { path: "/light", requests: 300 }, 8),
      load(network, { path: "/heavy", requests: 48 }, 4),
    ]);
  });
  printQuanta(hooks, stored, lost);
}

/** Of each service. */
type Rounds = readonly (readonly number[])[];

/** What else happens in the machine only adds. */
const leastOf = (turns: readonly Rounds[]) =>
  SERVICES.map((_, index) => Math.min(...turns.flatMap((turn) => turn[index] ?? [])));

/** Instructions of the guest for a page, one after the other, without those of the kernel's clock; of each service. */
async function rounds(network: NetworkGuest, tick: number): Promise<Rounds> {
  const found: number[][] = [];
  for (const service of SERVICES) {
    const mine: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const from = network.counted();
      await load(network, service, 1);
      const to = network.counted();
      const ticking = tick * (to.ticks - from.ticks);
      mine.push((to.instructions - from.instructions - ticking) / service.requests);
    }
    found.push(mine);
  }
  return found;
}

/** Of the clock, which goes on while nobody asks for anything. */
async function costOfTick({ counted }: NetworkGuest): Promise<number> {
  const from = counted();
  await sleep(3000);
  const to = counted();
  return (to.instructions - from.instructions) / Math.max(1, to.ticks - from.ticks);
}

async function load(
  { web }: NetworkGuest,
  { path, requests }: Omit<Service, "name">,
  atOnce: number,
): Promise<void> {
  let left = requests;
  const client = async () => {
    while (left-- > 0) await request(web, path);
  };
  await Promise.all(Array.from({ length: atOnce }, client));
}

/** Milliseconds, exclusive; what is longer comes last. */
const ENDS = [2, 4, 6, 8, 10, 12, 14];

function printQuanta(hooks: number, stored: readonly Stored[], lost: number): void {
  const quanta = quantaOf(stored);
  const counts = new Array<number>(ENDS.length + 1).fill(0);
  for (const quantum of quanta) {
    const index = ENDS.findIndex((end) => quantum < end);
    const at = index === -1 ? ENDS.length : index;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const label = (index: number) => `${ENDS[index - 1] ?? 0}-${ENDS[index] ?? ""}`;
  console.log(
    `\nTable 5: how long a thread had the processor, in milliseconds of the guest, by ${hooks} hooks; ${quanta.length} quanta, ${lost} entries lost\n`,
  );
  printTable(
    ["range (ms)", "frequency"],
    counts.map((count, index) => [label(index), String(count)]),
    "klasy-5",
  );
}

/** Of each thread but the idle one, from where it gets the processor until the next one does. */
function quantaOf(stored: readonly Stored[]): number[] {
  const switches = stored
    .filter(({ place }) => place.endsWith(NEXT))
    .map(({ values }) => [...values.values()]);
  return switches.flatMap(([pid, time = 0], index) => {
    const next = switches[index + 1]?.[1];
    return next === undefined || pid === 0 ? [] : [(next - time) / 1e6];
  });
}

function printThroughput(without: readonly number[], woven: readonly number[]): void {
  const perSecond = (instructions: number | undefined) => (1e9 / (instructions ?? Number.NaN)).toFixed(1);
  const rows = [
    ["without aspect", ...without.map(perSecond)],
    ["with aspect", ...woven.map(perSecond)],
    [
      "overhead",
      ...without.map((one, index) => `${(100 * (1 - one / (woven[index] ?? Number.NaN))).toFixed(2)} %`),
    ],
  ];
  console.log(
    `\nTable 6: pages of the guest's web server that a billion of its instructions make, one after the other, without what its clock takes; the best of ${TURNS * ROUNDS} rounds each\n`,
  );
  printTable(["", ...SERVICES.map(({ name }) => name)], rows, "klasy-6");
}
