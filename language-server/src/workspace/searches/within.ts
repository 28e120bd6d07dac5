/** Waiting with an end: an answer, a limit of time or a cancellation, whichever comes first. Nothing is left behind. */

/** Undefined when the limit (milliseconds; none without it) or the signal came first. Rejects as `answer` does. */
export async function within<T>(
  answer: Promise<T>,
  ms: number | undefined,
  signal: AbortSignal | undefined,
): Promise<{ readonly value: T } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const limit = new Promise<undefined>((done) => {
    stop = () => done(undefined);
    if (signal?.aborted === true) stop();
    signal?.addEventListener("abort", stop);
    if (ms !== undefined) timer = setTimeout(stop, ms);
  });
  try {
    return await Promise.race([answer.then((value) => ({ value })), limit]);
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal?.removeEventListener("abort", stop);
  }
}
