/**
 * A recorded run for GDB, forward and backward. QEMU can only run a recording forward (loading its snapshots in mid-run
 * hangs QEMU 7.2), so going back is another QEMU that runs up to an earlier instruction:
 *
 *     GDB  ──bs──▶  position n?  ─▶  another QEMU, from a checkpoint to n - 1  ─▶  T05
 *     GDB  ──bc──▶  another QEMU, from a checkpoint to n, all breakpoints set, each hit noted
 *                   ─▶  none? the time before that  ─▶  another one to the last hit  ─▶  its report
 *
 * To GDB it is one machine. Which QEMUs there are, and where checkpoints: `take-pool.ts`.
 */
import { createServer, type Server } from "node:net";
import { invariant } from "@weft/weaver-bridge/model";
import { type Registers, readExecuted } from "./executed.js";
import { type ExecutedSpan, openSpan } from "./executed-span.js";
import type { ReplaySettings, ReplayTake } from "./replay-take.js";
import { createScout, type Point, packetFor, registersOf, type Scout } from "./scout.js";
import { answerPackets } from "./stub-link.js";
import { createTakePool, type TakePool } from "./take-pool.js";

export interface TimeMachineSettings extends ReplaySettings {
  /** Instructions of the whole run; the last one may end QEMU, so it is never reached. */
  readonly instructions: number | undefined;
}

export interface TimeMachine {
  /** Instructions of the whole run, where they are known. */
  readonly instructions: number | undefined;
  readonly processId: number;
  /** Resolves when the QEMU that GDB sees has ended unasked. */
  readonly ended: Promise<string>;
  position(): Promise<number>;
  /** The next step back of GDB goes to this instruction, also if it is ahead. */
  aimBackAt(position: number): void;
  /**
   * Where one of these was last met before this position, which is now by default; `undefined` when never. Rejects once the
   * signal says so, as {@link span} does, whose stretch can't be read any more then.
   */
  lastMeeting(points: readonly Point[], before?: number, until?: AbortSignal): Promise<number | undefined>;
  /** Another machine of this run beside the one that GDB sees: at power-on, or at a position. */
  scout(position?: number, until?: AbortSignal): Promise<Scout>;
  /** What ran from one instruction to just before another, in a machine of its own that stands there. */
  span(from: number, to: number, until?: AbortSignal): Promise<ExecutedSpan>;
  /** The last `count` instructions and where it stands, oldest first. */
  trail(count: number): Promise<TrailStep[]>;
  end(): Promise<void>;
}

export interface TrailStep extends Registers {
  readonly position: number;
}

export interface TimeMachineEvents {
  onConsole(bytes: Buffer): void;
  /** What only whoever looks for a fault wants to know. */
  note(text: string): void;
}

interface Meeting {
  readonly position: number;
  readonly report: string;
}

interface Search {
  readonly start: number;
  readonly now: number;
  readonly points: readonly string[];
  readonly until: AbortSignal | undefined;
}

const BEGIN = "T05thread:p01.01;replaylog:begin;";
const THE_END = "T05thread:p01.01;replaylog:end;";
const STOPPED = "T05thread:p01.01;";
/** A report of a watchpoint. */
const WATCHED = /;(?:r|a)?watch:/;
/** Instructions just before now that are searched first; then more and more of those before them. */
const FIRST_WINDOW = 500;
const WIDER = 40;
const WIDER_YET = 8;

/** Listens on the unix socket `path`. */
export async function startTimeMachine(
  settings: TimeMachineSettings,
  path: string,
  events: TimeMachineEvents,
  signal: AbortSignal,
): Promise<TimeMachine> {
  const machine = new Replay(settings, events);
  await machine.open(path, signal);
  return machine;
}

class Replay implements TimeMachine {
  readonly ended: Promise<string>;
  private resolveEnded: (reason: string) => void = () => {};
  private shown = 0;
  private current: ReplayTake | undefined;
  private pool: TakePool | undefined;
  private server: Server | undefined;
  private isOver = false;
  /** GDB's greeting, which decides how threads are spelled. */
  private greeting = "qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+";
  private thread = "";
  private readonly breakpoints = new Set<string>();
  private aim: number | undefined;

  constructor(
    private readonly settings: TimeMachineSettings,
    private readonly events: TimeMachineEvents,
  ) {
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
  }

  get processId(): number {
    return this.take.processId;
  }

  private get take(): ReplayTake {
    invariant(this.current !== undefined, "the recording is not open");
    return this.current;
  }

  private get takes(): TakePool {
    invariant(this.pool !== undefined, "the recording is not open");
    return this.pool;
  }

  async open(path: string, signal: AbortSignal): Promise<void> {
    const events = {
      onConsole: (take: ReplayTake, piece: Buffer, total: number) => this.show(take, piece, total),
      greeting: () => [this.greeting, "?"],
      note: this.events.note,
    };
    this.pool = createTakePool(this.settings, events, signal);
    this.adopt(await this.pool.at(0));
    this.server = createServer((debugger_) =>
      answerPackets(debugger_, (content) => this.answer(content), {
        interrupt: () => this.takes.interrupt(this.take),
        failed: (error) => this.events.note(`no answer for GDB: ${error.message}`),
      }),
    );
    await new Promise<void>((resolve, reject) => {
      this.server?.once("error", reject);
      this.server?.listen(path, resolve);
    });
  }

  aimBackAt(position: number): void {
    this.aim = position;
  }

  position(): Promise<number> {
    return this.take.position();
  }

  async lastMeeting(
    points: readonly Point[],
    before?: number,
    until?: AbortSignal,
  ): Promise<number | undefined> {
    const end = before ?? (await this.position());
    return (await this.lastHitBefore(end, points.map(packetFor), until))?.position;
  }

  async scout(position = 0, until?: AbortSignal): Promise<Scout> {
    const { takes } = this;
    const take = await takes.at(Math.min(position, this.last), undefined, until);
    return createScout(take, takes, this.last, this.events.note);
  }

  async span(from: number, to: number, until?: AbortSignal): Promise<ExecutedSpan> {
    return openSpan(this.takes, Math.max(0, from), Math.min(to, this.last), until);
  }

  async end(): Promise<void> {
    this.isOver = true;
    this.server?.close();
    await this.pool?.end();
    this.resolveEnded("it was ended");
  }

  async trail(count: number): Promise<TrailStep[]> {
    const now = await this.position();
    const start = Math.max(0, now - count);
    const scout = await this.takes.at(start, "nearby");
    try {
      const executed = start === now ? [] : readExecuted(await scout.executeTo(now));
      const steps = [...executed, await registersOf(scout)];
      return steps.map((step, at) => ({ ...step, position: now - executed.length + at }));
    } finally {
      await this.takes.drop(scout);
    }
  }

  // The QEMU that GDB sees.

  private show(take: ReplayTake, piece: Buffer, total: number): void {
    const isNew = total - Math.max(this.shown, total - piece.length);
    if (take !== this.current || isNew <= 0) return;
    this.shown = total;
    this.events.onConsole(piece.subarray(piece.length - isNew));
  }

  private adopt(take: ReplayTake): void {
    const old = this.current;
    this.current = take;
    if (old !== undefined) void this.takes.drop(old);
    void take.ended.then((reason) => {
      if (take === this.current && !this.isOver) this.resolveEnded(reason);
    });
  }

  private async goBackTo(position: number): Promise<void> {
    const take = await this.takes.at(position, "nearby");
    for (const breakpoint of this.breakpoints) await take.stub.ask(`Z${breakpoint}`);
    if (this.thread !== "") await take.stub.ask(this.thread);
    this.adopt(take);
  }

  // What GDB asks.

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

  get instructions(): number | undefined {
    return this.settings.instructions;
  }

  private get last(): number {
    return (this.settings.instructions ?? Number.MAX_SAFE_INTEGER) - 1;
  }

  private async isAtEnd(): Promise<boolean> {
    return this.take.isOff() || (await this.position()) >= this.last;
  }

  private async continueOn(): Promise<string> {
    if (await this.isAtEnd()) return THE_END;
    const report = await this.takes.run(this.take, this.last);
    return /^T0[23]/.test(report) && (await this.isAtEnd()) ? THE_END : report;
  }

  private async stepOn(packet: string): Promise<string> {
    if (await this.isAtEnd()) return THE_END;
    const report = await this.take.step(packet);
    return this.take.isOff() ? THE_END : report;
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
    if (aim !== undefined) return "OK";
    const said = text === "weft-position" ? `${await this.position()}\n` : await this.take.monitor(text);
    return said === "" ? "OK" : Buffer.from(said).toString("hex");
  }

  private async continueBack(): Promise<string> {
    const now = await this.position();
    const found = await this.lastHitBefore(now, [...this.breakpoints]);
    await this.goBackTo(found?.position ?? 0);
    return found?.report ?? BEGIN;
  }

  /** Looks at the time just before first: places that are met often would stop the whole run too many times. */
  private async lastHitBefore(
    now: number,
    points: readonly string[],
    until?: AbortSignal,
  ): Promise<Meeting | undefined> {
    const atEnd = now >= this.last ? await this.writeBy(now - 1, points, until) : undefined;
    if (atEnd !== undefined) return atEnd;
    const wider = (window: number) => window * (window === FIRST_WINDOW ? WIDER : WIDER_YET);
    for (let [end, window] = [now, FIRST_WINDOW]; end > 0; window = wider(window)) {
      const start = Math.max(0, end - window);
      const found = await this.lastHitBetween({ start, now: end, points, until });
      if (found !== undefined) return found;
      end = start;
    }
    return undefined;
  }

  /** Whether this instruction writes what is watched: one step, for there is no instruction behind the end to run to. */
  private async writeBy(
    position: number,
    points: readonly string[],
    until?: AbortSignal,
  ): Promise<Meeting | undefined> {
    const scout = await this.takes.at(position, "nearby", until);
    try {
      for (const point of points) await scout.stub.ask(`Z${point}`);
      const report = await scout.step();
      return WATCHED.test(report) ? { position, report } : undefined;
    } finally {
      await this.takes.drop(scout);
    }
  }

  private async lastHitBetween({ start, now, points, until }: Search): Promise<Meeting | undefined> {
    const scout = await this.takes.at(start, "nearby", until);
    let found: Meeting | undefined;
    try {
      for (const point of points) await scout.stub.ask(`Z${point}`);
      // Where the last instruction before the end writes, QEMU stops there for the end, and does not tell of the write.
      const beyond = Math.min(now + 1, this.last);
      for (;;) {
        const report = await this.takes.run(scout, beyond);
        if (scout.isOff()) return found;
        const position = await scout.position();
        // A watched write is seen when it is done; backwards, the place before it is wanted.
        const isWatch = WATCHED.test(report);
        const met = isWatch ? position - 1 : position;
        if (met >= now) return found;
        found = { position: met, report };
        if (position >= now) return found;
        if (!isWatch) await scout.step();
        if ((await scout.position()) >= now) return found;
      }
    } finally {
      await this.takes.drop(scout);
    }
  }
}
