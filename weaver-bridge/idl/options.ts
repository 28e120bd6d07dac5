/**
 * Choices of one run of the stub generator, and their names on the command line. Pure: no files are looked at. Every
 * optimization is a switch, so that its effect can be seen and measured.
 */

export interface Optimizations {
  /** Values narrower than a word share a register. */
  readonly packing: boolean;
  /** Long variable data travels as an indirect part; off: all of it is copied through the message. */
  readonly indirectParts: boolean;
  /** The message of a reply starts so that inout values stay where the request put them. */
  readonly overlappingBuffers: boolean;
  /** Copies of whole records by `rep movs` from this many bytes on. */
  readonly repeatMoves: boolean;
  /** Errors are annotated as unlikely. */
  readonly branchAnnotation: boolean;
  /** Operations marked `local` hand over addresses instead of what stands there. */
  readonly passByReference: boolean;
  /** Interfaces marked `local` whose messages fit registers call `lipc` instead of the kernel (X0). */
  readonly localIpc: boolean;
  /** Each service of a server loop ends in its own system call and jumps to the next. */
  readonly threadedDispatch: boolean;
  /** EBP is an operand of system calls, not saved around them. */
  readonly freeFramePointer: boolean;
  /** Strings are measured by `repne scasb`: fewer instructions, but slower on most processors. Off by default. */
  readonly scanStrings: boolean;
  /** X0 is entered by `sysenter`: faster, but needs a Pentium II and a kernel that knows it. Off by default. */
  readonly sysenter: boolean;
}

export interface IdlOptions {
  readonly defines: readonly string[];
  /** Outputs are allocated with CORBA_alloc; off: every out buffer is the caller's (`prealloc`). */
  readonly useMalloc: boolean;
  /** Plain C type names instead of CORBA's. */
  readonly cTypes: boolean;
  readonly optimizations: Optimizations;
}

/** What is on unless a user says otherwise. */
export const ALL_OPTIMIZATIONS: Optimizations = {
  packing: true,
  indirectParts: true,
  overlappingBuffers: true,
  repeatMoves: true,
  branchAnnotation: true,
  passByReference: true,
  localIpc: true,
  threadedDispatch: true,
  freeFramePointer: true,
  scanStrings: false,
  sysenter: false,
};

/** Generic stubs: the peer in measurements. */
export const NO_OPTIMIZATIONS: Optimizations = {
  packing: false,
  indirectParts: false,
  overlappingBuffers: false,
  repeatMoves: false,
  branchAnnotation: false,
  passByReference: false,
  localIpc: false,
  threadedDispatch: false,
  freeFramePointer: false,
  scanStrings: false,
  sysenter: false,
};

export const DEFAULT_OPTIONS: IdlOptions = {
  defines: [],
  useMalloc: true,
  cTypes: false,
  optimizations: ALL_OPTIMIZATIONS,
};

/** Command-line names: `--no-packing` and so on. */
export const OPTIMIZATION_NAMES: Readonly<Record<keyof Optimizations, string>> = {
  packing: "packing",
  indirectParts: "indirect-parts",
  overlappingBuffers: "overlapping-buffers",
  repeatMoves: "repeat-moves",
  branchAnnotation: "branch-annotation",
  passByReference: "pass-by-reference",
  localIpc: "local-ipc",
  threadedDispatch: "threaded-dispatch",
  freeFramePointer: "free-frame-pointer",
  scanStrings: "scan-strings",
  sysenter: "sysenter",
};
