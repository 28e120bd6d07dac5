/** One packet to a debug stub, one answer: what a replay asks the machines that it starts, and is asked itself. */
import { connect, type Socket } from "node:net";
import { createPacketReader, packetOf } from "@weft/weaver-bridge/guest";

const INTERRUPT = "\x03";

export interface StubLink {
  /** The answer's content; of a packet that lets the machine run, the report of the stop. */
  ask(content: string): Promise<string>;
  interrupt(): void;
  close(): void;
}

export async function linkStub(path: string): Promise<StubLink> {
  const socket = await opened(path);
  let waiting: { resolve(content: string): void; reject(error: Error): void } | undefined;
  const split = createPacketReader((piece) => {
    if (!piece.startsWith("$")) return;
    socket.write("+");
    waiting?.resolve(piece.slice(1, -3));
    waiting = undefined;
  });
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => split(chunk.toString()));
  socket.on("error", () => {}); // Its end is seen below.
  socket.once("close", () => waiting?.reject(new Error("the machine has ended")));
  return {
    ask: (content) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error("the machine has ended"));
        waiting = { resolve, reject };
        socket.write(packetOf(content), "latin1");
      }),
    interrupt: () => void socket.write(INTERRUPT),
    close: () => socket.destroy(),
  };
}

/** The other side of it: a debugger's packets are answered one after the other, until an answer fails. */
export function answerPackets(
  debugger_: Socket,
  answer: (content: string) => Promise<string>,
  on: { interrupt?(): void; failed(error: Error): void },
): void {
  let work = Promise.resolve();
  const read = createPacketReader((piece) => {
    if (piece === INTERRUPT) on.interrupt?.();
    if (!piece.startsWith("$")) return;
    debugger_.write("+");
    const content = piece.slice(1, -3);
    work = work
      .then(() => answer(content))
      .then((text) => void debugger_.write(packetOf(text), "latin1"))
      .catch((error: Error) => {
        if (!debugger_.destroyed) on.failed(error);
        debugger_.destroy();
      });
  });
  debugger_.setEncoding("latin1").on("data", (chunk) => read(chunk.toString()));
  debugger_.on("error", () => {}); // Whoever ends the session ends us.
}

function opened(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}
