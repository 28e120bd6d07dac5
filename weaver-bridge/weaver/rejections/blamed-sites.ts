/**
 * Which join points a compiler's errors about woven text come from. The compiler is given the text with lines of its own
 * (see {@link withOwnLines}), so that what it names is a place in the woven text and not in a source.
 */

import type { WovenSite, WovenUnit } from "../woven-unit.js";
import { errorsIn } from "./compiler-errors.js";
import { createWovenPlaces, type WovenPlaces } from "./woven-places.js";

/**
 * What the compiler said first about each. Errors in the text of an aspect are the advice's, not a join point's, and blame
 * none.
 */
export function blamedSites(unit: WovenUnit, said: string): ReadonlyMap<WovenSite, string> {
  const woven = createWovenPlaces(unit);
  const blamed = new Map<WovenSite, string>();
  for (const { message, words, places } of errorsIn(said)) {
    const found = places
      .map((place) => (woven.spanAt(place)?.from === "aspect" ? ADVICE : woven.sitesAt(place)))
      .find((sites) => sites.length > 0);
    if (found === ADVICE || isMissingArgument(message)) continue;
    // The unit's own code lacks a member that advice took away or made.
    const isOwn = places[0] !== undefined && woven.spanAt(places[0])?.from === "unit";
    const missed = isOwn ? membersNamed(woven, message) : [];
    const sites =
      hiddenBody(woven, message) ?? (missed.length > 0 ? missed : (found ?? lifecycleSites(woven, words)));
    for (const site of sites) if (!blamed.has(site)) blamed.set(site, message);
  }
  return blamed;
}

/** `tjp->arg<1>()` where there is one argument: GCC says it once more inside the generated class. */
const isMissingArgument = (message: string) => /^no type named 'ReferredType' in '.*::Arg</.test(message);

/** Of a function whose body can't be a function that is inlined. */
function hiddenBody({ sites }: WovenPlaces, message: string): WovenSite[] | undefined {
  const number = /^function '__weft_proceed_(\d+)' can never be/.exec(message)?.[1];
  return number === undefined ? undefined : sites.filter(({ numbers }) => numbers.includes(Number(number)));
}

/** A constructor or destructor that advice made explicit is missed where objects are used: only words name its class. */
function lifecycleSites(woven: WovenPlaces, words: string): WovenSite[] {
  const named = membersNamed(woven, words);
  if (named.length > 0) return named;
  return lifecyclesOf(woven, (name) => new RegExp(`\\b${name}\\b`).test(words));
}

/** Of classes whose constructors or destructor the words name, or that something can't become: `C<int>::~C(`, `to 'n::C'`. */
const membersNamed = (woven: WovenPlaces, words: string): WovenSite[] =>
  lifecyclesOf(woven, (name) => words.split("\n").some((line) => namesMember(line, name)));

function namesMember(line: string, name: string): boolean {
  const [, became = ""] = /\bto '(.*)/.exec(line) ?? [];
  return (
    new RegExp(`\\b${name}::~?${name}\\(`).test(line) ||
    followedBy(line, new RegExp(`\\b${name}<`), new RegExp(`>::~?${name}\\(`)) ||
    new RegExp(`^${name}'|::${name}'`).test(became) ||
    followedBy(became, new RegExp(`^${name}<|::${name}<`), />'/)
  );
}

/** Somewhere behind the first place. */
function followedBy(line: string, first: RegExp, then: RegExp): boolean {
  const at = line.search(first);
  return at >= 0 && then.test(line.slice(at));
}

function lifecyclesOf({ sites }: WovenPlaces, isMeant: (name: string) => boolean): WovenSite[] {
  return sites.filter(({ effects }) =>
    effects.some(
      ({
        binding: {
          joinPoint: { kind, signature },
        },
      }) => {
        const name = /^construction|^destruction/.test(kind)
          ? /(?<!\w)(\w+)\(/.exec(signature)?.[1]
          : undefined;
        return name !== undefined && isMeant(name);
      },
    ),
  );
}

/** In place of join points. */
const ADVICE: readonly WovenSite[] = [{ effects: [], extent: { start: 0, end: 0 }, numbers: [] }];
