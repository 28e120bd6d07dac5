/** Work that takes long on a kernel, in steps, so that what somebody waits for comes in between. */

export type Steps<T> = Generator<void, T>;

/** So long before others get their turn, milliseconds. */
const SLICE_MS = 20;

/** Undefined once `isOver`: nobody wants it any more. `took`: milliseconds of its own. Rejects with what a step throws. */
export async function inSlices<T>(
  steps: Steps<T>,
  isOver: () => boolean,
): Promise<{ readonly value: T; readonly took: number } | undefined> {
  let took = 0;
  for (;;) {
    await new Promise((done) => setImmediate(done));
    if (isOver()) return undefined;
    const start = performance.now();
    let step = steps.next();
    while (step.done !== true && performance.now() - start < SLICE_MS) step = steps.next();
    took += performance.now() - start;
    if (step.done === true) return { value: step.value, took };
  }
}

/** Without a pause. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
