/** The owner's own connection to a debug stub: one packet, one answer, without a deadline (its clients have theirs). */
import { connect, type Socket } from "node:net";
import { contentOf, createPacketReader, INTERRUPT, packetOf, RESUMES, STOP_REPORT } from "./stub-packets.js";

export interface OwnedLink {
  /** The answer's content; of a packet that lets the machine run, the report of the stop. Rejects when the machine ends. */
  ask(content: string, onOutput?: (content: string) => void): Promise<string>;
  /** Stops a running machine; one that stands does not hear it. */
  interrupt(): void;
  isOpen(): boolean;
  /** Also when the machine ends. */
  whenClosed(react: () => void): void;
  close(): void;
}

/** Rejects when nobody listens. */
export async function linkToStub(path: string): Promise<OwnedLink> {
  const socket = await opened(path);
  let waiting: Waiting | undefined;
  const hear = createPacketReader((piece) => {
    if (!piece.startsWith("$")) return;
    socket.write("+");
    const content = contentOf(piece);
    // That the machine stopped for this connection is said unasked.
    if (STOP_REPORT.test(content) && waiting?.asksStop !== true) return;
    if (waiting !== undefined && OUTPUT.test(content)) return waiting.onOutput(content);
    const answered = waiting;
    waiting = undefined;
    answered?.resolve(content);
  });
  socket.setEncoding("latin1").on("data", (chunk) => hear(chunk.toString()));
  socket.on("error", () => {}); // Its end is seen below.
  socket.once("close", () => waiting?.reject(new Error("the machine has ended")));
  return {
    ask: (content, onOutput = () => {}) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error("the machine has ended"));
        waiting = { resolve, reject, onOutput, asksStop: content === "?" || RESUMES.test(content) };
        socket.write(packetOf(content), "latin1");
      }),
    interrupt: () => void socket.write(INTERRUPT),
    whenClosed: (react) => void socket.once("close", react),
    isOpen: () => !socket.destroyed,
    close: () => socket.destroy(),
  };
}

interface Waiting {
  readonly asksStop: boolean;
  resolve(content: string): void;
  reject(error: Error): void;
  onOutput(content: string): void;
}

/** What a monitor command prints, before its answer. */
const OUTPUT = /^O[0-9a-f]/;

function opened(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", reject);
  });
}
