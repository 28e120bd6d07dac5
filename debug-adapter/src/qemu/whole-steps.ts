/**
 * What QEMU's debug stub gets wrong about single steps, put right between the stub and GDB. When a timer of the machine
 * fires as a step begins, QEMU leaves the CPU's loop before the instruction has run, and reports the step as done. GDB
 * believes it: a breakpoint that it just steps off is met once more, and a logpoint tells one hit twice.
 *
 *     GDB   vCont;s    ─▶  stub
 *           (held back) ◀─ T05         the registers are read: all are what they were
 *           vCont;s    ─▶  (again)
 *     GDB   T05        ◀─  T05         something has changed
 *
 * An instruction that changes no register (`1: jmp 1b`) can run again without harm. Texts are latin1, one character a
 * byte. Knows no socket.
 */
import { contentOf, createPacketReader, INTERRUPT, packetOf } from "@weft/weaver-bridge/guest";

/** Both directions of one connection, in pieces of any length. */
export interface StubFilter {
  fromDebugger(chunk: string): void;
  fromStub(chunk: string): void;
}

export interface Directions {
  toDebugger(text: string): void;
  toStub(text: string): void;
}

/** Steps without effect in a row that are not believed; a jump to itself is believed then. */
const MOST_REPEATS = 20;

interface Step {
  /** The whole packet. */
  readonly packet: string;
  readonly thread: string | undefined;
  readonly registers: string;
  repeats: number;
  /** The stub's report, which GDB has not seen yet. */
  report?: string;
}

export function createWholeSteps({ toDebugger, toStub }: Directions): StubFilter {
  let acknowledges = true;
  /** Acknowledgements that belong to this conversation, and don't pass. */
  const unpassed = { fromStub: 0, fromDebugger: 0 };
  let lastQuestion = "";
  /** What `g` is about. */
  let thread: string | undefined;
  /** As GDB read them at this stop. */
  let known: { readonly thread: string | undefined; readonly registers: string } | undefined;
  let step: Step | undefined;

  const ask = (packet: string) => {
    if (acknowledges) unpassed.fromStub++;
    toStub(packet);
  };
  const question = (packet: string) => {
    lastQuestion = contentOf(packet);
    const chosen = /^Hg(.+)$/.exec(lastQuestion)?.[1];
    if (chosen !== undefined) thread = threadId(chosen);
    if (/^[GPcCsS]|^vCont;/.test(lastQuestion)) {
      const stepped = /^vCont;s(?::([^;]+))?|^s$/.exec(lastQuestion);
      const of = stepped?.[1] === undefined ? known?.thread : threadId(stepped[1]);
      step =
        stepped !== null && known !== undefined && of === known.thread
          ? { packet, thread: of, registers: known.registers, repeats: 0 }
          : undefined;
      known = undefined;
    }
    toStub(packet);
  };
  const answer = (packet: string) => {
    const content = contentOf(packet);
    if (step?.report !== undefined) {
      if (acknowledges) toStub("+");
      if (content === step.registers && step.repeats < MOST_REPEATS) {
        step.repeats++;
        delete step.report;
        ask(step.packet);
        return;
      }
      if (acknowledges) unpassed.fromDebugger++;
      toDebugger(step.report);
      step = undefined;
      return;
    }
    const stopped = /^T..(?:.*;)?thread:([^;]+);/s.exec(content)?.[1];
    if (stopped !== undefined) thread = threadId(stopped);
    if (step !== undefined && content.startsWith("T05") && thread === step.thread) {
      step.report = packet;
      if (acknowledges) toStub("+");
      ask(packetOf("g"));
      return;
    }
    step = undefined;
    if (lastQuestion === "g") known = { thread, registers: content };
    if (lastQuestion === "QStartNoAckMode" && content === "OK") acknowledges = false;
    lastQuestion = "";
    toDebugger(packet);
  };

  const splitDebugger = createPacketReader((piece) => {
    if (piece.startsWith("$")) question(piece);
    else if (piece === "+" && unpassed.fromDebugger > 0) unpassed.fromDebugger--;
    // An interrupt while the registers are read would be lost: the machine stands already, and GDB is told at once.
    else if (piece !== INTERRUPT || step?.report === undefined) toStub(piece);
  });
  const splitStub = createPacketReader((piece) => {
    if (piece.startsWith("$")) answer(piece);
    else if (piece === "+" && unpassed.fromStub > 0) unpassed.fromStub--;
    else toDebugger(piece);
  });
  return { fromDebugger: splitDebugger, fromStub: splitStub };
}

/** `p01.01` and `p1.1` are one thread; undefined for "any" and "all". */
function threadId(text: string): string | undefined {
  const numbers = text
    .replace(/^p/, "")
    .split(".")
    .map((number) => Number.parseInt(number, 16));
  return numbers.some((number) => !(number > 0)) ? undefined : numbers.join(".");
}
