/** Advice on a source line, and which of the inlined copies of its function is the one that runs there. */

/** One function of an inlined chain, and the line in it. */
export interface ChainLink {
  readonly symbol: string;
  readonly file: string;
  readonly line: number;
}

/** A function that is advice, at one place that it advises. */
export interface AdvisedPlace {
  readonly symbol: string;
  /** Of the kernel's source; absolute. */
  readonly file: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Of advice on execution: its function. The line of its name is none of its code's. */
  readonly executes?: string;
}

/** `chain`: what an instruction of the advice is inlined into, innermost first. */
export function runsFor(place: AdvisedPlace, chain: readonly ChainLink[]): boolean {
  return chain.some(
    ({ symbol, file, line }) =>
      file === place.file &&
      (place.executes === undefined
        ? place.startLine <= line && line <= place.endLine
        : symbol === place.executes),
  );
}
