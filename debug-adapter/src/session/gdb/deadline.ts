/** A wait that ends: rejects with `late()` when `work` has not settled within the time. `work` itself goes on. */
export async function withDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  late: () => Error = () => new Error("GDB did not answer in time"),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
