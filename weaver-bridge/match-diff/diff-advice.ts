/** Which advice of one version of the aspects is which of another, although some was added, changed or moved. */
import type { Advice, AspectFile } from "../model/index.js";
import { printPointcut } from "../pointcut/index.js";

/** Advice as `Aspect.index` to a name that both versions share; unpaired advice has a name of its own. */
export type AdviceNames = ReadonlyMap<string, string>;

export interface PairedAdvice {
  readonly before: AdviceNames;
  readonly after: AdviceNames;
}

interface Item {
  readonly key: string;
  readonly aspect: string;
  readonly kind: string;
  readonly pointcut: string;
  readonly body: string;
}

export function adviceKey(aspect: string, index: number): string {
  return `${aspect}.${index}`;
}

/** Advice that is the same; then with the same body, with the same pointcut, and what is left by kind, in order. */
export function pairAdvice(before: readonly AspectFile[], after: readonly AspectFile[]): PairedAdvice {
  const [left, right] = [itemsOf(before), itemsOf(after)];
  const names = { before: new Map<string, string>(), after: new Map<string, string>() };
  const same: ((a: Item, b: Item) => boolean)[] = [
    (a, b) => a.pointcut === b.pointcut && a.body === b.body,
    (a, b) => a.body === b.body,
    (a, b) => a.pointcut === b.pointcut,
    () => true,
  ];
  for (const fits of same)
    for (const item of left) {
      if (names.before.has(item.key)) continue;
      const other = right.find(
        (candidate) =>
          !names.after.has(candidate.key) &&
          candidate.aspect === item.aspect &&
          candidate.kind === item.kind &&
          fits(item, candidate),
      );
      if (other === undefined) continue;
      names.before.set(item.key, other.key);
      names.after.set(other.key, other.key);
    }
  for (const { key } of left) if (!names.before.has(key)) names.before.set(key, `${key} (before)`);
  for (const { key } of right) if (!names.after.has(key)) names.after.set(key, key);
  return names;
}

function itemsOf(files: readonly AspectFile[]): Item[] {
  return files.flatMap(({ aspects, text }) =>
    aspects.flatMap((aspect) =>
      aspect.advice.map((advice: Advice) => ({
        key: adviceKey(aspect.name, advice.index),
        aspect: aspect.name,
        kind: advice.kind,
        pointcut: printPointcut(advice.pointcut),
        body: text.slice(advice.body.start, advice.body.end),
      })),
    ),
  );
}
