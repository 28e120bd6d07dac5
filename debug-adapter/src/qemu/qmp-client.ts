/**
 * QEMU's own control channel (QMP) on its unix socket. Only what the adapter needs: why the machine stopped.
 * It knows nothing of the debug stub: asking QMP never disturbs the guest.
 */
import { connect, type Socket } from "node:net";
import { leaveToWaiters, unlessBroken } from "@weft/weaver-bridge/model";

/** QEMU's own words to a command, or that it has ended. */
export class QemuRefusal extends Error {
  override readonly name = "QemuRefusal";
}

/** Undefined where QEMU refuses or has ended, which its process says. Rejects with faults of ours. */
export async function unlessQemuRefuses<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof QemuRefusal) return undefined;
    throw error;
  }
}

export interface QmpClient {
  /** Why the guest shut down, once QEMU has said so: `guest-shutdown`, `guest-reset`, `guest-panic` … */
  readonly shutdownReason: () => string | undefined;
  /** Called with the reason as soon as QEMU says it. */
  onShutdown: (reason: string) => void;
  /** Resolves when QEMU has closed the channel, so that no reason can come any more. */
  readonly closed: Promise<void>;
  /** A command's answer. Rejects with QEMU's message, and when QEMU ends. */
  ask<T>(command: string, args?: object): Promise<T>;
  close(): void;
}

/** Connects and leaves the negotiation mode. Rejects when the socket is not there. */
export async function connectQmp(path: string): Promise<QmpClient> {
  const socket = await openSocket(path);
  let reason: string | undefined;
  let rest = "";
  /** What was asked and is not answered yet, in order; first the negotiation. */
  const asked: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = parseMessage(line);
      if (message.event === "SHUTDOWN" && message.data?.reason !== undefined) {
        reason ??= message.data.reason; // The end that we ask for then is none of its own.
        client.onShutdown(message.data.reason);
      }
      if (message.error !== undefined) asked.shift()?.reject(new QemuRefusal(message.error.desc));
      else if ("return" in message) asked.shift()?.resolve(message.return);
    }
  });
  socket.on("error", () => {}); // QEMU's end is seen through its process.
  const ask = <T>(command: string, args: object = {}) =>
    new Promise<T>((resolve, reject) => {
      if (socket.destroyed) return reject(new QemuRefusal("QEMU has ended"));
      asked.push({ resolve: resolve as (value: unknown) => void, reject });
      socket.write(`${JSON.stringify({ execute: command, arguments: args })}\n`);
    });
  const closed = new Promise<void>((resolve) =>
    socket.once("close", () => {
      for (const { reject } of asked.splice(0)) reject(new QemuRefusal("QEMU has ended"));
      resolve();
    }),
  );
  const client: QmpClient = {
    shutdownReason: () => reason,
    onShutdown: () => {},
    closed,
    ask,
    close: () => socket.destroy(),
  };
  leaveToWaiters(ask("qmp_capabilities")); // Its end is seen through its process.
  return client;
}

function openSocket(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}

interface QmpMessage {
  readonly event?: string;
  readonly data?: { readonly reason?: string };
  readonly error?: { readonly desc: string };
  readonly return?: unknown;
}

function parseMessage(line: string): QmpMessage {
  // Not for us to judge; QEMU never sends half a line.
  return unlessBroken(() => JSON.parse(line) as QmpMessage) ?? {};
}
