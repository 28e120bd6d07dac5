/** The socket where GDB meets QEMU's debug stub: what passes is `whole-steps`' business. */
import { connect, createServer, type Socket } from "node:net";
import { createWholeSteps } from "./whole-steps.js";

export interface StubRelay {
  close(): void;
}

/** Listens on the unix socket `path` and leads each connection to the stub's socket. Rejects when it can't listen. */
export async function relayStub(path: string, stub: string): Promise<StubRelay> {
  const open = new Set<Socket>();
  const server = createServer((debugger_) => {
    const machine = connect(stub);
    const steps = createWholeSteps({
      toDebugger: (text) => debugger_.write(text, "latin1"),
      toStub: (text) => machine.write(text, "latin1"),
    });
    for (const [socket, other, pass] of [
      [debugger_, machine, steps.fromDebugger],
      [machine, debugger_, steps.fromStub],
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
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
