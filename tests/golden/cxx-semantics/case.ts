/** One rule of weaving C++ as a program whose output proves it. */
export interface CxxCase {
  /** C++ with `main`; `printf` is declared. */
  readonly source: string;
  readonly aspects: string;
  readonly output: string;
  /** `gnu++98` and `gnu++17` unless told. */
  readonly dialects?: readonly string[];
  /** Flags for what the source itself needs or provokes. */
  readonly flags?: readonly string[];
}

export type CxxCases = Readonly<Record<string, CxxCase>>;
