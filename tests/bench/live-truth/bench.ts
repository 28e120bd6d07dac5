/**
 * Are the instructions that a pointcut on members means those that touch the members? A plugin of QEMU watches living objects
 * of mini-unix and of a Linux that receives TCP, whose types are known; each miss and each false hit is listed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Access,
  globalPlaces,
  type Layouts,
  layoutsOf,
  reachedObjects,
  type TypedRegion,
} from "../../../weaver-bridge/live-verify/index.js";
import { type ImageCode, openImageFile } from "../../../weaver-bridge/live-weave/index.js";
import { type LiveGuest, startGuest } from "../../support/live-guest/live-guest.js";
import { benchMiniUnix, WORKING } from "../live-tables/kernels.js";
import { buildLinuxLive, startNetworkGuest } from "../live-tables/linux.js";
import { FIRST_ROUND } from "../live-tables/rounds.js";
import { request } from "../live-tables/web.js";
import { printTable } from "../support/table.js";
import { benchAccounts } from "./accounts.js";
import { benchRandomAccesses } from "./random.js";
import { slabObjects } from "./slab-objects.js";
import { type TouchedMemory, touchedMemory } from "./touched-memory.js";
import { type Truth, truthOf } from "./truth.js";

/** Milliseconds in which touches are recorded. `WEFT_TRUTH_OF` names one of the kernels. */
const TIME = Number(process.env.WEFT_TRUTH_SECONDS ?? 30) * 1000;

export async function benchLiveTruth(): Promise<void> {
  if ((process.env.WEFT_TRUTH_OF ?? "random") === "random") benchRandomAccesses();
  if ((process.env.WEFT_TRUTH_OF ?? "accounts") === "accounts") await benchAccounts();
  const rows: string[][] = [];
  for (const [name, truth] of Object.entries({ "mini-unix": miniUnix, Linux: linux })) {
    if ((process.env.WEFT_TRUTH_OF ?? name) !== name) continue;
    const folder = mkdtempSync(join(tmpdir(), "weft-live-truth-"));
    try {
      rows.push([name, ...(await truth(folder))]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  printTable(["", "members", "functions", "touched", "recall", "named", "precision"], rows);
}

async function miniUnix(folder: string): Promise<string[]> {
  const touched = touchedMemory(folder, 0xc0100000, 0x100000);
  const root = benchMiniUnix(folder, touched.arguments);
  const image = openImageFile(join(root, "build/mini-unix.elf"));
  const layouts = layoutsOf(image.debug);
  const guest = await startGuest(root, FIRST_ROUND, { append: WORKING });
  const isThere = (address: number) => address >= 0xc0000000 && address < 0xc4000000;
  const word = (address: number) => (isThere(address) ? guest.text(address, 4).readUInt32LE(0) : undefined);
  const globals = globalPlaces(image);
  const objects = () => reachedObjects({ image, layouts, globals, word });
  return described(
    image,
    await recorded({ image, layouts, guest, touched, objects, work: () => sleep(TIME) }),
  );
}

async function linux(folder: string): Promise<string[]> {
  const image = openImageFile(join(buildLinuxLive(), "vmlinux"));
  const symbols = new Map(image.elf.symbols.map(({ name, address }) => [name, address]));
  const symbol = (name: string) => symbols.get(name) ?? 0;
  const touched = touchedMemory(folder, symbol("_text"), symbol("_etext") - symbol("_text"));
  const layouts = layoutsOf(image.debug);
  const { guest, web } = await startNetworkGuest(folder, touched.arguments, "slab_nomerge");
  const objects = () => slabObjects({ layouts, read: guest.text, symbol, pages: 128 * 256 });
  const work = async () => {
    for (const end = Date.now() + TIME; Date.now() < end; ) await request(web, "/light");
  };
  return described(image, await recorded({ image, layouts, guest, touched, objects, work }));
}

interface Watched {
  readonly image: ImageCode;
  readonly layouts: Layouts;
  readonly guest: LiveGuest;
  readonly touched: TouchedMemory;
  readonly objects: () => TypedRegion[] | Promise<TypedRegion[]>;
  readonly work: () => Promise<unknown>;
}

/** Only of objects that are there before and after. Ends the guest. */
async function recorded({ image, layouts, guest, touched, objects, work }: Watched): Promise<Truth> {
  let regions: TypedRegion[];
  let lasting: boolean[];
  try {
    regions = await objects();
    touched.record(regions);
    await work();
    const after = new Set((await objects()).map(({ start, struct }) => `${start} ${struct}`));
    lasting = regions.map(({ start, struct }) => after.has(`${start} ${struct}`));
  } finally {
    await guest.end();
  }
  const touches = touched.touches();
  console.log(
    `${guest.root}: ${regions.length} regions, ${lasting.filter(Boolean).length} lasting, ${touches.length} touches`,
  );
  const known = touches.filter(({ region }) => lasting[region]);
  return truthOf(image, layouts, regions, known);
}

function described(image: ImageCode, truth: Truth): string[] {
  list("missed", truth.missed, image);
  list("false", truth.wrong, image);
  const causes = new Map<string, number>();
  for (const { cause = "" } of truth.other) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  for (const [cause, count] of [...causes].sort((a, b) => b[1] - a[1]).slice(0, 30))
    console.log(`  ${count} ${cause}`);
  const share = (part: number, rest: number) => `${((100 * part) / (part + rest || 1)).toFixed(2)} %`;
  return [
    String(truth.members),
    String(truth.functions),
    String(truth.found + truth.missed.length + truth.other.length),
    share(truth.found, truth.missed.length),
    share(truth.found + truth.missed.length, truth.other.length),
    share(truth.right, truth.wrong.length),
  ];
}

function list(title: string, accesses: readonly Access[], image: ImageCode): void {
  for (const { instruction, kind, names, cause = "" } of accesses)
    console.log(
      `  ${title}: 0x${instruction.toString(16)} ${image.spell(instruction)} ${kind} ${names.join(" or ")} ${cause}`,
    );
}
