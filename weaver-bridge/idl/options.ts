/**
 * Choices of one run of the stub generator, and their names on the command line. Pure: no files are looked at. Every
 * optimization is a switch, so that its effect can be seen and measured.
 */

export type Kernel = "v2" | "x0" | "v4";

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
}

export interface IdlOptions {
  readonly defines: readonly string[];
  /** Outputs are allocated with CORBA_alloc; off: every out buffer is the caller's (`prealloc`). */
  readonly useMalloc: boolean;
  /** Plain C type names instead of CORBA's. */
  readonly cTypes: boolean;
  readonly optimizations: Optimizations;
}

export const ALL_OPTIMIZATIONS: Optimizations = {
  packing: true,
  indirectParts: true,
  overlappingBuffers: true,
  repeatMoves: true,
  branchAnnotation: true,
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
};
