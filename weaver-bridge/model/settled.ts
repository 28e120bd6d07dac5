/** Promises whose rejection is somebody else's to hear. */

/** Resolves when the promise has settled, however: for queues, whose next entry goes on after one that failed. */
export async function settled(promise: Promise<unknown>): Promise<void> {
  await promise.then(ignore, ignore);
}

/** Its rejection is told by who waits for it, maybe later or never; Node would end the process where nobody waits yet. */
export function leaveToWaiters(promise: Promise<unknown>): void {
  promise.then(ignore, ignore);
}

function ignore(): void {}
