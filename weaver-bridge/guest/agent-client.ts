/**
 * The agent in a Linux guest without a debug stub, reached through a port of the machine: short visits, one request at a
 * time. QEMU lets one client to a port at a time, so that a second visit waits for the first one to leave.
 */
import { connect, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type AgentFrame, createFrameReader, frameBytes } from "./agent-frames.js";
import { GuestError } from "./guest-error.js";

export interface AgentHello {
  /** Tells this module, in this run of the kernel, from every other one. */
  readonly instance: string;
  readonly cpus: number;
  /** Where the kernel has a function of its own. */
  readonly known: { readonly name: string; readonly address: number };
  /** As `uname -r` and `uname -v` say it. */
  readonly release: string;
  readonly version: string;
}

interface Piece {
  readonly address: number;
  readonly bytes: Buffer;
}

interface Range {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Return addresses that were swapped: `count` nodes of two words, and what stands in place of the address. */
export interface SwappedReturns {
  readonly nodes: number;
  readonly count: number;
  readonly second: number;
}

/** All of it while every processor stands, or nothing. */
export interface AgentChange {
  /** What must stand there now. */
  readonly expected: readonly Piece[];
  /** Where nobody may be; in order, without overlaps. */
  readonly leave: readonly Range[];
  readonly writes: readonly Piece[];
  /** Whose functions return to where they were called from afterwards. */
  readonly returns: readonly SwappedReturns[];
  /** What the module does when it is unloaded: where there is `woven`, it writes `original`. */
  readonly undo: readonly { readonly address: number; readonly woven: Buffer; readonly original: Buffer }[];
  readonly undoReturns: readonly SwappedReturns[];
}

export interface AgentChanged {
  /** Milliseconds for which the processors stood, and came to stand. */
  readonly stopped: number;
  /** Index of the first expectation that was not met: nothing was done. */
  readonly other?: number;
  /** Indices of what was not free: nothing was done. */
  readonly busy?: readonly number[];
}

/** Addresses of what the kernel does not export, and where members are that lead to all stacks; zero where not known. */
export interface KernelHands {
  readonly textPoke: number;
  readonly textMutex: number;
  readonly setMemoryX: number;
  readonly idleTask: number;
  readonly tasks: number;
  readonly threadNode: number;
  readonly threadHead: number;
  readonly signal: number;
  readonly stack: number;
  readonly stackPointer: number;
}

export interface AgentArea {
  readonly address: number;
  readonly size: number;
  readonly physical: number;
}

export interface Agent {
  readonly hello: AgentHello;
  /** Of memory that is mapped now. */
  read(pieces: readonly { readonly address: number; readonly length: number }[]): Promise<Buffer[]>;
  /** The module's memory for advice, always the same; `physical` is what to take from an address there for the physical one. */
  area(hands: KernelHands): Promise<AgentArea>;
  /** To the area, while the guest runs. */
  write(address: number, bytes: Buffer): Promise<void>;
  /** Address of the table of interrupts. */
  interruptTable(): Promise<number>;
  change(change: AgentChange): Promise<AgentChanged>;
  /** Takes the module out of the kernel, and with it all hooks; the next visit loads it again. */
  unload(): Promise<void>;
  leave(): void;
}

const KIND = { hello: 1, area: 2, read: 3, write: 4, tables: 5, change: 6, unload: 100 } as const;
const STATUS = {
  fine: 0,
  other: 1,
  busy: 2,
  bad: 3,
  fault: 4,
  full: 5,
  noModule: 100,
  garbled: 101,
  refused: 102,
};
const PROTOCOL = 1;
/** Of a request, in milliseconds: a guest on a machine at work may take seconds. A large one takes its time on a serial line. */
const DEADLINE = 20_000;
const BYTES_PER_MILLISECOND = 10;
/** Of one request. */
const MOST_READ = 1 << 18;

/** Rejects with {@link GuestError}, also where an answer takes longer than `patience` milliseconds. */
export async function openAgent(path: string, patience = DEADLINE): Promise<Agent> {
  const socket = await openSocket(path, patience);
  try {
    const ask = createLine(socket, patience);
    const hello = helloOf(await ask(KIND.hello));
    return agentOn(ask, hello, socket);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

type Ask = (kind: number, body?: Buffer, answers?: number) => Promise<AgentFrame>;

function agentOn(ask: Ask, hello: AgentHello, socket: Socket): Agent {
  return {
    hello,
    read: async (pieces) => {
      const found: Buffer[] = [];
      for (const group of groups(pieces, MOST_READ, ({ length }) => length)) {
        const asked = words(group.flatMap(({ address, length }) => [address, length]));
        const all = group.reduce((sum, { length }) => sum + length, 0);
        const { body } = fine(await ask(KIND.read, asked, all));
        let at = 0;
        for (const { length } of group) found.push(body.subarray(at, (at += length)));
      }
      return found;
    },
    area: async (hands) => {
      const { tasks, threadNode, threadHead, signal, stack, stackPointer } = hands;
      const places = [tasks, threadNode, threadHead, signal, stack, stackPointer];
      const { textPoke, textMutex, setMemoryX, idleTask } = hands;
      const { body } = fine(
        await ask(KIND.area, words([textPoke, textMutex, setMemoryX, idleTask, ...places])),
      );
      const address = body.readUInt32LE(0);
      return { address, size: body.readUInt32LE(4), physical: address - body.readUInt32LE(8) };
    },
    write: async (address, bytes) => {
      for (let at = 0; at < bytes.length; at += MOST_READ)
        fine(
          await ask(KIND.write, Buffer.concat([words([address + at]), bytes.subarray(at, at + MOST_READ)])),
        );
    },
    interruptTable: async () => fine(await ask(KIND.tables)).body.readUInt32LE(0),
    change: async (change) => changedOf(await ask(KIND.change, bodyOf(change))),
    unload: async () => void fine(await ask(KIND.unload)),
    leave: () => void socket.destroy(),
  };
}

function bodyOf({ expected, leave, writes, returns, undo, undoReturns }: AgentChange): Buffer {
  const list = <Item>(items: readonly Item[], spell: (item: Item) => Buffer[]) => [
    words([items.length]),
    ...items.flatMap(spell),
  ];
  const piece = ({ address, bytes }: Piece) => [words([address, bytes.length]), bytes];
  const swapped = ({ nodes, count, second }: SwappedReturns) => [words([nodes, count, second])];
  return Buffer.concat([
    ...list(expected, piece),
    ...list(leave, ({ start, end }) => [words([start, end])]),
    ...list(writes, piece),
    ...list(returns, swapped),
    ...list(undo, ({ address, woven, original }) => [words([address, woven.length]), woven, original]),
    ...list(undoReturns, swapped),
  ]);
}

function changedOf(answer: AgentFrame): AgentChanged {
  const { kind, body } = answer;
  if (kind !== STATUS.other && kind !== STATUS.busy) fine(answer);
  const stopped = body.readUInt32LE(0) / 1e6;
  if (kind === STATUS.other) return { stopped, other: body.readUInt32LE(4) };
  if (kind !== STATUS.busy) return { stopped };
  const busy = Array.from({ length: body.length / 4 - 1 }, (_, index) => body.readUInt32LE(4 + 4 * index));
  return { stopped, busy };
}

function helloOf(answer: AgentFrame): AgentHello {
  const { body } = fine(answer);
  if (body.readUInt32LE(0) !== PROTOCOL) throw otherAgent();
  const [name = "", release = "", version = ""] = body.toString("latin1", 28).split("\0");
  return {
    ...{ instance: body.toString("hex", 4, 20), cpus: body.readUInt32LE(20) },
    known: { name, address: body.readUInt32LE(24) },
    ...{ release, version },
  };
}

function words(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number >>> 0, 4 * index);
  return bytes;
}

function groups<Item>(items: readonly Item[], most: number, sizeOf: (item: Item) => number): Item[][] {
  const found: Item[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if (size + sizeOf(item) > most) {
      found.push([]);
      size = 0;
    }
    size += sizeOf(item);
    found.at(-1)?.push(item);
  }
  return found;
}

/** One request at a time; answers to what somebody else asked before are passed over. */
function createLine(socket: Socket, least: number): Ask {
  let number = Math.floor(Math.random() * 2 ** 31);
  let waiting: { readonly number: number; end(result: AgentFrame | GuestError): void } | undefined;
  const hear = createFrameReader((frame) => {
    if (frame.number === waiting?.number) waiting.end(frame);
  });
  socket.on("data", hear);
  socket.on("error", () => {}); // Its end is seen below.
  socket.once("close", () => waiting?.end(lost()));
  return (kind, body = Buffer.alloc(0), answers = 0) =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(lost());
      const patience = least + (body.length + answers) / BYTES_PER_MILLISECOND;
      const timer = setTimeout(() => waiting?.end(silent()), patience);
      waiting = {
        number: ++number,
        end: (result) => {
          clearTimeout(timer);
          waiting = undefined;
          if (result instanceof GuestError) reject(result);
          else resolve(result);
        },
      };
      socket.write(frameBytes({ number, kind, body }));
    });
}

const BETWEEN_ATTEMPTS = 20;

/** A port at which several wait takes no further one for a moment. */
async function openSocket(path: string, patience: number): Promise<Socket> {
  const late = Date.now() + patience;
  for (;;) {
    const opened = await tryToOpen(path);
    if (opened instanceof Socket) return opened;
    if (opened.code !== "EAGAIN" || Date.now() > late) throw unreachable(opened.message);
    await sleep(BETWEEN_ATTEMPTS);
  }
}

function tryToOpen(path: string): Promise<Socket | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", resolve);
  });
}

/** Throws for what is no answer that a command could go on with. */
function fine(answer: AgentFrame): AgentFrame {
  const { kind, body } = answer;
  const word = body.length >= 4 ? body.readUInt32LE(0) : 0;
  if (kind === STATUS.fine) return answer;
  if (kind === STATUS.noModule) throw noModule(word);
  if (kind === STATUS.fault)
    throw refused(
      `the guest has no memory at 0x${word.toString(16)}`,
      "Is it that kernel? weft build, then start it anew.",
    );
  if (kind === STATUS.full)
    throw refused(
      "the kernel has no memory left for advice",
      "Give the guest more memory, or end programs in it.",
    );
  throw refused(
    `the guest's agent does not take the request (status ${kind})`,
    "Install the agent of this version of Weft.",
  );
}

const refused = (message: string, hint: string) => new GuestError("guest/agent-refused", message, hint);

const otherAgent = () =>
  refused(
    "the agent in the guest is of another version of Weft",
    "Install the one that weft live agent makes.",
  );

function unreachable(why: string): GuestError {
  const message = `the guest's port can't be reached: ${why}`;
  return new GuestError("guest/unreachable", message, "Start the guest again with weft run --live --agent.");
}

function lost(): GuestError {
  const message = "the connection to the guest was lost";
  return new GuestError("guest/lost", message, "The machine has ended, and with it all that was woven.");
}

function silent(): GuestError {
  return new GuestError(
    "guest/agent-silent",
    "the agent in the guest does not answer",
    "The guest may still be starting. Else start the agent in it anew: weft-agent PORT. What is woven stays as it is.",
  );
}

/** By the system's numbers of errors. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [1, "who started the agent is not root"],
  [2, "the kernel does not export all that the module needs"],
  [8, "the module is of another kernel"],
  [38, "the kernel takes no modules (CONFIG_MODULES)"],
  [19, "its device did not appear (CONFIG_DEVTMPFS, or make it in /dev)"],
  [129, "the kernel takes signed modules only (CONFIG_MODULE_SIG_FORCE)"],
]);

function noModule(error: number): GuestError {
  const why = REASONS.get(error) ?? `error ${error}`;
  return new GuestError(
    "guest/no-module",
    `the guest does not take the agent's module: ${why}`,
    "Make the agent of exactly this kernel (weft live agent), or weave through QEMU's debug stub (weft run --live).",
  );
}
