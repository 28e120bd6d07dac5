/** Has one process of the index run: started when it is needed, again when it dies, and anew when it is worn. */

import type { IndexProgress, IndexReply, IndexRequest } from "../protocol/index-protocol.js";
import type { AskedQuestions } from "./asked-questions.js";
import { type IndexProcess, startIndexProcess } from "./index-process.js";

export interface IndexEvents {
  /** What questions are answered from changed. */
  readonly onDidChange: () => void;
  readonly onProgress: (progress: IndexProgress) => void;
  readonly log: (level: "error" | "info", message: string) => void;
}

export interface ProcessKeeper {
  readonly progress: IndexProgress;
  readonly pid: number | undefined;
  /** It may be started from now on. */
  allow(): void;
  /** True where that started one, which was greeted. */
  ensure(): boolean;
  /** To the process that runs, if any. */
  send(request: IndexRequest): void;
  greetAgain(): void;
  /** Until its process wrote what it knows and is gone. */
  dispose(): Promise<void>;
}

export interface KeeperOptions {
  readonly asked: AskedQuestions;
  readonly mayStart: boolean;
  /** See {@link WORN_AFTER}. */
  readonly wornAfter: number | undefined;
  /** What a process is told first. `crashed`: units during which it died more than once. */
  greet(send: (request: IndexRequest) => void, crashed: readonly string[]): void;
}

const IDLE: IndexProgress = { done: 0, total: 0, active: false };
/** Deaths in a row without a unit read in between, after which it is not started any more. */
const MOST_DEATHS = 5;
const RESTART_MS = 200;
/**
 * A process that read so many units is replaced by one that only loads what was read: a third of its memory is holes that
 * parsing left. Once nothing is asked any more.
 */
const WORN_AFTER = 200;
const LOOK_AGAIN_MS = 2_000;

export function createProcessKeeper(
  root: string,
  events: IndexEvents,
  { asked, mayStart, wornAfter = WORN_AFTER, greet }: KeeperOptions,
): ProcessKeeper {
  const deaths = createDeaths();
  let isAllowed = mayStart;
  let disposed = false;
  let running: IndexProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  /** The process that was replaced still writes. */
  let ending: Promise<void> | undefined;
  const told = createTold(events, asked, deaths);
  const isWorn = () => !told.progress.active && told.read >= wornAfter;

  const send = (request: IndexRequest) => running?.send(request);
  const greetAgain = () => greet(send, deaths.crashed());
  const ensure = (): boolean => {
    if (!isAllowed || running !== undefined || restart !== undefined || ending !== undefined) return false;
    told.started();
    if (!disposed && !deaths.areTooMany()) running = startIndexProcess(root, receive, died);
    if (running === undefined) {
      asked.failAll("the index can't be started");
      return false;
    }
    greetAgain();
    for (const request of asked.all()) send(request);
    return true;
  };
  const died = (reason: string) => {
    running = undefined;
    if (disposed) return;
    events.log("error", `the index of ${root} ended (${reason}) and is started again`);
    deaths.add(told.progress.reading);
    asked.died(reason);
    restart = setTimeout(() => {
      restart = undefined;
      ensure();
    }, deaths.pause());
  };
  const renewal = createRenewal(
    () => asked.size > 0 || told.progress.active,
    () => {
      if (running === undefined || !isWorn()) return;
      ending = running.end().then(() => {
        ending = undefined;
        if (!disposed) ensure();
      });
      running = undefined;
    },
  );
  const receive = (reply: IndexReply) => {
    told.receive(reply);
    if (reply.kind === "progress" && isWorn()) renewal.soon();
  };
  return {
    get progress() {
      return told.progress;
    },
    get pid() {
      return running?.pid;
    },
    allow() {
      isAllowed = true;
    },
    ...{ ensure, send, greetAgain },
    async dispose() {
      disposed = true;
      clearTimeout(restart);
      renewal.stop();
      asked.close();
      const last = running;
      running = undefined;
      await Promise.all([ending, last?.end()]);
    },
  };
}

/** What a process says of itself, and who is told. */
function createTold(events: IndexEvents, asked: AskedQuestions, deaths: ReturnType<typeof createDeaths>) {
  let progress = IDLE;
  let read = 0;
  const progressed = (now: IndexProgress) => {
    const more = Math.max(0, now.done - progress.done);
    if (more > 0) deaths.forget();
    read += more;
    progress = now;
    events.onProgress(progress);
  };
  return {
    get progress() {
      return progress;
    },
    /** Units that the process read. */
    get read() {
      return read;
    },
    /** Another process. */
    started() {
      read = 0;
    },
    receive(reply: IndexReply) {
      switch (reply.kind) {
        case "ready":
          return;
        case "log":
          return events.log("info", reply.message);
        case "progress":
          return progressed(reply.progress);
        case "changed":
          deaths.forget();
          return events.onDidChange();
        default:
          asked.settle(reply);
      }
    },
  };
}

/** What it died of may be a unit, or what it does first. */
function createDeaths() {
  /** Units during which it died, with the number of times. */
  const units = new Map<string, number>();
  let inARow = 0;
  return {
    add(reading: string | undefined) {
      inARow++;
      if (reading !== undefined) units.set(reading, (units.get(reading) ?? 0) + 1);
    },
    /** It did something since. */
    forget() {
      inARow = 0;
    },
    areTooMany: () => inARow >= MOST_DEATHS,
    /** Milliseconds until it is started again: at once, unless it died of what it did first. */
    pause: () => (inARow > 1 ? RESTART_MS : 0),
    crashed: () => [...units].flatMap(([path, count]) => (count > 1 ? [path] : [])),
  };
}

/** Once nobody waits for anything. */
function createRenewal(isBusy: () => boolean, renew: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (isBusy() ? soon() : renew()), LOOK_AGAIN_MS);
  };
  return { soon, stop: () => clearTimeout(timer) };
}
