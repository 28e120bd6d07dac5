/** From our plain data and GDB's stop records to the shapes of the Debug Adapter Protocol. */
import { basename } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { ShownFrame } from "../engine/index.js";
import type { Hit } from "./breakpoint-table.js";
import type { CaughtException } from "./exception-catcher.js";
import type { WrittenValues } from "./written-values.js";

interface Watchpoint {
  readonly number: string;
  readonly exp: string;
}

/** GDB's `*stopped` record, as far as it is read. */
export interface GdbStop {
  readonly reason?: string;
  readonly bkptno?: string;
  readonly "thread-id"?: string;
  readonly "signal-name"?: string;
  readonly "signal-meaning"?: string;
  readonly wpt?: Watchpoint;
  readonly "hw-rwpt"?: Watchpoint;
  readonly "hw-awpt"?: Watchpoint;
  readonly value?: { readonly old?: string; readonly new?: string; readonly value?: string };
}

/** Advice below the top of a stack is shown subdued, so that the kernel's own calls stand out. */
export function frameToDap(frame: ShownFrame, id: number, isTop: boolean): DebugProtocol.StackFrame {
  const origin = frame.aspect === undefined ? {} : { origin: `aspect ${frame.aspect}` };
  const hint = frame.kind === "trap" ? "label" : frame.aspect !== undefined && !isTop ? "subtle" : "normal";
  return {
    id,
    name: frame.name,
    line: frame.line ?? 0,
    column: frame.line === undefined ? 0 : 1,
    ...(frame.file === undefined
      ? {}
      : { source: { name: basename(frame.file), path: frame.file, ...origin } }),
    ...(frame.address === undefined ? {} : { instructionPointerReference: frame.address }),
    presentationHint: hint,
  };
}

/** GDB 13 gives no reason when a recording ends or begins. */
const NO_FURTHER = "The recording goes no further";

const RESET_TEXT =
  "The kernel reset the machine, or the CPU met a triple fault: this is where it stood. It can't go on.";

type StopBody = DebugProtocol.StoppedEvent["body"];

/** What the session knows of a stop. */
export interface StopContext {
  readonly atStopPoint: boolean;
  readonly pauseAsked: boolean;
  readonly stepEnd: boolean;
  readonly isRecording: boolean;
  /** The machine stands where it was reset. */
  readonly wasReset: boolean;
  /** At a data breakpoint. */
  readonly written?: WrittenValues | undefined;
  /** What the kernel gives up for. */
  readonly panic?: string | undefined;
  /** An exception of the CPU. */
  readonly caught?: CaughtException | undefined;
}

export function isWatchStop(stop: GdbStop): boolean {
  return (stop.wpt ?? stop["hw-rwpt"] ?? stop["hw-awpt"]) !== undefined;
}

export function describeStop(stop: GdbStop, hit: Hit | undefined, context: StopContext): StopBody {
  if (context.atStopPoint) return { reason: "entry", description: "Stopped at the chosen point" };
  if (context.wasReset)
    return { reason: "exception", description: "Reset or triple fault", text: RESET_TEXT };
  if (context.caught !== undefined)
    return { reason: "exception", description: context.caught.title, text: context.caught.text };
  if (hit?.kind === "panic")
    return { reason: "exception", description: "Kernel panic", text: context.panic ?? "The kernel gives up" };
  const ids = hit === undefined ? {} : { hitBreakpointIds: [hit.id] };
  const { written } = context;
  if (written !== undefined) {
    const description = hit?.place?.joinPoint ?? "Memory accessed";
    return { reason: "data breakpoint", description, text: describeValues(written), ...ids };
  }
  if (context.isRecording && stop.reason === undefined && stop["signal-name"] === undefined)
    return { reason: "pause", description: NO_FURTHER, text: NO_FURTHER };
  if (stop.reason === "breakpoint-hit" && hit?.place !== undefined) {
    const { joinPoint } = hit.place;
    return { reason: "function breakpoint", description: joinPoint, text: joinPoint, ...ids };
  }
  if (stop.reason === "breakpoint-hit" && !context.stepEnd)
    return { reason: hit?.kind === "function" ? "function breakpoint" : "breakpoint", ...ids };
  if (stop.reason === "watchpoint-scope")
    return { reason: "data breakpoint", description: "The watched variable is gone" };
  if (context.stepEnd || stop.reason === "location-reached" || hit?.log !== undefined)
    return { reason: "step" };
  const signal = stop["signal-name"];
  if (context.pauseAsked || signal === undefined || signal === "SIGINT" || signal === "0")
    return { reason: "pause" };
  return { reason: "exception", description: `Signal ${signal}`, text: stop["signal-meaning"] ?? signal };
}

function describeValues({ old, new: now, value, by }: WrittenValues): string {
  const isChange = old !== undefined && now !== undefined;
  const what = isChange ? `${old} became ${now}` : `value ${now ?? value ?? old ?? "unknown"}`;
  return by === undefined ? what : `${what}, ${value === undefined ? "written" : "read"} by ${by}`;
}
