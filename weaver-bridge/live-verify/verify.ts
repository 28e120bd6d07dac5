/**
 * Runs a kernel's workload under QEMU with the plugin that records events, and holds what is said of its image against them.
 */
import { join } from "node:path";
import { pluginOfQemu } from "../guest/index.js";
import { removeTemporary, temporaryFolder } from "../kernel-build/index.js";
import {
  type ImageCode,
  type Question,
  type ResolvedJoinPoint,
  resolveInImage,
} from "../live-weave/index.js";
import type { Problem } from "../model/index.js";
import { type BegunAgain, begunAgain } from "./begun-again.js";
import {
  type AddressRange,
  createEventFile,
  type Events,
  openEventFile,
  readEventFile,
} from "./event-file.js";
import { type HeldTouches, recordHeldTouches } from "./held-objects.js";
import { type AccessVerdict, judgeAccesses } from "./judge-accesses.js";
import { type ExecutionCount, judgeExecutions } from "./judge-executions.js";
import { type KnownVariable, knownVariables } from "./known-objects.js";
import { type Layouts, layoutsOf } from "./layouts.js";

export interface Verification {
  readonly workload: Workload;
  readonly joinPoints: readonly ResolvedJoinPoint[];
  readonly executions: readonly ExecutionCount[];
  readonly accesses: AccessVerdict;
  /** Whose bytes were watched. */
  readonly objects: readonly KnownVariable[];
  /** Objects that pointers led to; undefined where the machine could not be stopped for them. */
  readonly held: Pick<HeldTouches, "stops" | "mostObjects"> | undefined;
  readonly isIncomplete: boolean;
  /** By QEMU, and not by the kernel: counted once. */
  readonly begunAgain: readonly BegunAgain[];
  /** Of the pointcut itself. */
  readonly problems: readonly Problem[];
}

export interface Workload {
  /** How it ended, in words. */
  readonly reason: string;
  readonly seconds: number;
}

export interface Verified {
  readonly image: ImageCode;
  readonly question: Question;
  /** The plugin's C file, and QEMU's program. */
  readonly plugin: string;
  readonly qemu: string;
  /** QEMU's own arguments have a debug stub: the machine is not stopped to look where pointers lead to. */
  readonly hasStub?: boolean;
  /** Starts QEMU with these arguments beside its own, and comes back when it has ended. */
  run(words: readonly string[]): Promise<Workload | Problem>;
}

export async function verifyClaims(asked: Verified): Promise<Verification | Problem> {
  const { image, question } = asked;
  const layouts = layoutsOf(image.debug);
  const objects = knownVariables(image, layouts);
  const { joinPoints, problems } = resolveInImage(image, { ...question, misses: true });
  const recorded = await recordEvents(asked, objects, asked.hasStub === true ? undefined : layouts);
  if ("code" in recorded) return recorded;
  const { events, workload, held } = recorded;
  return {
    ...{ workload, joinPoints, objects, held, problems, isIncomplete: events.isIncomplete },
    begunAgain: begunAgain(image, events),
    executions: judgeExecutions(joinPoints, image, events),
    accesses: judgeAccesses(joinPoints, events, {
      ...{ image, layouts, variables: objects, question },
      ...(held === undefined ? {} : { held: held.touches }),
    }),
  };
}

export interface Recorded {
  readonly events: Events;
  readonly workload: Workload;
  readonly held?: HeldTouches;
}

/** Of one run, of all code and of the variables; with `layouts` also of objects that pointers lead to. */
export async function recordEvents(
  { image, plugin: source, qemu, run }: Omit<Verified, "question">,
  variables: readonly KnownVariable[],
  layouts?: Layouts,
): Promise<Recorded | Problem> {
  const text = textOf(image);
  if (text === undefined) return noEvents("the image has no code that is linked");
  const plugin = await pluginOfQemu(source, qemu);
  if (typeof plugin !== "string") return plugin;
  const folder = temporaryFolder("weft-verify-");
  try {
    const file = join(folder, "events");
    createEventFile(file, { text, memory: variables, grows: layouts !== undefined });
    const words = ["-plugin", `${plugin},events=${file.replaceAll(",", ",,")}`];
    const stub = join(folder, "stub");
    const isWatched = layouts !== undefined && stub.length <= LONGEST_SOCKET;
    if (isWatched) words.push("-gdb", `unix:${stub.replaceAll(",", ",,")},server=on,wait=off`);
    const ended = new AbortController();
    const [workload, held] = await Promise.all([
      run(words).finally(() => ended.abort()),
      isWatched ? watchHeld({ image, layouts, variables, stub }, file, text, ended.signal) : undefined,
    ]);
    if ("code" in workload) return workload;
    const events = readEventFile(file, text);
    if (!events.isLoaded) return noEvents(`QEMU did not run the plugin: ${workload.reason}`);
    if (events.jumps.length === 0)
      return noEvents(`no instruction of the image was executed (${workload.reason})`);
    return { events, workload, ...(held === undefined ? {} : { held }) };
  } finally {
    removeTemporary(folder);
  }
}

/** Of the name of a socket, as Linux has it. */
const LONGEST_SOCKET = 107;

async function watchHeld(
  given: Omit<Parameters<typeof recordHeldTouches>[0], "events">,
  file: string,
  text: AddressRange,
  signal: AbortSignal,
): Promise<HeldTouches> {
  const events = openEventFile(file, text);
  try {
    return await recordHeldTouches({ ...given, events }, signal);
  } finally {
    events.close();
  }
}

/** Between two sections that belong together; a kernel's first instructions may be linked far below the rest. */
const FAR = 1 << 24;

/** Most of the code that is linked. */
function textOf({ elf }: ImageCode): AddressRange | undefined {
  if (elf.isRelocatable) return undefined;
  const code = elf.sections
    .filter(({ isCode, isLoaded, size }) => isCode && isLoaded && size > 0)
    .map(({ address, size }) => ({ start: address, end: address + size }))
    .sort((left, right) => left.start - right.start);
  const parts: AddressRange[] = [];
  for (const { start, end } of code) {
    const last = parts.at(-1);
    if (last === undefined || start - last.end > FAR) parts.push({ start, end });
    else parts[parts.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return parts.sort((left, right) => right.end - right.start - (left.end - left.start))[0];
}

function noEvents(message: string): Problem {
  return {
    ...{ code: "live/no-events", severity: "error", message },
    hint: "Say the image that the guest runs, and let QEMU run it itself: plugins see nothing under KVM.",
  };
}
