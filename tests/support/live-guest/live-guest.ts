/** A guest that is woven into while it works, and what QEMU counts of it. */
import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stopGuest } from "@weft/weaver-bridge/guest";
import { buildPlugin } from "./qemu-plugin.js";

export const repository = resolve(import.meta.dirname, "../../..");
export const launcher = join(repository, "weaver-bridge/cli/bin/weft");

export interface Hook {
  readonly place: string;
  readonly address: number;
  /** Hex. */
  readonly original: string;
  readonly how: "jump" | "trap";
  readonly why?: string;
  readonly module?: string;
  readonly effects: readonly { readonly target: { readonly file: string } }[];
  readonly hits: number;
}

export interface LiveGuest {
  readonly root: string;
  readonly console: () => string;
  /** Hooks; throws with what the command says. */
  weave(...aspects: string[]): readonly Hook[];
  unweave(): void;
  /** What is woven, and how often it was met; undefined where nobody in the guest answers. */
  listed(): readonly Hook[] | undefined;
  /** Of all hooks whose places have the text in them. */
  hitsOf(what: string): number;
  /** Throws when the guest ends, or does not come to it. */
  until(what: () => boolean): Promise<void>;
  /** Hits of all hooks, and how often QEMU began the instructions there, at one moment. */
  counted(): Promise<Counted>;
  /** The kernel's own bytes, as they are now; of what is mapped at 3 GB. */
  text(from: number, size: number): Buffer;
  /** Instructions that the CPU steps through from the place until its displaced instructions are done; interrupts are off. */
  steps(hook: Hook): Promise<number>;
  end(): Promise<void>;
}

function listedIn(root: string): readonly Hook[] | undefined {
  try {
    return JSON.parse(weft(root, "live", "list", "--json")).hooks;
  } catch {
    return undefined;
  }
}

export interface Counted {
  readonly hits: number;
  /** By the plugin. */
  readonly begun: number;
}

/** QEMU's arguments by which the plugin counts each instruction of the kernel's text. */
export interface CountedText {
  readonly arguments: readonly string[];
  readonly file: string;
  readonly from: number;
}

export function countedText(folder: string, from: number, size: number): CountedText {
  const [plugin, file] = [join(folder, "counts.so"), join(folder, "counts")];
  const source = join(import.meta.dirname, "counts.c");
  buildPlugin(source, plugin);
  const plan = `${plugin},counts=${file},from=${from},size=${size}`;
  return { arguments: ["-icount", "shift=0", "-plugin", plan], file, from };
}

export function weft(root: string, ...words: string[]): string {
  const ran = spawnSync(launcher, words, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: 1_800_000,
  });
  if (ran.status !== 0) throw new Error(`weft ${words.join(" ")}\n${ran.stderr.slice(-3000)}`);
  return ran.stdout;
}

const PATIENCE = 300_000;

interface StartSettings {
  readonly text?: CountedText;
  readonly append?: string;
  /** Reached by an agent in it, and not by a debug stub. */
  readonly isAgent?: boolean;
  /** Seconds after which it is ended. */
  readonly deadline?: number;
}

/** `ready` is a line of its console by which it works. */
export async function startGuest(
  root: string,
  ready: RegExp,
  { text, append, isAgent = false, deadline = 3000 }: StartSettings = {},
): Promise<LiveGuest> {
  const words = ["run", "--headless", "--live", "--deadline", String(deadline)];
  if (append !== undefined) words.push("--append", append);
  if (isAgent) words.push("--agent");
  const child = spawn(launcher, words, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  child.stdout.on("data", (piece: Buffer) => (said += piece.toString("latin1").replaceAll("\r", "")));
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const until = async (what: () => boolean) => {
    const late = Date.now() + PATIENCE;
    // What was said while a command ran is heard first.
    await sleep(100);
    for (; !what(); await sleep(50))
      if (child.exitCode !== null || Date.now() > late)
        throw new Error(`the guest does not go on:\n${said.slice(-2000)}`);
  };
  await until(() => ready.test(said)).catch((error) => {
    child.kill();
    throw error;
  });
  const listed = () => listedIn(root);
  if (isAgent) await until(() => listed() !== undefined);
  return {
    listed,
    hitsOf: (what) => sum((listed() ?? []).map(({ place, hits }) => (place.includes(what) ? hits : 0))),
    ...{ root, until },
    console: () => said,
    weave: (...aspects) => JSON.parse(weft(root, "live", "weave", ...aspects, "--json")).hooks,
    unweave: () => void weft(root, "live", "unweave"),
    counted: () => countedAt(root, text),
    text: (from, size) => bytesOf(recordOf(root).memory, from - MAPPED_AT, size),
    steps: (hook) => stepsThrough(root, hook),
    end: async () => {
      child.kill();
      await ended;
    },
  };
}

interface Record {
  readonly stub: string;
  readonly memory: string;
}

const recordOf = (root: string) =>
  JSON.parse(readFileSync(join(root, ".weft/live/guest.json"), "utf8")) as Record;

export const stubOf = (root: string) => recordOf(root).stub;

/** Kernels that are mapped at 3 GB, as both are. */
const MAPPED_AT = 0xc0000000;

async function countedAt(root: string, text: CountedText | undefined): Promise<Counted> {
  const { stub } = recordOf(root);
  const guest = await stopGuest(stub);
  try {
    const { hooks } = JSON.parse(weft(root, "live", "list", "--json")) as { hooks: readonly Hook[] };
    return {
      hits: sum(hooks.map(({ hits }) => hits)),
      begun:
        text === undefined
          ? 0
          : sum(changedPlaces(root, hooks).map((at) => wordOf(text.file, 8 * (at - text.from)))),
    };
  } finally {
    await guest.leave();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Where the instruction of each hook begins, or the jump that it shares with others. */
function changedPlaces(root: string, hooks: readonly Hook[]): number[] {
  const { texts } = JSON.parse(readFileSync(join(root, ".weft/live/journal.json"), "utf8")) as {
    texts: readonly { readonly address: number; readonly original: string }[];
  };
  const covers = (at: number) =>
    texts.find(({ address, original }) => address <= at && at < address + original.length / 2);
  return hooks.map(({ address }) => covers(address)?.address ?? address);
}

const wordOf = (file: string, at: number) => bytesOf(file, at, 4).readUInt32LE(0);

function bytesOf(file: string, at: number, size: number): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(size);
    readSync(descriptor, bytes, 0, size, at);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

const MOST_STEPS = 2000;

async function stepsThrough(root: string, { address, original }: Hook): Promise<number> {
  const guest = await stopGuest(recordOf(root).stub);
  try {
    await guest.runTo(address);
    const end = address + original.length / 2;
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      if ((await guest.instructionPointers())[0] === end) return steps;
      await guest.step(0);
    }
    throw new Error(`0x${address.toString(16)} does not lead to 0x${end.toString(16)}`);
  } finally {
    await guest.leave();
  }
}
