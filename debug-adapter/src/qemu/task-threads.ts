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
  { toDebugger, toStub }: Directions,
  threads: () => readonly SleepingThread[],
): StubFilter {
  let acknowledges = true;
  /** Acknowledgements for our own answers. */
  let unpassed = 0;
  let lastQuestion = "";
  let selected: number | undefined;
  /** Hexadecimal digits of the stub's answer to `g`. */
  let length: number | undefined;
  /** What stands before the number of a thread: `p01.`. */
  let prefix = "";
  /** The first CPU. */
  let first: string | undefined;
  let isListed = false;

  const numberIn = (text: string): number | undefined => {
    const number = Number.parseInt(text.split(".").at(-1) ?? "", 16);
    return number >= FIRST_TASK ? number : undefined;
  };
  const known = (number: number) => threads().find((thread) => thread.number === number);
  const reply = (content: string) => {
    if (acknowledges) {
      unpassed++;
      toDebugger("+");
    }
    toDebugger(packetOf(content));
  };

  /** The answer to what concerns a task; `undefined` for the stub. */
  const own = (content: string): string | undefined => {
    const [, kind = "", id = ""] = /^(Hg|Hc|T|qThreadExtraInfo,)(.+)$/.exec(content) ?? [];
    const number = id === "" ? undefined : numberIn(id);
    if (kind === "Hg") selected = number;
    if (number !== undefined) {
      const thread = known(number);
      if (thread === undefined) return "E01";
      if (kind === "Hg" && first !== undefined) return undefined;
      return kind.startsWith("q") ? Buffer.from(thread.title).toString("hex") : "OK";
    }
    if (content === "qfThreadInfo") isListed = false;
    if (content === "qsThreadInfo" && isListed) return "l";
    if (content.startsWith("vCont;"))
      return content.split(/[;:]/).some((part) => numberIn(part) !== undefined) ? "E01" : undefined;
    if (selected === undefined) return undefined;
    const registers = known(selected)?.registers ?? {};
    if (content === "g") return packed(registers, length);
    const register = /^p([\da-f]+)$/.exec(content)?.[1];
    if (register !== undefined) return one(registers, Number.parseInt(register, 16));
    return /^[GP]/.test(content) ? "E01" : undefined;
  };

  const question = (packet: string) => {
    const content = packet.slice(1, -3);
    const answer = own(content);
    if (answer !== undefined) return reply(answer);
    lastQuestion = content;
    toStub(content.startsWith("Hg") && selected !== undefined ? packetOf(`Hg${first}`) : packet);
  };
  const answer = (packet: string) => {
    const content = packet.slice(1, -3);
    const asked = lastQuestion;
    lastQuestion = "";
    if (content.startsWith("T")) selected = undefined;
    if (asked === "g" && /^[\da-fx]+$/.test(content)) length = content.length;
    if (asked === "QStartNoAckMode" && content === "OK") acknowledges = false;
    if (/^q[fs]ThreadInfo$/.test(asked)) {
      prefix = /^m(p[\da-f]+\.)/.exec(content)?.[1] ?? prefix;
      first ??= /^m([^,]+)/.exec(content)?.[1];
      if (content === "l" && !isListed && length !== undefined && threads().length > 0) {
        isListed = true;
        toDebugger(
          packetOf(
            `m${threads()
              .map(({ number }) => `${prefix}${number.toString(16)}`)
              .join(",")}`,
          ),
        );
        return;
      }
    }
    toDebugger(packet);
  };

  const splitDebugger = createPacketReader((piece) => {
    if (piece.startsWith("$")) question(piece);
    else if (piece === "+" && unpassed > 0) unpassed--;
    else toStub(piece);
  });
  const splitStub = createPacketReader((piece) => {
    if (piece.startsWith("$")) answer(piece);
    else toDebugger(piece);
  });
  return { fromDebugger: splitDebugger, fromStub: splitStub };
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
