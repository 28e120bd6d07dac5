/** A debug stub that somebody else runs, met through a relay of ours. */
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errors } from "./debug-error.js";
import { makeOwnFolder } from "./own-folder.js";
import { relayStub, type StubRelay } from "./stub-relay.js";

/** A unix socket's path, or a port. */
export type StubAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export interface MetStub extends Pick<StubRelay, "showThreads"> {
  /** Of the unix socket where GDB meets it. */
  readonly path: string;
  close(): Promise<void>;
}

/** Milliseconds between two tries: the stub may come later than we do. */
const AGAIN = 100;

/** Rejects with `connect-failed` when nobody accepts the connection within `deadline` milliseconds. */
export async function meetStub(
  address: StubAddress,
  deadline: number,
  signal: AbortSignal,
): Promise<MetStub> {
  const first = await connected(address, Date.now() + deadline, signal);
  const folder = await makeOwnFolder();
  const path = join(folder, "gdb");
  const waiting: Socket[] = [first];
  const relay = await relayStub(path, {
    stub: () => waiting.pop() ?? connect(address),
    mendSteps: "path" in address,
  });
  return {
    path,
    showThreads: relay.showThreads,
    close: async () => {
      first.destroy();
      relay.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function connected(address: StubAddress, end: number, signal: AbortSignal): Promise<Socket> {
  for (;;) {
    const socket = connect(address);
    try {
      await once(socket, "connect", { signal });
      return socket.on("error", () => {}); // Its end is passed on.
    } catch (error) {
      socket.destroy();
      if (signal.aborted) throw errors.cancelled();
      if (Date.now() > end) throw errors.connectFailed(addressText(address), (error as Error).message);
      await sleep(AGAIN);
    }
  }
}

export function addressText(address: StubAddress): string {
  return "path" in address ? "the running guest" : `${address.host}:${address.port}`;
}
