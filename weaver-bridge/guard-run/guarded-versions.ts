/** Which version of each plugged function runs in the guest now, and where the last guard that took one out stands. */
import { resolve } from "node:path";
import type { GuardDeclaration } from "../guards/index.js";
import { type GuestMemory, type GuestRecord, openAgent, stopGuest, stubOf } from "../guest/index.js";
import { type Project, readRegular } from "../kernel-build/index.js";
import { type ElfFile, ObjectError, readElf } from "../object-code/index.js";
import { PLUG_FIELDS, plugSymbol, STACK_WORDS, stackSymbol } from "../replug/index.js";
import { callersOn } from "./callers-on-stack.js";
import { type Line, lineFinder } from "./line-of-address.js";

export interface VersionState {
  readonly residual: string;
  readonly isPlugged: boolean;
  /** How often it was put in, and how often a guard took it out. */
  readonly plugs: number;
  readonly replugs: number;
  /** Calls of the generic function before the facts are looked at again; none while it is plugged. */
  readonly wait: number;
  /** Where the guard stands that fired last, and who called the function that it is in. */
  readonly lastHit?: Place & { readonly callers: readonly Place[] };
}

type Place = Omit<Line, "inlinedAt">;

/** A string says why nothing is known. Rejects with GuestError. */
export async function guardedVersions(
  project: Project,
  guest: GuestRecord,
  guards: readonly GuardDeclaration[],
): Promise<VersionState[] | string> {
  const image = resolve(project.root, project.build?.symbols ?? project.build?.image ?? "");
  const elf = elfOf(image);
  if (typeof elf === "string") return elf;
  const addresses = new Map(elf.symbols.map(({ name, address }) => [name, address]));
  const wanted = [...new Set(guards.flatMap(({ protects }) => protects))];
  const plugs = wanted.flatMap((residual) => {
    const address = addresses.get(plugSymbol(residual));
    return address === undefined ? [] : [{ residual, address }];
  });
  if (plugs.length === 0) return `${image} has no plugged function: build it with weft build`;
  const stacks = plugs.flatMap(({ residual }) => addresses.get(stackSymbol(residual)) ?? []);
  const places = [
    ...plugs.map(({ address }) => ({ address, length: 4 * PLUG_FIELDS.length })),
    ...stacks.map((address) => ({ address, length: 4 * STACK_WORDS })),
  ];
  const there = await readAtOnce(guest, places);
  const bytesAt = (address: number | undefined) => there.get(address ?? -1) ?? Buffer.alloc(0);
  const read = plugs.map(({ residual, address }) => ({
    residual,
    words: bytesAt(address),
    stack: bytesAt(addresses.get(stackSymbol(residual))),
  }));
  const lineOf = lineFinder(image, project.root);
  return Promise.all(read.map((one) => stateOf(one, elf, lineOf)));
}

/** By address. */
async function readAtOnce(guest: GuestRecord, places: readonly GuestMemory[]): Promise<Map<number, Buffer>> {
  const found = new Map<number, Buffer>();
  if (guest.agent !== undefined) {
    const agent = await openAgent(guest.agent);
    const all = await agent.read(places).finally(agent.leave);
    for (const [index, { address }] of places.entries()) found.set(address, all[index] as Buffer);
    return found;
  }
  const visit = await stopGuest(stubOf(guest));
  try {
    for (const { address, length } of places) found.set(address, await visit.read(address, length));
    return found;
  } finally {
    await visit.leave();
  }
}

async function stateOf(
  { residual, words, stack }: { readonly residual: string; readonly words: Buffer; readonly stack: Buffer },
  elf: ElfFile,
  lineOf: (address: number) => Promise<Line>,
): Promise<VersionState> {
  const placeOf = async (address: number): Promise<Place> => {
    const { inlinedAt: _, ...place } = await lineOf(address);
    return place;
  };
  const field = (name: (typeof PLUG_FIELDS)[number]) => words.readUInt32LE(4 * PLUG_FIELDS.indexOf(name));
  const hit = field("last_hit");
  const callers = callersOn(stack, hit, elf).map((returned) => placeOf(returned - 1));
  return {
    residual,
    isPlugged: field("is_plugged") !== 0,
    plugs: field("plugs"),
    replugs: field("replugs"),
    wait: field("wait"),
    ...(hit === 0 ? {} : { lastHit: { ...(await placeOf(hit - 1)), callers: await Promise.all(callers) } }),
  };
}

function elfOf(image: string): ElfFile | string {
  try {
    return readElf(readRegular(image));
  } catch (error) {
    if (!(error instanceof ObjectError) && (error as NodeJS.ErrnoException).syscall === undefined)
      throw error;
    return `${image} can't be read: ${(error as Error).message}`;
  }
}
