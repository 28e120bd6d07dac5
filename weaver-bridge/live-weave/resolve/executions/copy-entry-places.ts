/**
 * The instructions at which one execution of an inlined copy is counted once: where all ways into it come together, or on each
 * of them. Where no such instructions are, the copy is refused with the reason.
 */
import {
  AT,
  type CodeCopy,
  type CopyEntries,
  copyEntries,
  functionFlow,
  hasUncountedRounds,
  jumpTable,
  type MachineInstruction,
} from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";
import { ownOf } from "./own-copy.js";
import { isRepeated, REPEATED } from "./repeated-calls.js";
import { loopOfCalls } from "./tail-recursion.js";

export interface EntryPlaces {
  /** Of addresses each once. */
  readonly entries: readonly { readonly address: number; readonly doubt?: string }[];
  /** Why there are none. */
  readonly why?: string;
}

/** Counted with the other part. */
export const PART_OF_COPY = "it is a part of the copy around it, split off by the optimizer";

const KNOWN = new WeakMap<CodeCopy, EntryPlaces>();

export function copyEntryPlaces(copy: CodeCopy, image: ImageCode): EntryPlaces {
  let known = KNOWN.get(copy);
  if (known === undefined) KNOWN.set(copy, (known = findEntries(copy, image)));
  return known;
}

function findEntries(copy: CodeCopy, image: ImageCode): EntryPlaces {
  if (isPart(copy, image)) return { entries: [], why: PART_OF_COPY };
  const own = ownOf(copy);
  const code = image.instructionsOf(own);
  const flow = functionFlow(
    code,
    own.start,
    (index) => jumpTable(image, code, index),
    (call) => !isLastCall(call, image),
  );
  const alike = image.functions.copiesOf
    .get(copy.origin)
    .filter((other) => other !== copy && other.isInlined && ownOf(other) === own && !isWithin(other, copy));
  const found = placesOf(copyEntries(flow, copy, alike), copy, image);
  const { entries } = found;
  if (entries.length === 0) return found;
  const counted = new Set(entries.map(({ address }) => address));
  const doubt = isRepeated(copy, flow, image, counted)
    ? REPEATED
    : hasUncountedRounds(flow, copy, counted)
      ? PASSED
      : loopOfCalls(copy, image);
  return doubt === undefined ? found : { entries: entries.map((entry) => ({ ...entry, doubt })) };
}

const PASSED =
  "a loop around it leads into it behind the place where it is counted: not all rounds are counted";

/** Of a function that is declared not to come back. */
function isLastCall(call: MachineInstruction, { calleeAt, debug }: ImageCode): boolean {
  const callee = call.target === undefined ? undefined : calleeAt(call.target, call);
  return callee !== undefined && debug.has(callee, AT.noreturn);
}

function placesOf(
  { edges, reentered, isEnteredInLoop }: CopyEntries,
  copy: CodeCopy,
  image: ImageCode,
): EntryPlaces {
  if (isEnteredInLoop && image.debug.has(copy.entry, AT.entry_pc))
    return { entries: [{ address: copy.start }] };
  if (edges.length === 0) return { entries: [{ address: copy.start, doubt: NOT_REACHED }] };
  const found = new Set<number>();
  for (const { from, to, isOnlyWay } of edges) {
    if (!reentered.has(to)) found.add(to);
    else if (from !== undefined && isOnlyWay && from.flow !== "call" && from.flow !== "indirect-call")
      found.add(from.address);
    else {
      const where = from === undefined ? "where the function begins" : `from ${image.spell(from.address)}`;
      return {
        entries: [],
        why: `control comes into it ${where} at ${image.spell(to)}, which its own code leads to as well: no place is passed once each time`,
      };
    }
  }
  return { entries: [...found].sort((left, right) => left - right).map((address) => ({ address })) };
}

const NOT_REACHED = "no way is seen that leads there, perhaps a table of jumps that can't be read";

/** The optimizer splits a function (`f.part.0`) and inlines both parts: one execution, two copies, one in the other. */
function isPart(copy: CodeCopy, { debug, sources }: ImageCode): boolean {
  const { inside } = copy;
  if (inside === undefined || inside.origin !== copy.origin) return false;
  const name = debug.text(copy.origin, AT.name) ?? "";
  const place = copy.callPlace();
  const line = place === undefined ? undefined : sources.wordsIn(place.file, place.line);
  // A function that calls itself says so in the line of the call.
  const isDeclaration = place?.line === debug.number(copy.origin, AT.decl_line);
  return line === undefined ? isDeclaration || place?.line === 1 : !line.has(name) || isDeclaration;
}

function isWithin(copy: CodeCopy, outer: CodeCopy): boolean {
  for (let at = copy.inside; at !== undefined; at = at.inside) if (at === outer) return true;
  return false;
}
