/** One rule of the language as a program that prints what happened. */
export interface RuleCase {
  /** C++ with `main`; `stdio.h` is included. */
  readonly source: string;
  /** Further units of the program, alike. */
  readonly more?: readonly string[];
  /** Text of the `.ah` file. */
  readonly aspects: string;
  readonly output: string;
  /** What the build says besides, each a part of a line: warnings. */
  readonly says?: readonly string[];
  /** Options of the aspect compiler: `--data_joinpoints`. */
  readonly weaver?: readonly string[];
  /** Options of g++: `-std=gnu++17`. */
  readonly compiler?: readonly string[];
  /** Why Debian's ag++ 2.3 can't be asked: what it does instead. */
  readonly beyond?: string;
}

export type RuleCases = Readonly<Record<string, RuleCase>>;
