/** A program as nested lists of text, so that what a difference does not need can be left out piece by piece. */
export type Part = string | List;

interface List {
  readonly head: string;
  readonly parts: readonly Part[];
  readonly tail: string;
}

export function textOf(part: Part): string {
  if (typeof part === "string") return part;
  return `${part.head}\n${part.parts.map(textOf).join("\n")}\n${part.tail}`;
}

/** A part of `whole` that still `keeps` what it is about, with as little as can be found in `budget` questions. */
export function shrink(whole: Part, keeps: (part: Part) => boolean, budget: number): Part {
  let left = budget;
  const holds = (part: Part) => left-- > 0 && keeps(part);

  function less(part: Part, within: (part: Part) => Part): Part {
    if (typeof part === "string") return part;
    let best: List = part;
    for (let size = 2 ** Math.floor(Math.log2(Math.max(part.parts.length, 1))); size >= 1; size /= 2)
      for (let at = 0; at < best.parts.length && left > 0; ) {
        const candidate = { ...best, parts: best.parts.toSpliced(at, size) };
        if (holds(within(candidate))) best = candidate;
        else at += size;
      }
    // What stands last uses what stands first.
    for (let at = best.parts.length - 1; at >= 0; at--) {
      const around = best;
      const inner = less(around.parts[at] as Part, (part) =>
        within({ ...around, parts: around.parts.with(at, part) }),
      );
      best = { ...around, parts: around.parts.with(at, inner) };
    }
    return best;
  }
  const once = less(whole, (part) => part);
  return left > 0 ? less(once, (part) => part) : once;
}
