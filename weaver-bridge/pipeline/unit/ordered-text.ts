/** A unit's text, where it is asked for with what slices include before the classes that get them. */
import { matchIntroductions, type SoughtNames } from "../../pointcut/index.js";
import { startOfAdvised } from "../../weaver/index.js";
import type { ParseHost } from "./parse-host.js";
import { parseUnit } from "./parse-unit.js";
import { textOfUnit, type UnitText } from "./preprocess-unit.js";
import { type OrderedText, withIncludesFirst } from "./slice-includes.js";
import type { UnitRequest } from "./unit-analysis.js";

/** For facts of classes alone. */
export const NO_NAMES: SoughtNames = { identifiers: [], defined: [] };

/** As {@link textOfUnit}. */
export async function orderedTextOfUnit(
  asked: UnitRequest,
  needed: Parameters<typeof textOfUnit>[1],
  bringsCode: boolean,
  host: ParseHost,
): ReturnType<typeof textOfUnit> {
  const read = await textOfUnit(asked, needed, bringsCode);
  if (asked.hasIncludesFirst === undefined || "failure" in read) return read;
  const ordered = await inOrder(read.request, { text: read.original, tail: read.tail }, host);
  return { ...read, original: ordered.text, tail: ordered.tail };
}

/** What aspects bring stands behind the unit; where headers are put in order, before the aspects in it, which may need it. */
export async function withBrought(
  request: UnitRequest,
  original: string,
  { text, tail }: Pick<UnitText, "tail"> & { readonly text: string },
  host: ParseHost,
): Promise<OrderedText> {
  if (request.hasIncludesFirst === undefined) return { text: original + text, tail };
  const end = startOfAdvised(original) ?? original.length;
  return inOrder(request, { text: `${original.slice(0, end)}${text}${original.slice(end)}`, tail }, host);
}

/** Headers bring classes that get slices whose headers bring classes. */
const MOST_ROUNDS = 6;

async function inOrder(request: UnitRequest, given: OrderedText, host: ParseHost): Promise<OrderedText> {
  let now = given;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const facts = await parseUnit(request, now.text, NO_NAMES, host);
    if ("stage" in facts) return now;
    const next = withIncludesFirst(now, facts, matchIntroductions(facts, request.aspects), request);
    if (next.text === now.text) return now;
    now = next;
  }
  return now;
}
