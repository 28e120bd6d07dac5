/**
 * From GDB's frames to the stack that a developer sees: glue is folded away, advice and the original bodies under
 * around advice carry names that mean something. Plain data; knows neither GDB's syntax nor the debug protocol.
 *
 * ```
 *   GDB                            shown
 *   __weft_advice_Trace_2_0        Trace: after call of may_open       (advice)
 *   __weft_shadow_1                -
 *   sys_open                       sys_open                            (kernel)
 * ```
 */
import { type JoinPoint, joinPointOf } from "@weft/weaver-bridge/model";
import { isGuardGlue, versionName } from "./version-name.js";
import type { GeneratedSymbol, KernelPlace, WeaveIndex } from "./weave-map.js";

/** A frame as the debugger has it. Lines are 1-based; `file` is absolute where the debugger knows it. */
export interface RawFrame {
  /** 0 is the innermost frame. */
  readonly level: number;
  readonly symbol?: string;
  readonly file?: string;
  readonly line?: number;
  /** The file that has the function, where `file` is an aspect's and functions of several files have its name. */
  readonly source?: string;
  /** `0x…` */
  readonly address?: string;
}

export interface ShownFrame {
  /** The debugger's level, to ask for variables. */
  readonly level: number;
  /** `member` is a function of an aspect; `trap` the machine's own frame between a place and what interrupted it. */
  readonly kind: "kernel" | "advice" | "member" | "proceed" | "trap" | "unknown";
  readonly name: string;
  /** The debugger's name of the function. */
  readonly symbol?: string;
  /** Aspect whose advice runs here. */
  readonly aspect?: string;
  /** It is around advice: what it advises runs inside of it. */
  readonly isAround?: true;
  /** The join point that the advice runs at, when known. */
  readonly joinPoint?: JoinPoint;
  readonly file?: string;
  readonly line?: number;
  readonly address?: string;
}

/**
 * Frames that the weaver made to glue a join point together are left out; the order stays. `breakpointFile` (absolute)
 * is given when a source breakpoint stopped the machine: a stop in its advice is shown there, as a frame of its own.
 */
export function showStack(
  frames: readonly RawFrame[],
  index: WeaveIndex,
  breakpointFile?: string,
): ShownFrame[] {
  return frames.flatMap((frame, position) => {
    const shown = showFrame(frame, frames.slice(position + 1), index) ?? [];
    const advice = position === 0 ? scatteredAdvice(frame, index, breakpointFile) : undefined;
    return advice === undefined ? shown : [advice].concat(shown);
  });
}

/**
 * At -O2 a breakpoint in advice often lies on code that the optimizer moved out of the inlined function: GDB knows its
 * line there, but only one frame, the kernel function's. The developer asked for the line, so the advice is shown.
 */
function scatteredAdvice(
  frame: RawFrame,
  index: WeaveIndex,
  breakpointFile: string | undefined,
): ShownFrame | undefined {
  const { symbol, file, line } = frame;
  if (symbol === undefined || file === undefined || line === undefined || file !== breakpointFile)
    return undefined;
  if (index.generated(symbol) !== undefined || index.member(symbol) !== undefined) return undefined;
  const effect = index.adviceAt(symbol, file, line, frame.source);
  if (effect === undefined) return undefined;
  return {
    ...place(frame),
    kind: "advice",
    name: effect.title,
    aspect: effect.by.name,
    joinPoint: joinPointOf(effect),
  };
}

function showFrame(frame: RawFrame, outer: readonly RawFrame[], index: WeaveIndex): ShownFrame | undefined {
  const symbol = frame.symbol;
  if (symbol === "<signal handler called>")
    return { ...place(frame), kind: "trap", name: "trap or interrupt" };
  if (symbol === undefined || symbol === "??")
    return { ...place(frame), kind: "unknown", name: frame.address ?? "unknown" };
  // Stopped in it, it is all there is to see.
  if (frame.level > 0 && isGuardGlue(symbol)) return undefined;
  const member = index.member(symbol);
  if (member !== undefined) {
    const { aspect, name } = member;
    return { ...place(frame), kind: "member", name: `${aspect}::${name}`, aspect };
  }
  const generated = index.generated(symbol, kernelPlaceAround(frame, outer, index));
  if (generated === undefined) return showKernelFrame(frame, symbol, index);
  switch (generated.role) {
    case "shadow":
      return undefined;
    case "advice":
      return showAdviceFrame(frame, generated, symbol);
    default:
      return { ...place(frame), kind: "proceed", name: generated.label ?? ownerOf(outer, index) ?? symbol };
  }
}

function showAdviceFrame(frame: RawFrame, generated: GeneratedSymbol, symbol: string): ShownFrame {
  const { label = symbol, aspect, isAround, joinPoint } = generated;
  return {
    ...place(frame),
    kind: "advice",
    name: label,
    ...(aspect === undefined ? {} : { aspect }),
    ...(isAround === undefined ? {} : { isAround }),
    ...(joinPoint === undefined ? {} : { joinPoint }),
  };
}

/** The optimizer moves code of an advice among that of its function; that code belongs to the function's header. */
function showKernelFrame(frame: RawFrame, symbol: string, index: WeaveIndex): ShownFrame {
  const effect =
    frame.file === undefined || frame.line === undefined
      ? undefined
      : index.adviceAt(symbol, frame.file, frame.line, frame.source);
  const title = index.madeOf(symbol);
  const name = title === undefined ? (versionName(symbol) ?? symbol) : `${symbol} (${title})`;
  const kernel = { ...place(frame), kind: "kernel" as const, name };
  if (effect === undefined) return kernel;
  return { ...kernel, file: effect.target.file, line: effect.target.startLine };
}

function place(frame: RawFrame) {
  return {
    level: frame.level,
    ...(frame.symbol === undefined ? {} : { symbol: frame.symbol }),
    ...(frame.file === undefined ? {} : { file: frame.file }),
    ...(frame.line === undefined ? {} : { line: frame.line }),
    ...(frame.address === undefined ? {} : { address: frame.address }),
  };
}

/** The nearest frame of the kernel's own, which tells the unit and the join point. */
function kernelPlaceAround(frame: RawFrame, outer: readonly RawFrame[], index: WeaveIndex): KernelPlace {
  return [frame, ...outer].find((candidate) => isKernel(candidate, index)) ?? {};
}

/** The kernel function whose body an outlined `proceed` function holds. */
function ownerOf(outer: readonly RawFrame[], index: WeaveIndex): string | undefined {
  return outer.find((frame) => isKernel(frame, index))?.symbol;
}

function isKernel({ symbol }: RawFrame, index: WeaveIndex): boolean {
  return symbol !== undefined && index.generated(symbol) === undefined && index.member(symbol) === undefined;
}
