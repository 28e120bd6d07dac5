/**
 * The one owner of a debug stub, which serves one client at a time: a debugger and short visits use it in turns. A visit
 * that finds the debugger's machine running stops it, and lets it run on afterwards; the debugger does not notice.
 *
 *     GDB    vCont;c   ─▶ owner ─▶ stub
 *     visit  connects  ─▶ owner ─▶ ^C    ◀─ T02 (held back)
 *            m, M, …   ─▶ owner ─▶ stub
 *            D         ─▶ owner ─▶ vCont;c
 *     GDB    T05       ◀─ owner ◀─ T05   a breakpoint, as if nothing had been
 *
 * The stub is connected to while somebody needs it: that stops the machine, and who leaves last lets it run.
 */
import { createServer, type Server, type Socket } from "node:net";
import { leaveToWaiters, settled } from "../model/index.js";
import { linkToStub, type OwnedLink, warnUnlessEnded } from "./owned-link.js";
import { contentOf, createPacketReader, HELD, INTERRUPT, packetOf, RESUMES } from "./stub-packets.js";

export interface StubOwnerSettings {
  /** The stub's unix socket; nobody else connects to it. */
  readonly stub: string;
  /** Unix socket for visits, which wait for each other. */
  readonly visits: string;
  /** Unix socket for a debugger; a second one is told that there is one, and sent away. */
  readonly debugging: string;
  /** The machine stands when a debugger is gone without a word, because it ends with the session. */
  readonly standsAfterDebugger?: boolean;
}

export interface StubOwner {
  close(): void;
}

/** Rejects when it can't listen. */
export async function ownStub(settings: StubOwnerSettings): Promise<StubOwner> {
  const turns = new Turns(settings);
  const doors: Server[] = [];
  const close = () => {
    for (const door of doors) door.close();
    turns.end();
  };
  try {
    doors.push(await listen(settings.visits, (visitor) => void turns.visit(visitor)));
    doors.push(await listen(settings.debugging, (debugger_) => turns.debug(debugger_)));
  } catch (error) {
    close();
    throw error;
  }
  return { close };
}

/** Milliseconds without a word after which a visitor is taken for dead. */
const SILENCE = 60_000;
const INTERRUPTED = /^[TS]02/;

interface Debugger {
  readonly socket: Socket;
  /** Breakpoints and watched places that it has set. */
  readonly set: Set<string>;
  /** What `Hg` and `Hc` chose, by these letters. */
  readonly chosen: Map<string, string>;
  /** It waits for the machine to stop, which does not run while somebody visits. */
  isResumed: boolean;
  isRunning: boolean;
  wantsStop: boolean;
}

class Turns {
  private link: OwnedLink | undefined;
  private debugger_: Debugger | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private visitors = 0;
  private readonly sockets = new Set<Socket>();
  private isOver = false;

  constructor(private readonly settings: StubOwnerSettings) {}

  end(): void {
    this.isOver = true;
    for (const socket of this.sockets) socket.destroy();
    this.link?.close();
  }

  /** First come, first served; the stub is reached while `work` has it. */
  private turn<T>(work: (link: OwnedLink) => Promise<T>): Promise<T> {
    const mine = this.last.then(async () => {
      const link = (this.link ??= await this.connected());
      try {
        return await work(link);
      } catch (error) {
        this.drop();
        throw error;
      }
    });
    this.last = settled(mine);
    return mine;
  }

  private async connected(): Promise<OwnedLink> {
    const link = await linkToStub(this.settings.stub);
    link.whenClosed(() => {
      if (this.link !== link) return;
      this.link = undefined;
      this.debugger_?.socket.destroy();
    });
    return link;
  }

  private drop(): void {
    const { link } = this;
    this.link = undefined;
    link?.close();
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.setEncoding("latin1");
    socket.on("error", () => {}); // Its end is seen.
    socket.once("close", () => this.sockets.delete(socket));
  }

  // Visits.

  async visit(socket: Socket): Promise<void> {
    this.keep(socket);
    this.visitors++;
    const visit: Visit = { socket, said: [], wake: () => {}, isRunning: false };
    socket.setTimeout(SILENCE, () => visit.isRunning || socket.destroy());
    const hear = createPacketReader((piece) => this.hearVisitor(visit, piece));
    socket.on("data", (chunk) => hear(chunk.toString()));
    socket.once("close", () => {
      if (visit.isRunning) this.link?.interrupt();
      visit.wake();
    });
    if (this.debugger_?.isRunning) this.link?.interrupt();
    await settled(this.turn((link) => this.serveVisit(visit, link))); // Where the machine has ended, so has the visit.
    this.visitors--;
    socket.end();
  }

  private hearVisitor(visit: Visit, piece: string): void {
    if (piece === INTERRUPT && visit.isRunning) this.link?.interrupt();
    if (!piece.startsWith("$")) return;
    visit.socket.write("+");
    visit.said.push(contentOf(piece));
    visit.wake();
  }

  private async serveVisit(visit: Visit, link: OwnedLink): Promise<void> {
    const guest = new GuestTurn(link, this.debugger_);
    try {
      for (;;) {
        const content = await nextOf(visit);
        if (content === undefined) break;
        visit.isRunning = RESUMES.test(content);
        const send = (said: string) => visit.socket.write(packetOf(said), "latin1");
        const answers = [content, ...(isWrite(content) ? moreWrites(visit) : [])].map((one) =>
          guest.answer(one, send),
        );
        // All fail with the first one when the machine ends.
        for (const answer of answers) leaveToWaiters(answer);
        for (const answer of answers) send(await answer);
        visit.isRunning = false;
        if (content === "D") break;
      }
    } finally {
      if (link.isOpen()) await guest.leave();
    }
    if (this.debugger_ !== undefined || this.isOver) return;
    await letGo(link);
    this.drop();
  }

  // The debugger.

  debug(socket: Socket): void {
    this.keep(socket);
    if (this.debugger_ !== undefined) {
      sendAway(socket);
      return;
    }
    const own: Debugger = {
      ...{ socket, set: new Set<string>(), chosen: new Map<string, string>() },
      ...{ isResumed: false, isRunning: false, wantsStop: false },
    };
    this.debugger_ = own;
    const hear = createPacketReader((piece) => this.hearDebugger(own, piece));
    socket.on("data", (chunk) => hear(chunk.toString()));
    socket.once("close", () => void this.partFrom(own));
  }

  private hearDebugger(own: Debugger, piece: string): void {
    if (piece === INTERRUPT && own.isResumed) {
      own.wantsStop = true;
      if (own.isRunning) this.link?.interrupt();
    }
    if (!piece.startsWith("$")) return;
    own.socket.write("+");
    const content = contentOf(piece);
    own.isResumed = RESUMES.test(content);
    own.wantsStop = false;
    note(own, content);
    const answered = own.isResumed ? this.resume(own, content) : this.answerDebugger(own, content);
    void answered.catch((error: Error) => own.socket.destroy(warnUnlessEnded(error)));
  }

  private async answerDebugger(own: Debugger, content: string): Promise<void> {
    const send = (answer: string) => own.socket.write(packetOf(answer), "latin1");
    const answer = await this.turn(async (link) => {
      const said = await link.ask(content, send);
      if (!/^D(;|$)/.test(content)) return said;
      this.debugger_ = undefined;
      this.drop();
      return said;
    });
    send(answer);
  }

  /** Until it stops for the debugger; visits have their turns in between. */
  private async resume(own: Debugger, content: string): Promise<void> {
    const send = (answer: string) => own.socket.write(packetOf(answer), "latin1");
    let report: string | undefined;
    while (report === undefined && this.debugger_ === own)
      report = await this.turn(async (link) => {
        if (this.visitors > 0) return undefined;
        own.isRunning = true;
        const asked = link.ask(content, send);
        if (own.wantsStop) link.interrupt();
        const stopped = await asked.finally(() => {
          own.isRunning = false;
        });
        const isForVisit = this.visitors > 0 && !own.wantsStop && INTERRUPTED.test(stopped);
        return isForVisit ? undefined : stopped;
      });
    own.isResumed = false;
    send(report ?? "");
  }

  /** It may have been killed while the machine ran. */
  private async partFrom(own: Debugger): Promise<void> {
    if (this.debugger_ !== own) return;
    this.debugger_ = undefined;
    if (this.isOver || this.link === undefined) return;
    if (own.isRunning) this.link.interrupt();
    const part = async (link: OwnedLink) => {
      if (this.settings.standsAfterDebugger !== true) await letGo(link);
      this.drop();
    };
    await settled(this.turn(part));
  }
}

const HAS_DEBUGGER = "E.another debugger has this guest: let it go there, then try again";

/** GDB shows the words of an error, and that the connection was closed. */
function sendAway(socket: Socket): void {
  const hear = createPacketReader((piece) => {
    if (piece.startsWith("$")) socket.end(`+${packetOf(HAS_DEBUGGER)}`, "latin1");
  });
  socket.on("data", (chunk) => hear(chunk.toString()));
}

interface Visit {
  readonly socket: Socket;
  readonly said: string[];
  wake: () => void;
  isRunning: boolean;
}

/** What the visitor says next; undefined when it is gone. */
async function nextOf(visit: Visit): Promise<string | undefined> {
  while (visit.said.length === 0) {
    if (visit.socket.destroyed) return undefined;
    await new Promise<void>((resolve) => {
      visit.wake = resolve;
    });
  }
  return visit.said.shift();
}

const isWrite = (content: string) => content.startsWith("M");

/** What has come already, up to what is no write: the stub is not asked for each what another process says to it. */
function moreWrites({ said }: Visit): string[] {
  const end = said.findIndex((content) => !isWrite(content));
  return said.splice(0, end === -1 ? said.length : end);
}

/** Of one visit: what it changes in the stub besides memory and registers is undone when it leaves. */
class GuestTurn {
  private readonly set = new Set<string>();
  private isAlone = false;
  private hasChosen = false;

  constructor(
    private readonly link: OwnedLink,
    private readonly debugger_: Debugger | undefined,
  ) {}

  async answer(content: string, onOutput: (content: string) => void): Promise<string> {
    // QEMU would forget all breakpoints, and let the machine run.
    if (content === "?") return "S05";
    if (content === "D") return "OK";
    if (/^[Zz]/.test(content)) noteBreakpoint(this.set, content);
    if (content.startsWith("H")) this.hasChosen = true;
    if (RESUMES.test(content)) {
      if (this.debugger_?.isResumed === false) return HELD;
      await this.beAlone();
    }
    return this.link.ask(content, onOutput);
  }

  /** The debugger's breakpoints would stop the visitor's machine. */
  private async beAlone(): Promise<void> {
    if (this.isAlone) return;
    this.isAlone = true;
    for (const place of this.debugger_?.set ?? []) await this.link.ask(`z${place}`);
  }

  async leave(): Promise<void> {
    for (const place of this.set) await this.link.ask(`z${place}`);
    if (this.isAlone) for (const place of this.debugger_?.set ?? []) await this.link.ask(`Z${place}`);
    if (this.hasChosen)
      for (const choice of this.debugger_?.chosen.values() ?? []) await this.link.ask(choice);
  }
}

/** Since a debugger said so, also one that is gone, the stub wants to be told which process. */
async function letGo(link: OwnedLink): Promise<void> {
  if ((await link.ask("D")) !== "OK") await link.ask("D;1");
}

function note(own: Debugger, content: string): void {
  if (/^[Zz]/.test(content)) noteBreakpoint(own.set, content);
  if (content.startsWith("H")) own.chosen.set(content.slice(0, 2), content);
  if (content === "?") own.set.clear();
}

function noteBreakpoint(set: Set<string>, content: string): void {
  if (content.startsWith("Z")) set.add(content.slice(1));
  else set.delete(content.slice(1));
}

function listen(path: string, onConnection: (socket: Socket) => void): Promise<Server> {
  const server = createServer(onConnection);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve(server));
  });
}
