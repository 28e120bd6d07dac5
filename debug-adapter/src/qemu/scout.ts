/** A second machine of a recorded run that goes ahead from power-on, from point to point, and can be looked at where it stands. */
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import type { Registers } from "./executed.js";
import { makeOwnFolder } from "./own-folder.js";
import type { ReplayTake } from "./replay-take.js";
import { answerPackets } from "./stub-link.js";
import type { TakePool } from "./take-pool.js";

/** An instruction to come by, or memory to be written. */
export type Point = InstructionPoint | WritePoint;

export interface InstructionPoint<Address = number | bigint> {
  readonly kind: "instruction";
  readonly address: Address;
}

export interface WritePoint {
  readonly kind: "write";
  readonly address: number | bigint;
  readonly bytes: number;
}

export interface Scout {
  add(point: Point): Promise<void>;
  remove(point: Point): Promise<void>;
  /** Runs on; `false` when the run ended before a point was met. */
  toNext(): Promise<boolean>;
  step(): Promise<void>;
  position(): Promise<number>;
  registers(): Promise<Registers>;
  /** Where a debugger may look at the machine between two steps, never let it run. A unix socket. */
  openForReading(): Promise<string>;
  /** A machine that runs stops. */
  interrupt(): void;
  end(): Promise<void>;
}

/** `last`: the instruction that the run must not go beyond. */
export function createScout(
  take: ReplayTake,
  takes: TakePool,
  last: number,
  note: (text: string) => void,
): Scout {
  const closing: (() => Promise<unknown>)[] = [];
  return {
    add: async (point) => void (await take.stub.ask(`Z${packetFor(point)}`)),
    remove: async (point) => void (await take.stub.ask(`z${packetFor(point)}`)),
    async toNext() {
      // QEMU stops where it comes to, not where it stands: it would go beyond.
      if ((await take.position()) >= last) return false;
      await takes.run(take, last);
      return !take.isOff() && (await take.position()) < last;
    },
    step: async () => void (await take.step()),
    position: () => take.position(),
    registers: () => registersOf(take),
    async openForReading() {
      const folder = await makeOwnFolder();
      const path = join(folder, "look");
      const server = createServer((reader) =>
        answerPackets(reader, async (content) => (mayChange(content) ? "OK" : take.stub.ask(content)), {
          failed: (error) => note(`no answer for a GDB that reads beside: ${error.message}`),
        }),
      );
      closing.push(async () => {
        server.close();
        await rm(folder, { recursive: true, force: true });
      });
      await listenAt(server, path);
      return path;
    },
    interrupt: () => takes.interrupt(take),
    async end() {
      for (const close of closing) await close();
      await takes.drop(take);
    },
  };
}

/** What lets run, ends, or sets breakpoints. */
function mayChange(content: string): boolean {
  return /^(?:vCont;|[cCsSDkZzGPMX])/.test(content);
}

function listenAt(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
}

export function packetFor(point: Point): string {
  return point.kind === "write"
    ? `2,${point.address.toString(16)},${point.bytes.toString(16)}`
    : `0,${point.address.toString(16)},1`;
}

/** Characters; the registers of a machine with 32 bits take fewer. */
const LONG_ANSWER = 1000;

export async function registersOf(take: ReplayTake): Promise<Registers> {
  const answer = await take.stub.ask("g");
  const bytes = Buffer.from(answer.slice(0, 272), "hex");
  if (answer.length > LONG_ANSWER)
    return {
      programCounter: Number(bytes.readBigUInt64LE(128)),
      stackPointer: Number(bytes.readBigUInt64LE(56)),
    };
  return { programCounter: bytes.readUInt32LE(32), stackPointer: bytes.readUInt32LE(16) };
}
