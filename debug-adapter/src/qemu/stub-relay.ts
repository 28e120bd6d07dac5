/**
 * The socket where GDB meets a debug stub. What passes is the business of two filters: `task-threads` makes sleeping
 * tasks threads, `whole-steps` mends the steps of a machine that runs (a recording takes care of its own).
 */
import { connect, createServer, type Socket } from "node:net";
import { createTaskThreads, type SleepingThread } from "./task-threads.js";
import { createWholeSteps, type Directions, type StubFilter } from "./whole-steps.js";

export interface StubRelay {
  /** What sleeps while the machine stands: threads for GDB, from its next look at the threads on. */
  showThreads(threads: readonly SleepingThread[]): void;
  close(): void;
}

export interface RelaySettings {
  /** The stub's unix socket, or how a connection to it is made. */
  readonly stub: string | (() => Socket);
  readonly mendSteps: boolean;
}

/** Listens on the unix socket `path` and leads each connection to the stub. Rejects when it can't listen. */
export async function relayStub(path: string, { stub, mendSteps }: RelaySettings): Promise<StubRelay> {
  const open = new Set<Socket>();
  let threads: readonly SleepingThread[] = [];
  const server = createServer((debugger_) => {
    const machine = typeof stub === "string" ? connect(stub) : stub();
    const filter = filterBetween(
      {
        toDebugger: (text) => debugger_.write(text, "latin1"),
        toStub: (text) => machine.write(text, "latin1"),
      },
      mendSteps,
      () => threads,
    );
    for (const [socket, other, pass] of [
      [debugger_, machine, filter.fromDebugger],
      [machine, debugger_, filter.fromStub],
    ] as const) {
      open.add(socket);
      socket.setEncoding("latin1").on("data", (chunk) => pass(chunk.toString()));
      socket.on("error", () => {}); // Its end is passed on.
      socket.once("end", () => other.end());
      socket.once("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  return {
    showThreads: (shown) => {
      threads = shown;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function filterBetween(
  directions: Directions,
  mendSteps: boolean,
  threads: () => readonly SleepingThread[],
): StubFilter {
  if (!mendSteps) return createTaskThreads(directions, threads);
  const steps = createWholeSteps({
    toDebugger: (text) => tasks.fromStub(text),
    toStub: directions.toStub,
  });
  const tasks = createTaskThreads({ toDebugger: directions.toDebugger, toStub: steps.fromDebugger }, threads);
  return { fromDebugger: tasks.fromDebugger, fromStub: steps.fromStub };
}
