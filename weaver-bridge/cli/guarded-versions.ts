/** Which version of each plugged function runs in the guest now, and where the last guard that took one out stands. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { GuardDeclaration } from "../guards/index.js";
import { type GuestRecord, stopGuest, stubOf } from "../guest/index.js";
import type { Project } from "../kernel-build/index.js";
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
  readonly lastHit?: Line & { readonly callers: readonly Line[] };
}

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
  const visit = await stopGuest(stubOf(guest));
  const read: { residual: string; words: Buffer; stack: Buffer }[] = [];
  try {
    for (const { residual, address } of plugs) {
      const words = await visit.read(address, 4 * PLUG_FIELDS.length);
      const stack = addresses.get(stackSymbol(residual));
      read.push({
        residual,
        words,
        stack: stack === undefined ? Buffer.alloc(0) : await visit.read(stack, 4 * STACK_WORDS),
      });
    }
  } finally {
    await visit.leave();
  }
  const lineOf = lineFinder(image, project.root);
  return Promise.all(read.map((one) => stateOf(one, elf, lineOf)));
}

async function stateOf(
  { residual, words, stack }: { readonly residual: string; readonly words: Buffer; readonly stack: Buffer },
  elf: ElfFile,
  lineOf: (address: number) => Promise<Line>,
): Promise<VersionState> {
  const field = (name: (typeof PLUG_FIELDS)[number]) => words.readUInt32LE(4 * PLUG_FIELDS.indexOf(name));
  const hit = field("last_hit");
  const callers = callersOn(stack, hit, elf).map((returned) => lineOf(returned - 1));
  return {
    residual,
    isPlugged: field("is_plugged") !== 0,
    plugs: field("plugs"),
    replugs: field("replugs"),
    wait: field("wait"),
    ...(hit === 0 ? {} : { lastHit: { ...(await lineOf(hit - 1)), callers: await Promise.all(callers) } }),
  };
}

function elfOf(image: string): ElfFile | string {
  try {
    return readElf(readFileSync(image));
  } catch (error) {
    if (!(error instanceof ObjectError) && (error as NodeJS.ErrnoException).syscall === undefined)
      throw error;
    return `${image} can't be read: ${(error as Error).message}`;
  }
}
