/** Requests and events that the adapter has beyond the Debug Adapter Protocol. Names and payloads only. */

/** The debug type of our configurations, `"type": "weft"`. */
export const DEBUG_TYPE = "weft";

/** Request: text for the guest's serial console. The answer comes when the last character is sent. */
export const CONSOLE_INPUT = "weft/consoleInput";
export interface ConsoleInput {
  readonly text: string;
}

/** Request: the adapter's recent log, oldest line first, for a problem report. */
export const RECENT_LOG = "weft/recentLog";
export interface RecentLog {
  readonly lines: readonly string[];
}

/**
 * Requests in a recording, beside the protocol's `stepBack` and `reverseContinue`; the stop comes as of a step. Back to
 * just before the last write of a variable or field; and to where advice last began.
 */
export const REVERSE_TO_WRITE = "weft/reverseToWrite";
export interface ReverseToWrite {
  readonly expression: string;
  readonly frameId?: number;
}
export const REVERSE_TO_JOIN_POINT = "weft/reverseToJoinPoint";

/** The same: back to where advice on a line of the kernel last began, and to where a line was last executed. */
export const REVERSE_TO_ADVICE = "weft/reverseToAdvice";
export const REVERSE_TO_LINE = "weft/reverseToLine";
export interface SourceLine {
  /** Of the source file; absolute. */
  readonly path: string;
  readonly line: number;
}

/**
 * Request in a recording: when the join points of a pointcut ran in the whole recorded run. Runs the recording forward
 * beside the machine that is seen, which stays where it is.
 */
export const RECORDED_HITS = "weft/recordedHits";
export interface RecordedHitsArguments {
  readonly pointcut: string;
  /** At most so many, {@link MOST_HITS} by default. */
  readonly most?: number;
  /** The search takes at most so long, a minute by default; 0: as long as it takes. */
  readonly seconds?: number;
}
export interface RecordedHits {
  /** In the order of time. */
  readonly hits: readonly RecordedHit[];
  /** Instructions that belong to the pointcut. */
  readonly places: number;
  /** There may be more. */
  readonly isCut: boolean;
  /** Of a search that ended before the run does. */
  readonly limit?: HitsLimit;
}
/** What ended the search, where, and where the run ends; both in executed instructions since power-on. */
export interface HitsLimit {
  readonly by: "most" | "seconds";
  readonly value: number;
  readonly searchedTo: number;
  /** Where it is known. */
  readonly end?: number;
}
export interface RecordedHit {
  /** Executed instructions since power-on, for {@link GO_TO}. */
  readonly position: number;
  readonly joinPoint: string;
  /** As GDB prints them; what the optimizer left no trace of is absent. */
  readonly values: readonly HitValue[];
}
export interface HitValue {
  /** `value`: what was read; `old` and `new`: before and after a write. A `result` is that of the call that began here. */
  readonly kind: "argument" | "result" | "value" | "old" | "new";
  /** Of an argument. */
  readonly name?: string;
  readonly value: string;
}
export const MOST_HITS = 1000;

/**
 * Request in a recording: by which instructions a value came to where it is, newest first, until a constant, something from
 * outside, or what can't be followed. Runs the recording beside the machine that is seen, which stays where it is.
 */
export const VALUE_ORIGIN = "weft/valueOrigin";
export interface ValueOriginArguments {
  /** A register of GDB's (`$NAME`), or what has an address and at most eight bytes. */
  readonly expression: string;
  /** In which it is read, where the machine stands; the innermost by default. */
  readonly frameId?: number;
  /** Just before this instruction; where the machine stands by default. */
  readonly position?: number;
  /** The search takes at most so long, a minute by default; 0: as long as it takes. */
  readonly seconds?: number;
  /** At most so many links of the chain, 30 by default. */
  readonly most?: number;
}
export interface ValueOrigin {
  readonly expression: string;
  readonly position: number;
  /** Register or memory that was followed, as an expression of GDB's that holds without a frame. */
  readonly place: string;
  /** Hexadecimal, as all values here: what the bytes are, without a sign. */
  readonly value?: string | undefined;
  readonly steps: readonly OriginStep[];
  readonly end: OriginEndTold;
}
/** An instruction that put the value where it is from somewhere else. */
export interface OriginStep extends OriginPlace {
  /** Executed instructions since power-on, for {@link GO_TO}: just before it. */
  readonly position: number;
  /** `restored`: the step before it loaded a register with what this one had stored out of it. */
  readonly how: "copied" | "computed" | "restored";
  readonly to: string;
  readonly value?: string | undefined;
  /** The first is what is followed. Each can be asked for, at its position. */
  readonly from: readonly OriginSource[];
}
/** A value at a moment of the run. */
export interface OriginSource {
  readonly expression: string;
  readonly position: number;
  readonly value?: string | undefined;
}
export interface OriginPlace {
  /** Of the instruction. */
  readonly address?: string;
  /** The machine function. */
  readonly symbol?: string;
  /** FILE:LINE, as the debug information has the file. */
  readonly line?: string;
}
export interface OriginEndTold extends OriginPlace {
  /** `initial`: as the kernel's file has it; `processor`: stored by an interrupt or exception. */
  readonly kind: "constant" | "input" | "flags" | "initial" | "power-on" | "processor" | "unknown" | "limit";
  /** What was followed last. */
  readonly held: string;
  readonly value?: string | undefined;
  readonly position?: number;
  readonly message: string;
}

/**
 * Request in a recording: why an instruction was executed. From it back to the branch that led there, to the branch before that,
 * to the call of the function, and so on, newest first. Runs the recording beside the machine that is seen.
 */
export const RUN_REASON = "weft/runReason";
export interface RunReasonArguments {
  /** Of the instruction; where the machine stands by default. */
  readonly position?: number;
  /** The search takes at most so long, a minute by default; 0: as long as it takes. */
  readonly seconds?: number;
  /** At most so many links of the chain, 30 by default. */
  readonly most?: number;
}
export interface RunReason extends OriginPlace {
  readonly position: number;
  readonly steps: readonly ReasonStep[];
  readonly end: ReasonEndTold;
}
/** An instruction that led to the one before in the chain. */
export interface ReasonStep extends OriginPlace {
  /** Executed instructions since power-on, for {@link GO_TO}: just before it. */
  readonly position: number;
  /**
   * `taken`, `passed`: a branch that decided, and jumped or did not; `chosen`: a jump that decided by where it led to, as of a
   * `switch`; `called`, `jumped`, `returned`: so the function was entered.
   */
  readonly how: "taken" | "passed" | "chosen" | "called" | "jumped" | "returned";
  /** Where it may lead to is not known: it may not have decided. */
  readonly isUncertain?: true;
  /** What decided, as assembler: the comparison, where there is one. */
  readonly comparison?: string;
  /** Values that decided. Each can be asked for, at its position. */
  readonly on: readonly OriginSource[];
}
export interface ReasonEndTold extends OriginPlace {
  readonly kind: "interrupt" | "beginning" | "unknown" | "limit";
  readonly position: number;
  readonly message: string;
}

/** Request in a recording: to just before the instruction at a position. The stop comes as of a step. */
export const GO_TO = "weft/goTo";
export interface GoTo {
  readonly position: number;
}

/** Request: in advice of which aspects steps end; without `advice` it is only asked. Breakpoints there hold anyway. */
export const STEP_INTO = "weft/stepInto";
export type SteppedAdvice = "all" | readonly string[];
export interface StepInto {
  readonly advice?: SteppedAdvice;
}
export interface SteppedInto {
  readonly advice: SteppedAdvice;
  /** All that the kernel has. */
  readonly aspects: readonly string[];
}

/**
 * Request: stops show the woven text in place of the source, or the source again; without `woven` the other one than now.
 * A stop that is seen is told once more, with frames whose sources are `sourceReference`s.
 */
export const SHOW_WOVEN = "weft/showWoven";
export interface ShowWoven {
  readonly woven: boolean;
}

/** Request: runs on to where advice begins next that steps go into. The stop comes as of a step. */
export const TO_NEXT_ADVICE = "weft/toNextAdvice";

/** Request: writes all memory and processors of the machine into a file, an ELF core, which `dump` of a launch opens. */
export const DUMP_MEMORY = "weft/dumpMemory";
export interface DumpMemory {
  /** Absolute. */
  readonly file: string;
}

/** Event: a run was recorded. */
export const RECORDED = "weft/recorded";
export interface Recorded {
  readonly file: string;
  /** Executed instructions; absent where QEMU's log can't be read. */
  readonly instructions?: number;
}

/** Event, just before `terminated`: why the session ended. */
export const SESSION_ENDED = "weft/sessionEnded";
export interface SessionEnded {
  /** Stable, one of the adapter's catalogue, for example `qemu-ended`. */
  readonly code: string;
  /** What happened, as a person reads it. */
  readonly message: string;
}
