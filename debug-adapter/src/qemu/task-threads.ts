/**
 * Sleeping tasks as threads. A debug stub knows CPUs; what sleeps it does not know. Between GDB and the stub the tasks
 * join the list of threads, each with the registers that it saved when it went to sleep, so that stacks, locals and
 * expressions of a sleeping task work as those of a running one do:
 *
 *     GDB  qfThreadInfo ─▶ stub         m p1.1
 *          qsThreadInfo ─▶ stub   l ─▶  m p1.10000,p1.10001
 *          Hg p1.10000  ─▶ stub   OK    as Hg p1.1: memory is seen as the first processor maps it, which runs the kernel
 *          g            ─▶ here         unknown registers xxxxxxxx, saved ones with their values
 *
 * They can't be written, stepped or resumed. Texts are latin1, one character a byte. Knows no socket, and no kernel.
 */
import { createPacketReader, packetOf } from "@weft/weaver-bridge/guest";
import { factsOfNames } from "@weft/weaver-bridge/machine";
import { lookUp } from "@weft/weaver-bridge/model";
import type { Directions, StubFilter } from "./whole-steps.js";

export interface SleepingThread {
  /** Not that of a CPU: from {@link FIRST_TASK} on. */
  readonly number: number;
  readonly title: string;
  /** By name; what is missing is told as unknown. */
  readonly registers: Readonly<Record<string, bigint>>;
}

/** Above the numbers of all CPUs. */
export const FIRST_TASK = 0x10000;

export function createTaskThreads(
  directions: Directions,
  threads: () => readonly SleepingThread[],
): StubFilter {
  const tasks = new TaskThreads(directions, threads);
  return {
    fromDebugger: createPacketReader((piece) => tasks.takeFromDebugger(piece)),
    fromStub: createPacketReader((piece) => tasks.takeFromStub(piece)),
  };
}

/** What the two sides have agreed upon and asked, and what is answered here between them. */
class TaskThreads {
  private acknowledges = true;
  /** Acknowledgements for our own answers. */
  private unpassed = 0;
  private lastQuestion = "";
  private selected: number | undefined;
  /** Hexadecimal digits of the stub's answer to `g`. */
  private length: number | undefined;
  /** What stands before the number of a thread: `p01.`. */
  private prefix = "";
  /** The first CPU. */
  private firstCpu: string | undefined;
  private isListed = false;

  constructor(
    private readonly directions: Directions,
    private readonly threads: () => readonly SleepingThread[],
  ) {}

  takeFromDebugger(piece: string): void {
    if (piece.startsWith("$")) this.passQuestion(piece);
    else if (piece === "+" && this.unpassed > 0) this.unpassed--;
    else this.directions.toStub(piece);
  }

  takeFromStub(piece: string): void {
    if (piece.startsWith("$")) this.passAnswer(piece);
    else this.directions.toDebugger(piece);
  }

  private passQuestion(packet: string): void {
    const content = packet.slice(1, -3);
    const answer = this.answerItself(content);
    if (answer !== undefined) {
      this.reply(answer);
      return;
    }
    this.lastQuestion = content;
    const isTask = content.startsWith("Hg") && this.selected !== undefined;
    this.directions.toStub(isTask ? packetOf(`Hg${this.firstCpu}`) : packet);
  }

  private reply(content: string): void {
    if (this.acknowledges) {
      this.unpassed++;
      this.directions.toDebugger("+");
    }
    this.directions.toDebugger(packetOf(content));
  }

  /** The answer to what concerns a task; `undefined` for the stub. */
  private answerItself(content: string): string | undefined {
    const [, kind = "", id = ""] = /^(Hg|Hc|T|qThreadExtraInfo,)(.+)$/.exec(content) ?? [];
    const number = id === "" ? undefined : taskNumber(id);
    if (kind === "Hg") this.selected = number;
    if (number !== undefined) return this.answerAboutTask(kind, number);
    if (content === "qfThreadInfo") this.isListed = false;
    if (content === "qsThreadInfo" && this.isListed) return "l";
    if (content.startsWith("vCont;"))
      return content.split(/[;:]/).some((part) => taskNumber(part) !== undefined) ? "E01" : undefined;
    return this.selected === undefined ? undefined : this.answerOfRegisters(content, this.selected);
  }

  private answerAboutTask(kind: string, number: number): string | undefined {
    const thread = this.threadOf(number);
    if (thread === undefined) return "E01";
    if (kind === "Hg" && this.firstCpu !== undefined) return undefined;
    return kind.startsWith("q") ? Buffer.from(thread.title).toString("hex") : "OK";
  }

  /** Registers of a task are read, and never written. */
  private answerOfRegisters(content: string, task: number): string | undefined {
    const registers = this.threadOf(task)?.registers ?? {};
    if (content === "g") return packed(registers, this.length);
    const register = /^p([\da-f]+)$/.exec(content)?.[1];
    if (register !== undefined) return one(registers, Number.parseInt(register, 16));
    return /^[GP]/.test(content) ? "E01" : undefined;
  }

  private threadOf(number: number): SleepingThread | undefined {
    return this.threads().find((thread) => thread.number === number);
  }

  private passAnswer(packet: string): void {
    const content = packet.slice(1, -3);
    const asked = this.lastQuestion;
    this.lastQuestion = "";
    if (content.startsWith("T")) this.selected = undefined;
    if (asked === "g" && /^[\da-fx]+$/.test(content)) this.length = content.length;
    if (asked === "QStartNoAckMode" && content === "OK") this.acknowledges = false;
    const tasks = /^q[fs]ThreadInfo$/.test(asked) ? this.listAfterCpus(content) : undefined;
    this.directions.toDebugger(tasks ?? packet);
  }

  /** The packet that names the tasks, where the stub's list of CPUs has just ended. */
  private listAfterCpus(content: string): string | undefined {
    this.prefix = /^m(p[\da-f]+\.)/.exec(content)?.[1] ?? this.prefix;
    this.firstCpu ??= /^m([^,]+)/.exec(content)?.[1];
    const threads = this.threads();
    if (content !== "l" || this.isListed || this.length === undefined || threads.length === 0)
      return undefined;
    this.isListed = true;
    return packetOf(`m${threads.map(({ number }) => `${this.prefix}${number.toString(16)}`).join(",")}`);
  }
}

/** Of `p1.10001`; `undefined` where it is a CPU's. */
function taskNumber(text: string): number | undefined {
  const number = Number.parseInt(text.split(".").at(-1) ?? "", 16);
  return number >= FIRST_TASK ? number : undefined;
}

/** In the order of the stub's `g` packet; the last one here is not the last one there. */
function orderOf(registers: SleepingThread["registers"]): { order: readonly string[]; bytes: number } {
  const { stub, word } = factsOfNames((name) => name in registers);
  return { order: stub.order, bytes: word };
}

function packed(registers: SleepingThread["registers"], length = 0): string {
  const { order, bytes } = orderOf(registers);
  return order
    .map((name) => digits(lookUp(registers, name), bytes))
    .join("")
    .padEnd(length, "x");
}

function one(registers: SleepingThread["registers"], index: number): string {
  const { order, bytes } = orderOf(registers);
  const name = order[index];
  return name === undefined ? "E01" : digits(lookUp(registers, name), bytes);
}

/** Lowest byte first. */
function digits(value: bigint | undefined, bytes: number): string {
  if (value === undefined) return "x".repeat(2 * bytes);
  const hex = value.toString(16).padStart(2 * bytes, "0");
  return (hex.match(/../g) ?? []).reverse().join("");
}
