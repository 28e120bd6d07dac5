/** From GDB's record of a stop, and what the session knows of it, to what the client is told. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { Hit } from "../breakpoints/breakpoint-hit.js";
import type { CaughtException } from "../breakpoints/exception-place.js";
import type { GdbStop } from "../gdb/gdb-stop.js";
import type { WrittenValues } from "../values/written-values.js";

const NO_FURTHER = "The recording goes no further";

/** Where a recording begins or ends. GDB gave such a stop no reason at all before version 16. */
const isHistoryEnd = ({ reason, "signal-name": signal }: GdbStop) =>
  reason === "no-history" || (reason === undefined && signal === undefined);

const RESET_TEXT =
  "The kernel reset the machine, or the CPU met a triple fault: this is where it stood. It can't go on.";

type StopBody = DebugProtocol.StoppedEvent["body"];

/** What the session knows of a stop. */
export interface StopContext {
  readonly atStopPoint: boolean;
  readonly pauseAsked: boolean;
  readonly stepEnd: boolean;
  readonly isRecording: boolean;
  /** Of all breakpoints that are met here. */
  readonly hitIds?: readonly number[];
  /** The machine stands where it was reset. */
  readonly wasReset: boolean;
  /** At a data breakpoint. */
  readonly written?: WrittenValues | undefined;
  /** What the kernel gives up for. */
  readonly panic?: string | undefined;
  /** An exception of the CPU. */
  readonly caught?: CaughtException | undefined;
}

/** Each kind of stop in its own words; of several that fit the first says more. */
export function describeStop(stop: GdbStop, hit: Hit | undefined, context: StopContext): StopBody {
  return (
    describeEnd(hit, context) ??
    describeAccess(hit, context) ??
    describeMove(stop, hit, context) ??
    describeSignal(stop, context.pauseAsked)
  );
}

/** The first stop, and where the kernel ends or gives up. */
function describeEnd(hit: Hit | undefined, context: StopContext): StopBody | undefined {
  if (context.atStopPoint) return { reason: "entry", description: "Stopped at the chosen point" };
  if (context.wasReset)
    return { reason: "exception", description: "Reset or triple fault", text: RESET_TEXT };
  if (context.caught !== undefined)
    return { reason: "exception", description: context.caught.title, text: context.caught.text };
  if (hit?.kind === "panic")
    return { reason: "exception", description: "Kernel panic", text: context.panic ?? "The kernel gives up" };
  return undefined;
}

/** Memory that was read or written at a data breakpoint. */
function describeAccess(hit: Hit | undefined, context: StopContext): StopBody | undefined {
  if (context.written === undefined) return undefined;
  const description = hit?.place?.joinPoint ?? "Memory accessed";
  return {
    reason: "data breakpoint",
    description,
    text: describeValues(context.written),
    ...idsOf(hit, context),
  };
}

/** Where breakpoints, steps and the end of a recording lead. */
function describeMove(stop: GdbStop, hit: Hit | undefined, context: StopContext): StopBody | undefined {
  if (context.isRecording && isHistoryEnd(stop))
    return { reason: "pause", description: NO_FURTHER, text: NO_FURTHER };
  const place = hit?.place;
  if (stop.reason === "breakpoint-hit" && (place !== undefined || !context.stepEnd))
    return place === undefined
      ? { reason: REASONS[hit?.kind ?? "source"] ?? "breakpoint", ...idsOf(hit, context) }
      : {
          reason: "function breakpoint",
          description: place.joinPoint,
          text: place.joinPoint,
          ...idsOf(hit, context),
        };
  if (stop.reason === "watchpoint-scope")
    return { reason: "data breakpoint", description: "The watched variable is gone" };
  if (context.stepEnd || stop.reason === "location-reached" || hit?.log !== undefined)
    return { reason: "step" };
  return undefined;
}

function describeSignal(stop: GdbStop, pauseAsked: boolean): StopBody {
  const signal = stop["signal-name"];
  if (pauseAsked || signal === undefined || signal === "SIGINT" || signal === "0") return { reason: "pause" };
  return { reason: "exception", description: `Signal ${signal}`, text: stop["signal-meaning"] ?? signal };
}

function idsOf(hit: Hit | undefined, { hitIds }: StopContext): Pick<StopBody, "hitBreakpointIds"> {
  return hit === undefined ? {} : { hitBreakpointIds: [...(hitIds ?? [hit.id])] };
}

const REASONS: Readonly<Record<string, string>> = {
  function: "function breakpoint",
  instruction: "instruction breakpoint",
};

function describeValues({ old, new: now, value, by }: WrittenValues): string {
  const isChange = old !== undefined && now !== undefined;
  const what = isChange ? `${old} became ${now}` : `value ${now ?? value ?? old ?? "unknown"}`;
  return by === undefined ? what : `${what}, ${value === undefined ? "written" : "read"} by ${by}`;
}
