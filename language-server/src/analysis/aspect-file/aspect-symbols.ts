/** Outline of an `.ah` file. */
import type { Aspect, TextRange } from "@weft/weaver-bridge/model";
import type { Range } from "../../protocol/index.js";
import type { AspectDocument } from "../../workspace/index.js";
import { adviceLabel, rangeOfBytes } from "../advice-text.js";
import { byStart } from "../places.js";

export interface AspectSymbol {
  readonly name: string;
  readonly kind: "aspect" | "advice" | "pointcut" | "data" | "function" | "type";
  readonly range: Range;
  /** Lies within `range`. */
  readonly selection: Range;
  readonly children: readonly AspectSymbol[];
}

export function aspectSymbols(document: AspectDocument): AspectSymbol[] {
  const symbol = (
    kind: AspectSymbol["kind"],
    name: string,
    range: TextRange,
    selection: TextRange,
    children: readonly AspectSymbol[] = [],
  ): AspectSymbol => ({
    kind,
    name: name === "" ? "(unnamed)" : name,
    range: rangeOfBytes(document, range),
    selection: rangeOfBytes(document, selection),
    children,
  });
  const membersOf = (aspect: Aspect) =>
    [
      ...aspect.pointcuts.map((item) => symbol("pointcut", item.name, item.range, item.nameRange)),
      ...aspect.members.flatMap(({ kind, name, range, nameRange }) =>
        kind === "directive" ? [] : [symbol(kind, name, range, nameRange)],
      ),
      ...aspect.advice.map((item) => symbol("advice", adviceLabel(document, item), item.range, item.header)),
    ].sort((a, b) => byStart(a.range, b.range));
  return [
    ...document.file.pointcuts.map((item) => symbol("pointcut", item.name, item.range, item.nameRange)),
    ...document.file.aspects.map((item) =>
      symbol("aspect", item.name, item.range, item.nameRange, membersOf(item)),
    ),
  ];
}
