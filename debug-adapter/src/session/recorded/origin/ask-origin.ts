/** "Where did this value come from?" of an expression at a moment of a recording, in its own GDBs beside the machine that is seen. */
import type { Machine } from "@weft/weaver-bridge/machine/code";
import type { OriginStep, ValueOrigin } from "../../../protocol/index.js";
import type { TimeMachine } from "../../../qemu/index.js";
import { GdbConnection, GdbProcess } from "../../gdb/gdb-connection.js";
import { GdbRefusal } from "../../gdb/gdb-refusal.js";
import { connectGdb, loadSymbols, runNothingLoaded, startGdb } from "../../gdb/gdb-session.js";
import { evaluate, wordSize } from "../../gdb/mi-commands.js";
import { createRingLog } from "../../gdb/ring-log.js";
import { type CodePlaces, createCodePlaces } from "./code-places.js";
import { endAsText } from "./end-text.js";
import { expressionOf, type Location, numberOf, registerValue } from "./location.js";
import { findOrigin, type HeldValue, type OriginLink } from "./value-origin.js";

export interface OriginQuestion {
  readonly expression: string;
  /** Just before this instruction, in executed instructions since power-on. */
  readonly position: number;
  readonly seconds?: number;
  readonly most?: number;
  /** As they are found. */
  onStep?(step: OriginStep): void;
}

/** Links of a chain, where nothing else is asked for. */
const MOST_LINKS = 30;
const USUAL_SECONDS = 60;
const DEADLINE = 60_000;
/** In bytes; what is longer is many values. */
const LARGEST = 8;

/** Throws with the reason where there is no such value. `symbols`: the recorded kernel's file. */
export async function askOrigin(
  time: TimeMachine,
  symbols: string,
  question: OriginQuestion,
): Promise<ValueOrigin> {
  const { position, expression, seconds = USUAL_SECONDS, most = MOST_LINKS } = question;
  const signal = seconds === 0 ? new AbortController().signal : AbortSignal.timeout(seconds * 1000);
  const { machine, location } = await whereIs(time, symbols, question);
  const start = await holdAt(time, machine, location, position);
  const places = await createCodePlaces(symbols);
  const steps: OriginStep[] = [];
  const told: Promise<unknown>[] = [];
  try {
    const tell = async (link: OriginLink) => {
      const step = await stepOf(link, machine, places);
      steps.push(step);
      question.onStep?.(step);
    };
    // One after another: GDB answers in order.
    const onLink = (link: OriginLink) =>
      void told.push((told.at(-1) ?? Promise.resolve()).then(() => tell(link)));
    const end = await findOrigin({ time, machine, signal, most, onLink }, start);
    await told.at(-1);
    return {
      ...{ expression, position, value: hex(start.value), place: expressionOf(location, machine), steps },
      end: await endAsText(end, machine, places),
    };
  } finally {
    await places.end();
  }
}

const hex = (value: bigint | undefined) => (value === undefined ? undefined : `0x${value.toString(16)}`);

async function stepOf(link: OriginLink, machine: Machine, places: CodePlaces): Promise<OriginStep> {
  const source = ({ location, value, position }: HeldValue) => ({
    expression: expressionOf(location, machine),
    position,
    ...(value === undefined ? {} : { value: hex(value) }),
  });
  return {
    position: link.position,
    ...(await places.of(link.address)),
    how: link.how,
    to: expressionOf(link.to, machine),
    ...(link.value === undefined ? {} : { value: hex(link.value) }),
    from: [link.from, ...link.others].map(source),
  };
}

async function holdAt(
  time: TimeMachine,
  machine: Machine,
  location: Location,
  position: number,
): Promise<HeldValue> {
  const look = await time.span(position, position);
  try {
    if (location.kind === "register")
      return { location, position, value: registerValue(location, look.registers(position), machine) };
    const bytes = await look.memory(location.start, location.size);
    if (bytes === undefined) throw new Error("There is no memory at its address at that moment.");
    return { location, position, value: numberOf(bytes) };
  } finally {
    await look.close();
  }
}

/** Asks a GDB that looks at the machine as it stands there. */
async function whereIs(
  time: TimeMachine,
  symbols: string,
  { expression, position }: OriginQuestion,
): Promise<{ machine: Machine; location: Location }> {
  const { machineOfBits } = await import("@weft/weaver-bridge/machine/code");
  const scout = await time.scout(position);
  const gdb = new GdbConnection(new GdbProcess("gdb", process.cwd(), true), createRingLog());
  try {
    await startGdb(gdb);
    await runNothingLoaded(gdb);
    await loadSymbols(gdb, symbols);
    await connectGdb(gdb, await scout.openForReading(), DEADLINE);
    const machine = machineOfBits((await wordSize(gdb)) === 8 ? 64 : 32);
    const named = registerNamed(expression, machine) ?? (await registerOf(gdb, expression, machine));
    if (named !== undefined) return { machine, location: named };
    const top = { threadId: 1, frameId: 0 };
    const size = Number(await evaluate(gdb, `sizeof(${expression})`, top));
    const address = BigInt(await evaluate(gdb, `(unsigned long)&(${expression})`, top));
    if (size > LARGEST)
      throw new Error(
        `${expression} has ${size} bytes, which come from many places: ask for one member or element of it.`,
      );
    return { machine, location: { kind: "memory", start: address, size } };
  } catch (error) {
    if (!(error instanceof GdbRefusal)) throw error;
    throw new Error(
      `${expression} names no place there whose value could have come from somewhere: ${error.message}`,
    );
  } finally {
    await Promise.all([scout.end(), gdb.gdbProcess.stop()]);
  }
}

function registerNamed(expression: string, machine: Machine): Location | undefined {
  const name = /^\s*\$(\w+)\s*$/.exec(expression)?.[1];
  const number = Object.entries(machine.names).find(([, known]) => known === name)?.[0];
  return name === undefined || number === undefined
    ? undefined
    : { kind: "register", number: Number(number), start: 0, size: machine.word };
}

/** Of a variable that the compiler keeps in one here. */
async function registerOf(
  gdb: GdbConnection,
  expression: string,
  machine: Machine,
): Promise<Location | undefined> {
  if (!/^\s*[A-Za-z_]\w*\s*$/.test(expression)) return undefined;
  const told = await gdb.consoleCommand(`info address ${expression.trim()}`, "--thread 1");
  const counter = BigInt(await evaluate(gdb, "(unsigned long)$pc", { threadId: 1, frameId: 0 }));
  const ranges = [...told.matchAll(/Range 0x([0-9a-f]+)-0x([0-9a-f]+): a variable in (\$\w+)/g)];
  const here = ranges.find(([, from, to]) => BigInt(`0x${from}`) <= counter && counter < BigInt(`0x${to}`));
  const register = here?.[3] ?? /^Symbol ".*" is a variable in (\$\w+)/.exec(told)?.[1];
  if (register === undefined) return undefined;
  const location = registerNamed(register, machine);
  const size = Number(await evaluate(gdb, `sizeof(${expression})`, { threadId: 1, frameId: 0 }));
  return location === undefined || size > machine.word ? undefined : { ...location, size };
}
