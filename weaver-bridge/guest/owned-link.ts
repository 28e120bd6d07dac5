/** The owner's own connection to a debug stub: to each packet an answer, in turn, without a deadline (its clients have theirs). */
import { connect, type Socket } from "node:net";
import { isRefusal } from "../model/index.js";
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

class MachineEnd extends Error {
  constructor() {
    super("the machine has ended");
  }
}

/** Of what {@link linkToStub} and its questions reject with: a machine that has ended, or is not there, is no fault. */
export function warnUnlessEnded(error: Error): undefined {
  if (!(error instanceof MachineEnd || isRefusal(error)))
    process.emitWarning(`a debugger got no answer: ${error.message}`);
}

/** Rejects when nobody listens. */
export async function linkToStub(path: string): Promise<OwnedLink> {
  const socket = await opened(path);
  const waiting: Waiting[] = [];
  const hear = createPacketReader((piece) => {
    if (!piece.startsWith("$")) return;
    socket.write("+");
    const content = contentOf(piece);
    const [first] = waiting;
    // That the machine stopped for this connection is said unasked.
    if (first === undefined || (STOP_REPORT.test(content) && !first.asksStop)) return;
    if (OUTPUT.test(content)) return first.onOutput(content);
    waiting.shift();
    first.resolve(content);
  });
  socket.setEncoding("latin1").on("data", (chunk) => hear(chunk.toString()));
  socket.on("error", () => {}); // Its end is seen below.
  socket.once("close", () => {
    for (const one of waiting.splice(0)) one.reject(new MachineEnd());
  });
  return {
    ask: (content, onOutput = () => {}) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new MachineEnd());
        waiting.push({ resolve, reject, onOutput, asksStop: content === "?" || RESUMES.test(content) });
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
