/** Whether one instruction of a function leads to another. */

/** From behind the instruction `from` to one that is wanted, over those that may be passed; all by index. */
export function leadsTo(
  next: readonly (readonly number[])[],
  from: number,
  isWanted: (index: number) => boolean,
  mayPass: (index: number) => boolean,
): boolean {
  const seen = new Set<number>();
  const waiting = [...(next[from] ?? [])];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (isWanted(at)) return true;
    if (seen.has(at) || !mayPass(at)) continue;
    seen.add(at);
    waiting.push(...(next[at] ?? []));
  }
  return false;
}
