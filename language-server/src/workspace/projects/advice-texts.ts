/** Which advice was edited: its join points may be the same, yet what it does there has to be looked at again. */
import type { AspectFile } from "@weft/weaver-bridge/model";
import { adviceKey } from "@weft/weaver-bridge/weaver";

/** By {@link adviceKey}. */
export type AdviceTexts = ReadonlyMap<string, string>;

export function adviceTexts(aspects: readonly AspectFile[]): AdviceTexts {
  return new Map(
    aspects.flatMap(({ file, text, aspects: all }) =>
      all.flatMap(({ name, advice }) =>
        advice.map(
          ({ index, range }) => [adviceKey(file, name, index), text.slice(range.start, range.end)] as const,
        ),
      ),
    ),
  );
}

/** Keys of what is new or was edited; none where nothing is known of before. */
export function changedAdvice(before: AdviceTexts | undefined, now: AdviceTexts): string[] {
  return before === undefined
    ? []
    : [...now].flatMap(([key, text]) => (before.get(key) === text ? [] : [key]));
}
