/** What `look` gives; undefined where the system refuses. Whatever else it throws is a fault of ours, and is thrown. */
export function unlessRefused(look) {
  try {
    return look();
  } catch (error) {
    if (error.syscall === undefined) throw error;
    return undefined;
  }
}
