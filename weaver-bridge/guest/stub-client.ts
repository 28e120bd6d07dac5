/**
 * The packets of QEMU's debug stub, for short visits: connecting stops the whole machine, {@link StoppedGuest.leave} lets
 * it run on. The stub serves one client at a time; while another one has it, a visit is refused.
 */
import type { Socket } from "node:net";
import { factsOfPacket, nameOf } from "../machine/index.js";
import { GuestError, guestLost, notQemu } from "./guest-error.js";
import { openStub } from "./open-stub.js";
import { HELD, INTERRUPT, LONGEST_PACKET, packetOf, STOP_REPORT } from "./stub-packets.js";

export interface StoppedGuest {
  read(address: number, length: number): Promise<Buffer>;
  /** Also to memory that the guest has mapped read-only. Checked by reading it again, unless the caller does that. */
  write(address: number, bytes: Uint8Array, isChecked?: boolean): Promise<void>;
  /** Many at once, without waiting for the answer to each; not checked. */
  writeAll(pieces: readonly { readonly address: number; readonly bytes: Uint8Array }[]): Promise<void>;
  /** Of each virtual CPU. */
  instructionPointers(): Promise<number[]>;
  /** Where the stack of each virtual CPU ends. */
  stackPointers(): Promise<number[]>;
  /** Registers of the thread, as the stub gives and takes them. */
  registers(thread: string): Promise<Buffer>;
  setRegisters(thread: string, registers: Buffer): Promise<void>;
  /**
   * Lets the guest run until a CPU comes to one of the addresses: it is the thread. The deadline is in milliseconds;
   * undefined where none came, and the guest is stopped then.
   */
  runToAny(addresses: readonly number[], deadline: number): Promise<string | undefined>;
  /** One instruction of the thread, without interrupts, all others standing. */
  stepThread(thread: string): Promise<void>;
  /** Lets the guest run until a CPU comes to the address. */
  runTo(address: number): Promise<void>;
  /**
   * Lets the guest run until one of the places is written, and tells which and by whom: the write has happened. `no
   * write`: none came in time, and it was stopped.
   */
  runToWrite(places: readonly GuestMemory[], milliseconds: number): Promise<SeenWrite | "no write" | "ended">;
  /** One instruction of the CPU with this number, without interrupts, all others standing. */
  step(cpu: number): Promise<void>;
  /** What QEMU's monitor answers. */
  monitor(command: string): Promise<string>;
  /** Lets the guest run on, and the stub go. */
  leave(): Promise<void>;
  /** Lets the stub go as a killed program does: the guest stays stopped. */
  abandon(): void;
}

export interface GuestMemory {
  readonly address: number;
  readonly length: number;
}

export interface SeenWrite {
  /** Of the place that was written. */
  readonly address: number;
  /** Of the instruction after the one that wrote. */
  readonly next: number;
  readonly framePointer: number;
}

const DEADLINE = 5000;
/** QEMU has no machine with more. */
const MOST_PROCESSORS = 4096;
/** Answers that nobody asked for: some arrive again after a visit that was broken off. */
const MOST_UNASKED = 10_000;
/** Bytes of memory in one packet; QEMU takes 4096 characters. */
const CHUNK = 1024;
const LARGE_CHUNK = 2000;
/** Of all registers as the stub gives them; where an x86_64 boots an i386 kernel, they are those of the x86_64. */
function registerIn(registers: Buffer, role: Parameters<typeof nameOf>[1]): number {
  const machine = factsOfPacket(registers);
  return machine.stub.read(registers, nameOf(machine, role));
}

/** Rejects with {@link GuestError}; the guest is as it was then. */
export async function stopGuest(stub: string): Promise<StoppedGuest> {
  const socket = await openStub(stub);
  const link = createLink(socket);
  try {
    await link.ask("?");
  } catch (error) {
    // Once the other client is gone, QEMU takes this connection, reads what was sent, and must not leave the guest stopped.
    socket.end("+$D#44", "latin1", () => socket.destroy());
    throw link.hasAnswered() ? error : stubInUse();
  }
  return guestOn(link, socket);
}

/** Their names, as the stub has them. */
async function threadsOf(link: Link): Promise<string[]> {
  const found: string[] = [];
  let answer = await link.ask("qfThreadInfo");
  while (answer.startsWith("m")) {
    if (found.length > MOST_PROCESSORS) throw notQemu();
    found.push(...answer.slice(1).split(","));
    answer = await link.ask("qsThreadInfo");
  }
  return found;
}

function guestOn(link: Link, socket: Socket): StoppedGuest {
  const read = async (address: number, length: number) => {
    const pieces: Buffer[] = [];
    for (let at = 0; at < length; at += CHUNK) {
      const size = Math.min(CHUNK, length - at);
      const answer = await link.ask(`m${hex(address + at)},${hex(size)}`);
      if (answer.startsWith("E") || answer.length !== 2 * size) throw notMapped(address + at);
      pieces.push(Buffer.from(answer, "hex"));
    }
    return Buffer.concat(pieces);
  };
  const ofEachCpu = async (register: "programCounter" | "stackPointer") => {
    const found: number[] = [];
    const all = await threadsOf(link);
    for (const thread of all) {
      await link.ask(`Hg${thread}`);
      found.push(registerIn(Buffer.from(await link.ask("g"), "hex"), register));
    }
    // Memory is read and written as the chosen CPU maps it, and one that was not started maps nothing of the kernel.
    if (all.length > 1) await link.ask(`Hg${all[0]}`);
    return found;
  };
  /** Places that stay watched from one stop to the next; all go when the stub is left. */
  let watched: ReadonlySet<string> = new Set();
  const packetsFor = ({ address, bytes }: { readonly address: number; readonly bytes: Uint8Array }) => {
    const packets: string[] = [];
    for (let at = 0; at < bytes.length; at += LARGE_CHUNK) {
      const piece = Buffer.from(bytes.subarray(at, at + LARGE_CHUNK));
      packets.push(`M${hex(address + at)},${hex(piece.length)}:${piece.toString("hex")}`);
    }
    return packets;
  };
  return {
    read,
    writeAll: async (pieces) => {
      const packets = pieces.flatMap(packetsFor);
      const answers = await link.askAll(packets);
      const refused = answers.findIndex((answer) => answer !== "OK");
      if (refused !== -1) throw notMapped(Number.parseInt(packets[refused]?.slice(1) ?? "", 16));
    },
    write: async (address, bytes, isChecked = true) => {
      for (let at = 0; at < bytes.length; at += CHUNK) {
        const piece = Buffer.from(bytes.subarray(at, at + CHUNK));
        const packet = `M${hex(address + at)},${hex(piece.length)}:${piece.toString("hex")}`;
        if ((await link.ask(packet)) !== "OK") throw notMapped(address + at);
      }
      if (isChecked && !(await read(address, bytes.length)).equals(bytes)) throw notMapped(address);
    },
    instructionPointers: () => ofEachCpu("programCounter"),
    stackPointers: () => ofEachCpu("stackPointer"),
    registers: async (thread) => {
      await link.ask(`Hg${thread}`);
      return Buffer.from(await link.ask("g"), "hex");
    },
    setRegisters: async (thread, registers) => {
      await link.ask(`Hg${thread}`);
      if ((await link.ask(`G${registers.toString("hex")}`)) !== "OK") throw guestLost();
    },
    runToAny: async (addresses, deadline) => {
      for (const address of addresses) await link.ask(`Z0,${hex(address)},1`);
      const answer = await link.run(deadline);
      for (const address of addresses) await link.ask(`z0,${hex(address)},1`);
      return answer === undefined ? undefined : (THREAD.exec(answer)?.[1] ?? (await threadsOf(link))[0]);
    },
    stepThread: async (thread) => void (await link.ask(`vCont;s:${thread}`)),
    runTo: async (address) => {
      await link.ask(`Z0,${hex(address)},1`);
      await link.ask("vCont;c");
      await link.ask(`z0,${hex(address)},1`);
    },
    runToWrite: async (places, milliseconds) => {
      const wanted = new Set(places.map(({ address, length }) => `${hex(address)},${length}`));
      for (const place of watched) if (!wanted.has(place)) await link.ask(`z2,${place}`);
      for (const place of wanted) if (!watched.has(place)) await link.ask(`Z2,${place}`);
      watched = wanted;
      let stop: string | undefined;
      try {
        stop = await link.run(milliseconds);
      } catch (error) {
        if (!(error instanceof GuestError)) throw error;
        return "ended";
      }
      const address = /watch:([0-9a-f]+);/.exec(stop ?? "")?.[1];
      if (address === undefined) return stop === undefined || stop.startsWith("T") ? "no write" : "ended";
      const registers = Buffer.from(await link.ask("g"), "hex");
      return {
        address: Number.parseInt(address, 16),
        next: registerIn(registers, "programCounter"),
        framePointer: registerIn(registers, "framePointer"),
      };
    },
    step: async (cpu) => void (await link.ask(`vCont;s:${(await threadsOf(link))[cpu]}`)),
    monitor: async (command) => {
      let said = "";
      let answer = await link.ask(`qRcmd,${Buffer.from(command).toString("hex")}`);
      for (; /^O[0-9a-f]/.test(answer); answer = await link.next())
        said += Buffer.from(answer.slice(1), "hex").toString();
      return said;
    },
    abandon: () => void socket.destroy(),
    leave: async () => {
      await link.ask("D").catch(() => ""); // A guest that has ended needs no leave.
      socket.destroy();
    },
  };
}

interface Link {
  /** Sends a packet, resolves with the content of the answer. */
  ask(content: string, deadline?: number): Promise<string>;
  /** The stub answers them in turn: each new packet says that the answer before it has come. */
  askAll(contents: readonly string[]): Promise<string[]>;
  next(): Promise<string>;
  /** Lets the guest run until it stops by itself; undefined where it had to be stopped at the deadline. */
  run(deadline: number): Promise<string | undefined>;
  hasAnswered(): boolean;
}

/** One question at a time. */
function createLink(socket: Socket): Link {
  let rest = "";
  let answered = false;
  /** That the machine stopped is said when it does, and again when it is asked for. */
  let asksStop = false;
  const packets: string[] = [];
  let waiting: { resolve(content: string): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    rest += chunk;
    for (let found = PACKET.exec(rest); found !== null; found = PACKET.exec(rest)) {
      rest = rest.slice(found.index + found[0].length);
      socket.write("+");
      answered = true;
      const content = expanded(found[1] as string);
      const isStop = STOP_REPORT.test(content);
      if (content === HELD) return fail(held());
      if (asksStop || !isStop) packets.push(content);
      if (isStop) asksStop = false;
    }
    if (rest.length > LONGEST_PACKET || packets.length > MOST_UNASKED) {
      socket.destroy();
      rest = "";
      return fail(notQemu());
    }
    const content = waiting === undefined ? undefined : packets.shift();
    if (content === undefined) return;
    waiting?.resolve(content);
    waiting = undefined;
  });
  socket.on("error", () => fail(guestLost()));
  socket.on("close", () => fail(guestLost()));
  const next = (deadline = DEADLINE) =>
    new Promise<string>((resolve, reject) => {
      const ready = packets.shift();
      if (ready !== undefined) return resolve(ready);
      if (socket.destroyed) return reject(guestLost());
      const timer = setTimeout(() => fail(guestLost()), deadline);
      const done = () => clearTimeout(timer);
      waiting = {
        resolve: (content) => {
          done();
          resolve(content);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      };
    });
  const send = (content: string) => {
    asksStop = content === "?" || content.startsWith("vCont");
    socket.write(packetOf(content), "latin1");
  };
  return {
    run: async (deadline) => {
      let stopped = false;
      const answer = next(deadline + DEADLINE);
      send("vCont;c");
      const timer = setTimeout(() => {
        stopped = true;
        socket.write(INTERRUPT, "latin1");
      }, deadline);
      const said = await answer.finally(() => clearTimeout(timer));
      return stopped && !/^T05/.test(said) ? undefined : said;
    },
    ask: (content, deadline) => {
      const answer = next(deadline);
      send(content);
      return answer;
    },
    askAll: async (contents) => {
      const answers: string[] = [];
      for (const content of contents) send(content);
      while (answers.length < contents.length) answers.push(await next(DEADLINE + contents.length));
      return answers;
    },
    next: () => next(),
    hasAnswered: () => answered,
  };
}

/** The thread that a stop is of. */
const THREAD = /thread:([^;:]+);/;
const PACKET = /\$([^#$]*)#[0-9a-f]{2}/;

/** Without the run-length coding: `0* ` is a zero and three more. */
function expanded(content: string): string {
  return content.replace(/(.)\*(.)/gs, (_, character: string, count: string) =>
    character.repeat(count.charCodeAt(0) - 28),
  );
}

/** Without a sign: the highest 2 GB of 64 bits have negative addresses here. */
const hex = (number: number) => (number < 0 ? BigInt.asUintN(64, BigInt(number)) : number).toString(16);

/** As tools read it: `0xffffffff80200000`. */
export const spellAddress = (address: number): string => `0x${hex(address)}`;

function stubInUse(): GuestError {
  return new GuestError(
    "guest/stub-in-use",
    "the guest's debug stub accepts a connection but does not answer",
    "It serves one client at a time: let the debugger go that has it, then try again.",
  );
}

function held(): GuestError {
  return new GuestError(
    "guest/held-by-debugger",
    "a debugger has stopped the guest, which has to run for this",
    "Let it continue in the debugger, then try again.",
  );
}

function notMapped(address: number): GuestError {
  return new GuestError(
    "guest/memory",
    `the guest has no memory at 0x${hex(address)}`,
    "The kernel may not have set up its page tables yet, or another address space is in use: try again.",
  );
}
