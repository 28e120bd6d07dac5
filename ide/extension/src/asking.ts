// A view's question to the server, one at a time: what changes while it is asked is asked about once the answer is
// there. So an answer is never overtaken by an older one, the last change always has an answer, and a slow server is
// not asked the same again and again.

export interface Asking {
  /** Asks after the pause; a newer call starts the pause anew. */
  soon(): void;
  /** Asks now. Resolves when a question that was asked after this call is answered. */
  now(): Promise<void>;
  dispose(): void;
}

/** `ask` takes the answer in, and never rejects. */
export function createAsking(ask: () => Promise<void>, pauseMilliseconds = 0): Asking {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    next = undefined;
    running = ask().finally(() => {
      running = undefined;
    });
    return running;
  };
  const now = (): Promise<void> => {
    clearTimeout(timer);
    if (running === undefined) return start();
    next ??= running.then(start);
    return next;
  };
  return {
    soon() {
      clearTimeout(timer);
      timer = setTimeout(() => void now(), pauseMilliseconds);
    },
    now,
    dispose: () => clearTimeout(timer),
  };
}
