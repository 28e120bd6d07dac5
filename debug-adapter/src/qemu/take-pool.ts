/**
 * The QEMUs that run one recording, each at an instruction of its own. One waits at power-on all the time, so that its start
 * costs nothing, and gets the state of the nearest checkpoint before the place where it is wanted (`ladder.ts`). Whoever runs
 * far leaves checkpoints behind.
 */
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leaveToWaiters, settled } from "@weft/weaver-bridge/model";
import { bytesOf, type Checkpoint } from "./checkpoint.js";
import { createLadder } from "./ladder.js";
import { writesDisks } from "./recorded-disks.js";
import { type ReplaySettings, type ReplayTake, startTake } from "./replay-take.js";

export interface TakePool {
  /**
   * Another QEMU, at this instruction; no breakpoint is set in it. `nearby`: somebody will soon come to just before. `until`
   * ends it, whatever it does then; who waits for it is refused.
   */
  at(position: number, nearby?: "nearby", until?: AbortSignal): Promise<ReplayTake>;
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
  /** What only whoever looks for a fault wants to know. */
  note(text: string): void;
}

interface Kept {
  readonly state: Checkpoint;
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

export function createTakePool(settings: ReplaySettings, events: PoolEvents, signal: AbortSignal): TakePool {
  return new Pool(settings, events, signal);
}

class Pool implements TakePool {
  private readonly members = new Map<ReplayTake, Member>();
  private readonly ladder = createLadder<Kept>();
  private waiting: Promise<ReplayTake> | undefined;
  private isOver = false;
  /** Until QEMU says that it can't keep a state of this machine; what is on a disk by then is not in it. */
  private keeps: boolean;
  private readonly kept = new Set<Checkpoint>();
  private disk: Promise<void> = Promise.resolve();

  constructor(
    private readonly settings: ReplaySettings,
    private readonly events: PoolEvents,
    private readonly signal: AbortSignal,
  ) {
    this.keeps = !writesDisks(settings.arguments);
  }

  async at(position: number, nearby?: "nearby", until?: AbortSignal): Promise<ReplayTake> {
    const { waiting } = this;
    this.waiting = undefined; // Nobody else gets it.
    const bring = (take: ReplayTake) => {
      endWith(take, until);
      return this.bring(take, position, nearby);
    };
    const another = async () => bring(await this.begin());
    if (waiting === undefined) return another();
    return waiting.then(bring).catch((error: Error) => {
      until?.throwIfAborted();
      this.events.note(`another QEMU than the one that was ready: ${error.message}`); // It may have been killed.
      return another();
    });
  }

  private async bring(take: ReplayTake, position: number, nearby?: "nearby"): Promise<ReplayTake> {
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
      // Where QEMU stops for a position just behind a write that is watched, it tells nothing of the write, and can't go on.
      const climbs = this.keeps && !take.isWatching();
      const rung = climbs ? this.ladder.nextRung(await take.position()) : position;
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
    if (this.waiting !== undefined) await settled(this.waiting);
    await Promise.all([...this.members.keys()].map((take) => take.end()));
    await this.disk;
    for (const state of this.kept) await state.close();
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
    void take.ended.then(() => this.members.delete(take));
    for (const packet of this.events.greeting()) await take.stub.ask(packet);
    return take;
  }

  /** A QEMU at power-on is kept ready. */
  private prepare(): void {
    if (this.isOver || this.waiting !== undefined) return;
    this.waiting = this.begin();
    leaveToWaiters(this.waiting);
  }

  /** A checkpoint of where it stands. A machine whose state QEMU can't keep is replayed from power-on each time. */
  private leave(take: ReplayTake): Promise<void> {
    return this.alone(async () => {
      const path = join(tmpdir(), `weft-${process.pid}-${randomUUID()}`);
      const state = await take.save(path).catch((error: Error) => {
        this.events.note(`no checkpoints of this machine: ${error.message}`);
        this.keeps = false;
      });
      if (state === undefined) return;
      this.kept.add(state);
      const consoleBytes = await allWritten(() => this.member(take).consoleBytes);
      const kept = { state, consoleBytes };
      for (const { state: given } of this.ladder.add(await take.position(), kept, await bytesOf(state))) {
        this.kept.delete(given);
        await given.close();
      }
    });
  }

  /** To the nearest checkpoint at or before this position, from power-on. */
  private climb(take: ReplayTake, position: number): Promise<void> {
    return this.alone(async () => {
      const nearest = this.ladder.before(position)?.checkpoint;
      if (nearest === undefined) return;
      await take.load(nearest.state);
      this.member(take).consoleBytes = nearest.consoleBytes;
    });
  }

  /** Checkpoints are read and written by one QEMU at a time. */
  private alone(work: () => Promise<void>): Promise<void> {
    const done = this.disk.then(work);
    this.disk = settled(done);
    return done;
  }
}

function endWith(take: ReplayTake, until: AbortSignal | undefined): void {
  const end = () => void take.end();
  until?.addEventListener("abort", end, { once: true });
  void take.ended.then(() => until?.removeEventListener("abort", end));
  if (until?.aborted === true) end();
}

/** QEMU has written all that the guest said; what is in the pipe comes in the next turns of the loop. */
async function allWritten(bytes: () => number): Promise<number> {
  for (let before = -1; ; ) {
    const now = bytes();
    if (now === before) return now;
    before = now;
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}
