/** How one unit is compiled, as compilation databases and the records of `weft cc` say it. */
export interface CompileCommand {
  /** Absolute. */
  readonly directory: string;
  /** Main source as the command spells it. */
  readonly file: string;
  /** Compiler first. */
  readonly arguments: readonly string[];
  readonly output?: string;
}
