/** Outline of an IDL file. */
import type { NamedPlace } from "@weft/weaver-bridge/idl";
import type { Range } from "../../protocol/index.js";
import type { OutlineItem } from "../../workspace/index.js";
import { rangeOfSpan } from "./idl-places.js";
import type { IdlDocument } from "./idl-set.js";
import type { IdlSnapshot } from "./idl-snapshot.js";

export function idlSymbols(snapshot: IdlSnapshot, { source, checked }: IdlDocument): OutlineItem[] {
  const own = checked.navigation.declarations.filter(
    ({ nameSpan, span, kind }) =>
      kind !== "parameter" && nameSpan.file.name === source.path && span.file.name === source.path,
  );
  const below = (parent: NamedPlace | undefined): OutlineItem[] =>
    own
      .filter((place) => place.parent === parent)
      .flatMap((place) => {
        const whole = rangeOfSpan(snapshot, place.span)?.range;
        const selection = rangeOfSpan(snapshot, place.nameSpan)?.range;
        if (whole === undefined || selection === undefined) return [];
        const range = contains(whole, selection) ? whole : selection;
        return [{ name: place.name, kind: place.kind, range, selection, children: below(place) }];
      });
  return below(undefined);
}

function contains(outer: Range, inner: Range): boolean {
  const before = (a: Range["start"], b: Range["start"]) =>
    a.line < b.line || (a.line === b.line && a.character <= b.character);
  return before(outer.start, inner.start) && before(inner.end, outer.end);
}
