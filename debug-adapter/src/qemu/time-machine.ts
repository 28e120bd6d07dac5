/**
 * A recorded run for GDB, forward and backward. QEMU can only run a recording forward (loading its snapshots in mid-run
 * hangs QEMU 7.2), so going back is a new run up to an earlier instruction:
 *
 *     GDB  ──bs──▶  position n?  ─▶  another QEMU, from power-on to n - 1  ─▶  T05
 *     GDB  ──bc──▶  another QEMU, from power-on to n, all breakpoints set, each hit noted
 *                   ─▶  another one to the last of them  ─▶  its report
 *
 * One QEMU waits at power-on all the time, so that its start costs nothing. To GDB it is one machine.
 */
import { createServer, type Server, type Socket } from "node:net";
import { createPacketReader, packetOf } from "@weft/weaver-bridge/guest";
import { type ReplaySettings, type ReplayTake, startTake } from "./replay-take.js";

export interface TimeMachineSettings extends ReplaySettings {
  /** Instructions of the whole run; the last one may end QEMU, so it is never reached. */
  readonly instructions: number | undefined;
}

export interface TimeMachine {
  readonly processId: number;
  /** Resolves when the QEMU that GDB sees has ended unasked. */
  readonly ended: Promise<string>;
  position(): Promise<number>;
  /** The next step back of GDB goes to this instruction, also if it is ahead. */
  aimBackAt(position: number): void;
  /** Where one of these was last met before now; `undefined` when never. */
  lastMeeting(points: readonly Point[]): Promise<number | undefined>;
  /** All times when these are met in the whole run, oldest first, at most `most` of them; ends early when aborted. */
  meetings(points: readonly Point[], most: number, signal: AbortSignal): Promise<Meetings>;
  /** Where the program counter and the stack pointer were for the last `count` instructions, oldest first. */
  trail(count: number): Promise<TrailStep[]>;
  end(): Promise<void>;
}

/** An instruction to come by, or memory to be written. */
export type Point =
  | { readonly kind: "instruction"; readonly address: number }
  | { readonly kind: "write"; readonly address: number; readonly bytes: number };

export interface TrailStep {
  readonly position: number;
  readonly programCounter: number;
  readonly stackPointer: number;
}

export interface Meetings {
  readonly met: readonly { readonly position: number; readonly programCounter: number }[];
  /** The run goes on, and was not looked at further. */
  readonly isCut: boolean;
}

interface Meeting {
  readonly position: number;
  readonly report: string;
}

const BEGIN = "T05thread:p01.01;replaylog:begin;";
const THE_END = "T05thread:p01.01;replaylog:end;";
const STOPPED = "T05thread:p01.01;";
/** Instructions before now that are searched, more and more of them. */
const WINDOWS = [20_000, 1_000_000];
const MOST_REPEATS = 20;
const INTERRUPT = "\x03";

/** Listens on the unix socket `path`. */
export async function startTimeMachine(
  settings: TimeMachineSettings,
  path: string,
  onConsole: (bytes: Buffer) => void,
  signal: AbortSignal,
): Promise<TimeMachine> {
  const machine = new Replay(settings, onConsole, signal);
  await machine.open(path);
  return machine;
}

class Replay implements TimeMachine {
  readonly ended: Promise<string>;
  private resolveEnded: (reason: string) => void = () => {};
  private shown = 0;
  private current: ReplayTake | undefined;
  private waiting: Promise<ReplayTake> | undefined;
  private server: Server | undefined;
  private readonly takes = new Set<ReplayTake>();
  private isOver = false;
  /** GDB's greeting, which decides how threads are spelled. */
  private greeting = "qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+";
  private thread = "";
  private readonly breakpoints = new Set<string>();
  private aim: number | undefined;

  constructor(
    private readonly settings: TimeMachineSettings,
    private readonly onConsole: (bytes: Buffer) => void,
    private readonly signal: AbortSignal,
  ) {
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
  }

  get processId(): number {
    return this.take.processId;
  }

  private get take(): ReplayTake {
    if (this.current === undefined) throw new Error("the recording is not open");
    return this.current;
  }

  async open(path: string): Promise<void> {
    this.adopt(await this.begin());
    this.server = createServer((debugger_) => this.serve(debugger_));
    await new Promise<void>((resolve, reject) => {
      this.server?.once("error", reject);
      this.server?.listen(path, resolve);
    });
    this.prepare();
  }

  aimBackAt(position: number): void {
    this.aim = position;
  }

  position(): Promise<number> {
    return this.take.position();
  }

  async lastMeeting(points: readonly Point[]): Promise<number | undefined> {
    return (await this.lastHitBefore(await this.position(), points.map(packetFor)))?.position;
  }

  async meetings(points: readonly Point[], most: number, signal: AbortSignal): Promise<Meetings> {
    const scout = await this.another(0);
    const met: { position: number; programCounter: number }[] = [];
    const stop = () => scout.stub.interrupt();
    signal.addEventListener("abort", stop, { once: true });
    try {
      for (const point of points) await scout.stub.ask(`Z${packetFor(point)}`);
      for (;;) {
        await scout.runTo(this.last);
        const position = await scout.position();
        if (position >= this.last) return { met, isCut: false };
        if (met.length === most || signal.aborted) return { met, isCut: true };
        met.push({ position, programCounter: (await registersOf(scout)).programCounter });
        await this.step(scout, "vCont;s:p1.1");
      }
    } finally {
      signal.removeEventListener("abort", stop);
      await this.drop(scout);
    }
  }

  async end(): Promise<void> {
    this.isOver = true;
    this.server?.close();
    await this.waiting?.catch(() => undefined);
    await Promise.all([...this.takes].map((take) => take.end()));
    this.resolveEnded("it was ended");
  }

  async trail(count: number): Promise<TrailStep[]> {
    const now = await this.position();
    const scout = await this.another(Math.max(0, now - count));
    const steps: TrailStep[] = [];
    try {
      for (let at = await scout.position(); at <= now; at = await scout.position()) {
        steps.push({ position: at, ...(await registersOf(scout)) });
        if (at === now) break;
        await this.step(scout, "vCont;s:p1.1");
      }
    } finally {
      await this.drop(scout);
    }
    return steps;
  }

  // The QEMUs.

  private async begin(): Promise<ReplayTake> {
    const mine: { take?: ReplayTake } = {};
    let bytes = 0;
    const show = (piece: Buffer) => {
      const old = Math.max(0, this.shown - bytes);
      bytes += piece.length;
      if (mine.take !== this.current || piece.length <= old) return;
      this.shown = bytes;
      this.onConsole(piece.subarray(old));
    };
    const take = await startTake(this.settings, show, this.signal);
    mine.take = take;
    this.takes.add(take);
    await take.stub.ask(this.greeting);
    await take.stub.ask("?");
    return take;
  }

  /** A QEMU at power-on is kept ready. */
  private prepare(): void {
    if (this.isOver || this.waiting !== undefined) return;
    this.waiting = this.begin();
    this.waiting.catch(() => {}); // Said to who needs it.
  }

  /** Another QEMU, at this instruction; no breakpoint is set in it. */
  private async another(position: number): Promise<ReplayTake> {
    const waiting = this.waiting ?? this.begin();
    this.waiting = undefined; // Nobody else gets it.
    const take = await waiting;
    this.prepare();
    if (position > 0) await take.runTo(position);
    return take;
  }

  private async drop(take: ReplayTake): Promise<void> {
    this.takes.delete(take);
    await take.end();
  }

  private adopt(take: ReplayTake): void {
    const old = this.current;
    this.current = take;
    if (old !== undefined) void this.drop(old);
    void take.ended.then((reason) => {
      if (take === this.current && !this.isOver) this.resolveEnded(reason);
    });
  }

  private async goBackTo(position: number): Promise<void> {
    const take = await this.another(position);
    for (const breakpoint of this.breakpoints) await take.stub.ask(`Z${breakpoint}`);
    if (this.thread !== "") await take.stub.ask(this.thread);
    this.adopt(take);
  }

  // What GDB asks.

  private serve(debugger_: Socket): void {
    const send = (content: string) => debugger_.write(packetOf(content), "latin1");
    let work = Promise.resolve();
    const read = createPacketReader((piece) => {
      if (piece === INTERRUPT) this.take.stub.interrupt();
      if (!piece.startsWith("$")) return;
      debugger_.write("+");
      const content = piece.slice(1, -3);
      work = work
        .then(() => this.answer(content))
        .then((answer) => void send(answer))
        .catch(() => void debugger_.destroy());
    });
    debugger_.setEncoding("latin1").on("data", (chunk) => read(chunk.toString()));
    debugger_.on("error", () => {}); // Whoever ends the session ends us.
  }

  private async answer(content: string): Promise<string> {
    if (content.startsWith("qSupported")) this.greeting = content;
    if (content.startsWith("Hg")) this.thread = content;
    if (/^[Zz]/.test(content)) this.noteBreakpoint(content);
    if (content === "bs") return this.stepBack();
    if (content === "bc") return this.continueBack();
    if (content.startsWith("qRcmd,")) return this.monitor(content);
    if (content === "D" || /^D;/.test(content)) return "OK";
    if (/^vCont;c|^c/.test(content)) return this.continueOn();
    if (/^vCont;s|^s/.test(content)) return this.stepOn(content);
    return this.take.stub.ask(content);
  }

  private noteBreakpoint(content: string): void {
    if (content.startsWith("Z")) this.breakpoints.add(content.slice(1));
    else this.breakpoints.delete(content.slice(1));
  }

  private get last(): number {
    return (this.settings.instructions ?? Number.MAX_SAFE_INTEGER) - 1;
  }

  private async continueOn(): Promise<string> {
    if ((await this.position()) >= this.last) return THE_END;
    const report = await this.take.runTo(this.last);
    return report.startsWith("T02") && (await this.position()) >= this.last ? THE_END : report;
  }

  private async stepOn(packet: string): Promise<string> {
    if ((await this.position()) >= this.last) return THE_END;
    return this.step(this.take, packet);
  }

  /** A step of QEMU may do nothing. */
  private async step(take: ReplayTake, packet: string): Promise<string> {
    const start = await take.position();
    let report = await take.stub.ask(packet);
    for (let repeats = 0; repeats < MOST_REPEATS && (await take.position()) === start; repeats++)
      report = await take.stub.ask(packet);
    return report;
  }

  private async stepBack(): Promise<string> {
    const now = await this.position();
    const { aim } = this;
    this.aim = undefined;
    if (aim === undefined && now === 0) return BEGIN;
    await this.goBackTo(Math.max(0, Math.min(aim ?? now - 1, this.last)));
    return STOPPED;
  }

  /** `monitor weft-aim N` and `monitor weft-position` of GDB's command line; the others are QEMU's. */
  private async monitor(packet: string): Promise<string> {
    const text = Buffer.from(packet.slice("qRcmd,".length), "hex").toString();
    const aim = /^weft-aim (\d+)$/.exec(text)?.[1];
    if (aim !== undefined) this.aim = Number(aim);
    if (text === "weft-position") return Buffer.from(`${await this.position()}\n`).toString("hex");
    return aim === undefined ? this.take.stub.ask(packet) : "OK";
  }

  private async continueBack(): Promise<string> {
    const now = await this.position();
    const found = await this.lastHitBefore(now, [...this.breakpoints]);
    await this.goBackTo(found?.position ?? 0);
    return found?.report ?? BEGIN;
  }

  /** Looks at the time just before first: places that are met often would stop the whole run too many times. */
  private async lastHitBefore(now: number, points: readonly string[]): Promise<Meeting | undefined> {
    for (const length of [...WINDOWS.filter((window) => window < now), now]) {
      const found = length === 0 ? undefined : await this.lastHitBetween(now - length, now, points);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async lastHitBetween(
    start: number,
    now: number,
    points: readonly string[],
  ): Promise<Meeting | undefined> {
    const scout = await this.another(start);
    let found: Meeting | undefined;
    try {
      for (const point of points) await scout.stub.ask(`Z${point}`);
      for (;;) {
        const report = await scout.runTo(now);
        const position = await scout.position();
        // A watched write is seen when it is done; backwards, the place before it is wanted.
        const isWatch = /;(?:r|a)?watch:/.test(report);
        if (position >= now && !(isWatch && position === now)) return found;
        found = { position: isWatch ? position - 1 : position, report };
        if (position >= now) return found;
        if (!isWatch) await this.step(scout, "vCont;s:p1.1");
        if ((await scout.position()) >= now) return found;
      }
    } finally {
      await this.drop(scout);
    }
  }
}

function packetFor(point: Point): string {
  return point.kind === "write"
    ? `2,${point.address.toString(16)},${point.bytes.toString(16)}`
    : `0,${point.address.toString(16)},1`;
}

async function registersOf(take: ReplayTake): Promise<{ programCounter: number; stackPointer: number }> {
  const registers = Buffer.from((await take.stub.ask("g")).slice(0, 80), "hex");
  return { programCounter: registers.readUInt32LE(32), stackPointer: registers.readUInt32LE(16) };
}
