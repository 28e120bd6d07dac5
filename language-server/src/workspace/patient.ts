/** Our part of an answer never waits longer than this for clangd's part. */
const PATIENCE_MS = 2_000;

/** clangd's answer if it comes soon; a slow or failing clangd must not hide ours. */
export async function patient<T>(answer: Promise<T>, patienceMs = PATIENCE_MS): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  return Promise.race([answer.catch(() => null), limit]).finally(() => clearTimeout(timer));
}
