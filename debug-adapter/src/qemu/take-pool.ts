/**
 * The QEMUs that run one recording, each at an instruction of its own. One waits at power-on all the time, so that its start
 * costs nothing, and gets the state of the nearest checkpoint before the place where it is wanted (`ladder.ts`). Whoever runs
 * far leaves checkpoints behind.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createLadder } from "./ladder.js";
import { socketParent } from "./machine.js";
import { type ReplaySettings, type ReplayTake, startTake } from "./replay-take.js";

export interface TakePool {
  /** Another QEMU, at this instruction; no breakpoint is set in it. `nearby`: somebody will soon come to just before. */
  at(position: number, nearby?: "nearby"): Promise<ReplayTake>;
  /** Runs it on as {@link ReplayTake.runTo} does. */
  run(take: ReplayTake, position: number): Promise<string>;
  /** A machine that runs stops. */
  interrupt(take: ReplayTake): void;
  drop(take: ReplayTake): Promise<void>;
  end(): Promise<void>;
}

export interface PoolEvents {
  /** All that the guest said since power-on is `total` bytes now; the piece is the end of it. */
  onConsole(take: ReplayTake, piece: Buffer, total: number): void;
  /** The first questions to a stub. */
  greeting(): readonly string[];
}

interface Checkpoint {
  readonly file: string;
  /** What the guest had said on its console. */
  readonly consoleBytes: number;
}

interface Member {
  take?: ReplayTake;
  consoleBytes: number;
  interrupted: boolean;
}

/** The answer of a machine that stopped without having met a breakpoint. */
const NO_BREAKPOINT = "T02";

export async function createTakePool(
  settings: ReplaySettings,
  events: PoolEvents,
  signal: AbortSignal,
): Promise<TakePool> {
  const folder = await mkdtemp(join(socketParent(), "weft-"));
  return new Pool(settings, events, signal, folder);
}

class Pool implements TakePool {
  private readonly members = new Map<ReplayTake, Member>();
  private readonly ladder = createLadder<Checkpoint>();
  private waiting: Promise<ReplayTake> | undefined;
  private isOver = false;
  /** Until QEMU says that it can't keep a state of this machine. */
  private keeps = true;
  private files = 0;
  private disk: Promise<void> = Promise.resolve();

  constructor(
    private readonly settings: ReplaySettings,
    private readonly events: PoolEvents,
    private readonly signal: AbortSignal,
    private readonly folder: string,
  ) {}

  async at(position: number, nearby?: "nearby"): Promise<ReplayTake> {
    const waiting = this.waiting ?? this.begin();
    this.waiting = undefined; // Nobody else gets it.
    const take = await waiting;
    this.prepare();
    await this.climb(take, position);
    const near = nearby === undefined || !this.keeps ? undefined : this.ladder.nearTo(position);
    if (near !== undefined) {
      await this.run(take, near);
      await this.leave(take);
    }
    if ((await take.position()) < position) await this.run(take, position);
    return take;
  }

  async run(take: ReplayTake, position: number): Promise<string> {
    const member = this.member(take);
    member.interrupted = false;
    for (;;) {
      const rung = this.keeps ? this.ladder.nextRung(await take.position()) : position;
      const report = await take.runTo(Math.min(rung, position));
      const now = await take.position();
      const isAtRung = now === rung && report.startsWith(NO_BREAKPOINT);
      if (isAtRung) await this.leave(take);
      if (!isAtRung || now === position || member.interrupted) return report;
    }
  }

  interrupt(take: ReplayTake): void {
    this.member(take).interrupted = true;
    take.stub.interrupt();
  }

  async drop(take: ReplayTake): Promise<void> {
    this.members.delete(take);
    await take.end();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.waiting?.catch(() => undefined);
    await Promise.all([...this.members.keys()].map((take) => take.end()));
    await rm(this.folder, { recursive: true, force: true });
  }

  private member(take: ReplayTake): Member {
    const member = this.members.get(take);
    if (member === undefined) throw new Error("the machine has ended");
    return member;
  }

  private async begin(): Promise<ReplayTake> {
    const member: Member = { consoleBytes: 0, interrupted: false };
    const show = (piece: Buffer) => {
      member.consoleBytes += piece.length;
      if (member.take !== undefined) this.events.onConsole(member.take, piece, member.consoleBytes);
    };
    const take = await startTake(this.settings, show, this.signal);
    member.take = take;
    this.members.set(take, member);
    for (const packet of this.events.greeting()) await take.stub.ask(packet);
    return take;
  }

  /** A QEMU at power-on is kept ready. */
  private prepare(): void {
    if (this.isOver || this.waiting !== undefined) return;
    this.waiting = this.begin();
    this.waiting.catch(() => {}); // Said to who needs it.
  }

  /** A checkpoint of where it stands. A machine whose state QEMU can't keep is replayed from power-on each time. */
  private async leave(take: ReplayTake): Promise<void> {
    const file = join(this.folder, `${this.files++}`);
    try {
      await this.alone(async () => {
        await take.save(file);
        const consoleBytes = await settled(() => this.member(take).consoleBytes);
        const given = this.ladder.add(await take.position(), { file, consoleBytes });
        for (const checkpoint of given) await rm(checkpoint.file, { force: true });
      });
    } catch {
      this.keeps = false;
      await rm(file, { force: true });
    }
  }

  /** To the nearest checkpoint at or before this position, from power-on. */
  private async climb(take: ReplayTake, position: number): Promise<void> {
    await this.alone(async () => {
      const checkpoint = this.ladder.before(position)?.checkpoint;
      if (checkpoint === undefined) return;
      await take.load(checkpoint.file);
      this.member(take).consoleBytes = checkpoint.consoleBytes;
    });
  }

  /** Files are read and written by one QEMU at a time. */
  private alone(work: () => Promise<void>): Promise<void> {
    const done = this.disk.then(work);
    this.disk = done.catch(() => {});
    return done;
  }
}

/** QEMU has written all that the guest said; what is in the pipe comes in the next turns of the loop. */
async function settled(bytes: () => number): Promise<number> {
  for (let before = -1; ; ) {
    const now = bytes();
    if (now === before) return now;
    before = now;
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}
