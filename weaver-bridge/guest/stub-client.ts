/**
 * The packets of QEMU's debug stub, for short visits: connecting stops the whole machine, {@link StoppedGuest.leave} lets
 * it run on. The stub serves one client at a time; while another one has it, a visit is refused.
 */
import type { Socket } from "node:net";
import { factsOfPacket, nameOf } from "../machine/index.js";
import { settled } from "../model/index.js";
import { GuestError, guestLost, notQemu } from "./guest-error.js";
import { openStub } from "./open-stub.js";
import { createStubLink, type StubLink } from "./stub-link.js";

export interface StoppedGuest {
  read(address: number, length: number): Promise<Buffer>;
  /** Also to memory that the guest has mapped read-only. Checked by reading it again, unless the caller does that. */
  write(address: number, bytes: Uint8Array, isChecked?: boolean): Promise<void>;
  /** Many at once, without waiting for the answer to each; not checked. */
  writeAll(pieces: readonly MemoryPiece[]): Promise<void>;
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

interface MemoryPiece {
  readonly address: number;
  readonly bytes: Uint8Array;
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

/** QEMU has no machine with more. */
const MOST_PROCESSORS = 4096;
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
  const link = createStubLink(socket);
  try {
    await link.ask("?");
  } catch (error) {
    // Once the other client is gone, QEMU takes this connection, reads what was sent, and must not leave the guest stopped.
    socket.end("+$D#44", "latin1", () => socket.destroy());
    throw link.hasAnswered() ? error : stubInUse();
  }
  return new GuestAtStub(link, socket);
}

class GuestAtStub implements StoppedGuest {
  /** Places that stay watched from one stop to the next; all go when the stub is left. */
  private watched: ReadonlySet<string> = new Set();

  constructor(
    private readonly link: StubLink,
    private readonly socket: Socket,
  ) {}

  async read(address: number, length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let at = 0; at < length; at += CHUNK) {
      const size = Math.min(CHUNK, length - at);
      const answer = await this.link.ask(`m${hex(address + at)},${hex(size)}`);
      if (answer.startsWith("E") || answer.length !== 2 * size) throw notMapped(address + at);
      pieces.push(Buffer.from(answer, "hex"));
    }
    return Buffer.concat(pieces);
  }

  async write(address: number, bytes: Uint8Array, isChecked = true): Promise<void> {
    for (const { start, packet } of writingPackets(address, bytes, CHUNK))
      if ((await this.link.ask(packet)) !== "OK") throw notMapped(start);
    if (isChecked && !(await this.read(address, bytes.length)).equals(bytes)) throw notMapped(address);
  }

  async writeAll(pieces: readonly MemoryPiece[]): Promise<void> {
    const packets = pieces.flatMap(({ address, bytes }) => writingPackets(address, bytes, LARGE_CHUNK));
    const answers = await this.link.askAll(packets.map(({ packet }) => packet));
    const refused = packets.find((_, index) => answers[index] !== "OK");
    if (refused !== undefined) throw notMapped(refused.start);
  }

  instructionPointers(): Promise<number[]> {
    return this.ofEachCpu("programCounter");
  }

  stackPointers(): Promise<number[]> {
    return this.ofEachCpu("stackPointer");
  }

  async registers(thread: string): Promise<Buffer> {
    await this.link.ask(`Hg${thread}`);
    return Buffer.from(await this.link.ask("g"), "hex");
  }

  async setRegisters(thread: string, registers: Buffer): Promise<void> {
    await this.link.ask(`Hg${thread}`);
    if ((await this.link.ask(`G${registers.toString("hex")}`)) !== "OK") throw guestLost();
  }

  async runToAny(addresses: readonly number[], deadline: number): Promise<string | undefined> {
    for (const address of addresses) await this.link.ask(`Z0,${hex(address)},1`);
    const answer = await this.link.run(deadline);
    for (const address of addresses) await this.link.ask(`z0,${hex(address)},1`);
    return answer === undefined ? undefined : (THREAD.exec(answer)?.[1] ?? (await this.threads())[0]);
  }

  async stepThread(thread: string): Promise<void> {
    await this.link.ask(`vCont;s:${thread}`);
  }

  async step(cpu: number): Promise<void> {
    await this.stepThread(`${(await this.threads())[cpu]}`);
  }

  async runTo(address: number): Promise<void> {
    await this.link.ask(`Z0,${hex(address)},1`);
    await this.link.ask("vCont;c");
    await this.link.ask(`z0,${hex(address)},1`);
  }

  async runToWrite(
    places: readonly GuestMemory[],
    milliseconds: number,
  ): Promise<SeenWrite | "no write" | "ended"> {
    await this.watch(places);
    let stop: string | undefined;
    try {
      stop = await this.link.run(milliseconds);
    } catch (error) {
      if (!(error instanceof GuestError)) throw error;
      return "ended";
    }
    const address = /watch:([0-9a-f]+);/.exec(stop ?? "")?.[1];
    if (address === undefined) return stop === undefined || stop.startsWith("T") ? "no write" : "ended";
    const registers = Buffer.from(await this.link.ask("g"), "hex");
    return {
      address: Number.parseInt(address, 16),
      next: registerIn(registers, "programCounter"),
      framePointer: registerIn(registers, "framePointer"),
    };
  }

  async monitor(command: string): Promise<string> {
    let output = "";
    let answer = await this.link.ask(`qRcmd,${Buffer.from(command).toString("hex")}`);
    for (; /^O[0-9a-f]/.test(answer); answer = await this.link.next())
      output += Buffer.from(answer.slice(1), "hex").toString();
    return output;
  }

  async leave(): Promise<void> {
    await settled(this.link.ask("D")); // A guest that has ended needs no leave.
    this.socket.destroy();
  }

  abandon(): void {
    this.socket.destroy();
  }

  private async watch(places: readonly GuestMemory[]): Promise<void> {
    const wanted = new Set(places.map(({ address, length }) => `${hex(address)},${length}`));
    for (const place of this.watched) if (!wanted.has(place)) await this.link.ask(`z2,${place}`);
    for (const place of wanted) if (!this.watched.has(place)) await this.link.ask(`Z2,${place}`);
    this.watched = wanted;
  }

  private async threads(): Promise<string[]> {
    const ids: string[] = [];
    let answer = await this.link.ask("qfThreadInfo");
    while (answer.startsWith("m")) {
      if (ids.length > MOST_PROCESSORS) throw notQemu();
      ids.push(...answer.slice(1).split(","));
      answer = await this.link.ask("qsThreadInfo");
    }
    return ids;
  }

  private async ofEachCpu(register: "programCounter" | "stackPointer"): Promise<number[]> {
    const values: number[] = [];
    const all = await this.threads();
    for (const thread of all) values.push(registerIn(await this.registers(thread), register));
    // Memory is read and written as the chosen CPU maps it, and one that was not started maps nothing of the kernel.
    if (all.length > 1) await this.link.ask(`Hg${all[0]}`);
    return values;
  }
}

/** `M` packets of at most so many bytes each, with their addresses. */
function writingPackets(address: number, bytes: Uint8Array, chunk: number) {
  const packets: { readonly start: number; readonly packet: string }[] = [];
  for (let at = 0; at < bytes.length; at += chunk) {
    const piece = Buffer.from(bytes.subarray(at, at + chunk));
    const start = address + at;
    packets.push({ start, packet: `M${hex(start)},${hex(piece.length)}:${piece.toString("hex")}` });
  }
  return packets;
}

/** The thread that a stop is of. */
const THREAD = /thread:([^;:]+);/;

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

function notMapped(address: number): GuestError {
  return new GuestError(
    "guest/memory",
    `the guest has no memory at 0x${hex(address)}`,
    "The kernel may not have set up its page tables yet, or another address space is in use: try again.",
  );
}
