/** Our part of an answer never waits longer than this for clangd's part. */
const PATIENCE_MS = 2_000;

/** Somebody else's answer if it comes soon: one that is slow, or fails (`failed` is told why), must not hide ours. */
export async function patient<T>(
  answer: Promise<T>,
  failed: (error: Error) => void,
  patienceMs = PATIENCE_MS,
): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  const settled = answer.catch((error: Error) => {
    failed(error);
    return null;
  });
  return Promise.race([settled, limit]).finally(() => clearTimeout(timer));
}
