/** What a preprocessed text is to have. */

export interface PreprocessOptions {
  /** Aspect tail, latin1; begins with its marker line. */
  readonly tail?: string | undefined;
  /** Files that the unit includes before all else, absolute. */
  readonly includes?: readonly string[];
  /** The unit's text, latin1, instead of its file's: an editor's unsaved text, or what came on standard input. */
  readonly overlay?: string | undefined;
  /** Texts of headers, latin1 and by absolute path, instead of those of the files. */
  readonly headers?: ReadonlyMap<string, string> | undefined;
  /** Dependency options without `-MF`, when the make rule is wanted too. */
  readonly dependencyOptions?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds, a minute by default. */
  readonly deadline?: number | undefined;
  /** Of the compiler, for what nobody waits for. */
  readonly niceness?: number | undefined;
}
