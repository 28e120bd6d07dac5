/** What can go wrong outside the user's text: a missing library, a dead worker. Never a syntax error in a unit. */

export type ClangErrorCode =
  /** The addon was not built. */
  | "addon-missing"
  | "libclang-missing"
  | "libclang-too-old"
  /** libclang or the worker died on this text; the next request gets a new worker. */
  | "parse-crashed"
  | "parse-timeout"
  /** libclang refused the arguments or could not read the text. */
  | "parse-failed"
  /** The worker process can't be started. */
  | "worker-failed"
  /** The host was disposed before the answer came. */
  | "disposed";

export class ClangError extends Error {
  override readonly name = "ClangError";

  /** `message` has no final dot; `hint` says what to do next. */
  constructor(
    readonly code: ClangErrorCode,
    message: string,
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
