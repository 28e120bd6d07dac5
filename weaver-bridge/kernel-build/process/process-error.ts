/** A program that was not run to its end. */
export class ProcessError extends Error {
  constructor(
    readonly code:
      | "process-not-found"
      | "process-not-started"
      | "process-refused"
      | "process-deadline"
      | "process-cancelled",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "ProcessError";
  }
}

/** For `runProcess(…).catch(noneIfNotRun)`: undefined for a program that can't be run to its end; throws whatever else it was. */
export function noneIfNotRun(error: unknown): undefined {
  if (!(error instanceof ProcessError)) throw error;
}
