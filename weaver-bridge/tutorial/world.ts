/**
 * What a check asks: the learner's copy and what runs there, as it is now. The IDE answers with its editors, servers,
 * debugger and guest, the linter with files and the weft command.
 */

export interface World {
  /** Text of a file of the copy, with edits that are not saved; `undefined` where there is none. */
  text(file: string): Promise<string | undefined>;
  /** Paths of the copy's files, without what builds leave. */
  files(): Promise<readonly string[]>;
  /** Titles of the effects on a line, from 1: `Trace: before execution of sys_open`. */
  effects(file: string, line: number): Promise<Answer<readonly string[]>>;
  /** Why each advice of the aspect applies at the line or does not. */
  why(file: string, line: number, aspect: string): Promise<Answer<readonly WhyNot[]>>;
  /** What the pointcut written at this line of an aspect file selects in the kernel. */
  select(file: string, line: number): Promise<Answer<Selection>>;
  problems(): Promise<Answer<readonly FoundProblem[]>>;
  build(): Promise<Answer<BuildState>>;
  /** What the guest has printed, `awaited` (a regular expression) among it if it comes; `undefined` before one was started. */
  console(awaited: string): Promise<Answer<string | undefined>>;
  /** Labels of the frames, topmost first; empty while nothing is stopped. */
  frames(): Promise<Answer<readonly string[]>>;
  /** The file in front and the cursor's line, from 1. */
  front(): Promise<Answer<{ readonly file: string; readonly line: number } | undefined>>;
  weft(words: readonly string[]): Promise<Answer<{ readonly code: number; readonly output: string }>>;
  /** What the learner wrote as the answer to the step's question. */
  answer(ask: string): Promise<string | undefined>;
}

/** `waiting`: it is being found out. `cannot`: it can't be asked here. Both with the reason, for people. */
export type Answer<Value> =
  | { readonly value: Value }
  | { readonly waiting: string }
  | { readonly cannot: string };

export interface WhyNot {
  /** `Trace: before execution("% sys_%(...)")` */
  readonly advice: string;
  readonly applies: boolean;
  readonly why: string;
  /** The pointcut with which it would apply. */
  readonly suggestion?: string;
}

export interface Selection {
  readonly pointcut: string;
  readonly total: number;
  /** `execution: int sys_open(...)`, at least the first hundred. */
  readonly labels: readonly string[];
  /** What is wrong with the pointcut. */
  readonly message?: string;
}

export interface FoundProblem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly code: string;
  readonly isError: boolean;
}

/** `stale`: something was changed since. */
export type BuildState =
  | { readonly state: "none" | "running" | "ok" | "stale" }
  | { readonly state: "failed"; readonly message: string };
