/** What a pointcut selects in the whole kernel: decided by the function that decides it over one unit, told in the order of places. */
import type { Problem } from "../../model/index.js";
import { entitiesMeeting, filterOf, kindsSelected, selectByPointcut } from "../../pointcut/index.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import type { JoinPointHit, SearchAnswer, SearchQuestion } from "../protocol/index-protocol.js";
import type { UnitRecord } from "../records/records.js";
import type { MergedFacts, Wanted } from "./merged-facts.js";
import { FEW, NOWHERE, type PlaceOrder, placeOrder } from "./place-order.js";

/** `few`: {@link FEW}, but in tests. */
export function search(
  all: readonly MergedFacts[],
  index: MemoryIndex,
  question: SearchQuestion,
  few = FEW,
): SearchAnswer {
  const { expression, aspects, aspect } = question;
  const parts = narrowed(all, {
    isWanted: entitiesMeeting(filterOf(expression, aspects, aspect)),
    kinds: kindsSelected(expression, aspects, aspect),
  });
  const chosen = new Map(
    parts.map((part) => [part, selectByPointcut(expression, part.facts, { files: aspects, aspect })]),
  );
  const order = placeOrder(parts, chosen, few);
  /** What is selected, by its number. */
  const selected = new Uint8Array(order.count);
  const problems = new Map<string, Problem>();
  for (const [part, result] of chosen) {
    for (const problem of result.problems) problems.set(JSON.stringify(problem), problem);
    const numbers = order.of(part);
    for (const shadow of result.shadows) {
      const number = numbers.shadow(shadow);
      // The same place may be certain in one unit and not in another.
      if (!result.isCertain(shadow)) selected[number] = CONDITIONAL;
      else selected[number] ||= CERTAIN;
    }
    for (const id of result.entities) {
      const number = numbers.entity(id);
      if (number !== NOWHERE) selected[number] = CERTAIN;
    }
  }
  return {
    ...told(order, selected, question.limit),
    unitsSearched: parts.reduce((sum, { units }) => sum + units.length, 0),
    unitsFailed: unitsWith(index, "failed").length,
    missing: unitsWith(index, "skipped"),
    problems: [...problems.values()],
  };
}

/** The same list for the same parts: what was made for it is found again. */
function narrowed(parts: readonly MergedFacts[], wanted: Wanted): readonly MergedFacts[] {
  const narrow = parts.map((part) => part.narrowed(wanted));
  const [first] = narrow;
  if (first === undefined) return parts;
  const before = lists.get(first);
  if (before?.length === narrow.length && before.every((part, at) => part === narrow[at])) return before;
  lists.set(first, narrow);
  return narrow;
}

const lists = new WeakMap<MergedFacts, readonly MergedFacts[]>();

function unitsWith(index: MemoryIndex, wanted: UnitRecord["status"]): string[] {
  return [...index.units.values()].flatMap(({ path, status }) => (status === wanted ? [path] : []));
}

const CERTAIN = 1;
const CONDITIONAL = 2;

function told(
  order: PlaceOrder,
  selected: Uint8Array,
  limit: number,
): Pick<SearchAnswer, "total" | "hits" | "perFile"> {
  const hits: JoinPointHit[] = [];
  const perFile = new Map<string, number>();
  let total = 0;
  let number = 0;
  for (const { path, end } of order.files) {
    const before = total;
    for (; number < end; number++) {
      const how = selected[number];
      if (how === 0) continue;
      if (total++ < limit)
        hits.push({ ...order.hit(number), certainty: how === CONDITIONAL ? "conditional" : "certain" });
    }
    if (total > before) perFile.set(path, total - before);
  }
  return { total, hits, perFile };
}
