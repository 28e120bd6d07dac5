/** Questions to QEMU's debug stub and its answers, one at a time, on a socket. */
import type { Socket } from "node:net";
import { GuestError, guestLost, notQemu } from "./guest-error.js";
import { HELD, INTERRUPT, LONGEST_PACKET, packetOf, STOP_REPORT } from "./stub-packets.js";

/** Milliseconds that an answer may take. */
const DEADLINE = 5000;
/** Answers that nobody asked for: some arrive again after a visit that was broken off. */
const MOST_UNASKED = 10_000;

export interface StubLink {
  /** Sends a packet, resolves with the content of the answer. */
  ask(content: string, deadline?: number): Promise<string>;
  /** The stub answers them in turn: each new packet says that the answer before it has come. */
  askAll(contents: readonly string[]): Promise<string[]>;
  next(): Promise<string>;
  /** Lets the guest run until it stops by itself; undefined where it had to be stopped at the deadline. */
  run(deadline: number): Promise<string | undefined>;
  hasAnswered(): boolean;
}

/** One question at a time. */
export function createStubLink(socket: Socket): StubLink {
  let rest = "";
  let answered = false;
  /** That the machine stopped is said when it does, and again when it is asked for. */
  let asksStop = false;
  const packets: string[] = [];
  let waiting: { resolve(content: string): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    rest += chunk;
    for (let found = PACKET.exec(rest); found !== null; found = PACKET.exec(rest)) {
      rest = rest.slice(found.index + found[0].length);
      socket.write("+");
      answered = true;
      const content = expanded(found[1] as string);
      const isStop = STOP_REPORT.test(content);
      if (content === HELD) return fail(held());
      if (asksStop || !isStop) packets.push(content);
      if (isStop) asksStop = false;
    }
    if (rest.length > LONGEST_PACKET || packets.length > MOST_UNASKED) {
      socket.destroy();
      rest = "";
      return fail(notQemu());
    }
    const content = waiting === undefined ? undefined : packets.shift();
    if (content === undefined) return;
    waiting?.resolve(content);
    waiting = undefined;
  });
  socket.on("error", () => fail(guestLost()));
  socket.on("close", () => fail(guestLost()));
  const next = (deadline = DEADLINE) =>
    new Promise<string>((resolve, reject) => {
      const ready = packets.shift();
      if (ready !== undefined) return resolve(ready);
      if (socket.destroyed) return reject(guestLost());
      const timer = setTimeout(() => fail(guestLost()), deadline);
      const done = () => clearTimeout(timer);
      waiting = {
        resolve: (content) => {
          done();
          resolve(content);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      };
    });
  const send = (content: string) => {
    asksStop = content === "?" || content.startsWith("vCont");
    socket.write(packetOf(content), "latin1");
  };
  return {
    run: async (deadline) => {
      let stopped = false;
      const answer = next(deadline + DEADLINE);
      send("vCont;c");
      const timer = setTimeout(() => {
        stopped = true;
        socket.write(INTERRUPT, "latin1");
      }, deadline);
      const said = await answer.finally(() => clearTimeout(timer));
      return stopped && !/^T05/.test(said) ? undefined : said;
    },
    ask: (content, deadline) => {
      const answer = next(deadline);
      send(content);
      return answer;
    },
    askAll: async (contents) => {
      const answers: string[] = [];
      for (const content of contents) send(content);
      while (answers.length < contents.length) answers.push(await next(DEADLINE + contents.length));
      return answers;
    },
    next: () => next(),
    hasAnswered: () => answered,
  };
}

const PACKET = /\$([^#$]*)#[0-9a-f]{2}/;

/** Without the run-length coding: `0* ` is a zero and three more. */
function expanded(content: string): string {
  return content.replace(/(.)\*(.)/gs, (_, character: string, count: string) =>
    character.repeat(count.charCodeAt(0) - 28),
  );
}

function held(): GuestError {
  return new GuestError(
    "guest/held-by-debugger",
    "a debugger has stopped the guest, which has to run for this",
    "Let it continue in the debugger, then try again.",
  );
}
