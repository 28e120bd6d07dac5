/** Advice as text: where its header stands, how to name it in a list, what its body says. */
import type {
  Advice,
  Aspect,
  AspectEffect,
  Introduction,
  LiveEffect,
  TextRange,
} from "@weft/weaver-bridge/model";
import type { AspectDocument, PlaceRange } from "../workspace/index.js";

/** From `advice` to the last character before the body. */
export function headerRange(document: AspectDocument, advice: Advice): PlaceRange {
  const { bytes } = document.source.bytes;
  const text = bytes.slice(advice.header.start, advice.header.end);
  return rangeOfBytes(document, {
    start: advice.header.start,
    end: advice.header.start + text.trimEnd().length,
  });
}

/** UTF-16 range of a byte range of the `.ah` text. */
export function rangeOfBytes(document: AspectDocument, range: TextRange): PlaceRange {
  const { bytes, lines } = document.source;
  return lines.rangeBetween(bytes.toUtf16(range.start), bytes.toUtf16(range.end));
}

export function textOfBytes(document: AspectDocument, range: TextRange): string {
  const { bytes } = document.source;
  return document.source.text.slice(bytes.toUtf16(range.start), bytes.toUtf16(range.end));
}

/** `before execution("% sys_%(...)")`, on one line. */
export function adviceLabel(document: AspectDocument, advice: Advice): string {
  const pointcut = textOfBytes(document, advice.pointcut.range).replace(/\s+/g, " ").trim();
  return `${advice.kind} ${pointcut}`;
}

/** `slice StackGuard on "Thread"`; the members of an anonymous slice are left out. */
export function introductionLabel(document: AspectDocument, { slice, pointcut }: Introduction): string {
  const name = "reference" in slice ? slice.reference : slice.name;
  const on = textOfBytes(document, pointcut.range).replace(/\s+/g, " ").trim();
  return `slice ${name === "" ? "{ … }" : name} on ${on}`;
}

/**
 * The advice that an effect comes from. An aspect can inherit advice, so the effect's aspect need not declare it; and
 * the file may have been edited since, so its place need not hold it any more.
 */
export function declaringAdvice(
  document: AspectDocument,
  effect: AspectEffect | LiveEffect,
): Advice | undefined {
  return effect.binding.kind !== "introduction"
    ? declaring(document, effect, ({ advice }) => advice)
    : undefined;
}

/** The same for an effect that is an introduction. */
export function declaringIntroduction(
  document: AspectDocument,
  effect: AspectEffect | LiveEffect,
): Introduction | undefined {
  return effect.binding.kind === "introduction"
    ? declaring(document, effect, ({ introductions }) => introductions ?? [])
    : undefined;
}

function declaring<T extends Advice | Introduction>(
  document: AspectDocument,
  effect: AspectEffect | LiveEffect,
  itemsOf: (aspect: Aspect) => readonly T[],
): T | undefined {
  const { aspects } = document.file;
  const named = aspects.find(({ name }) => name === effect.by.name);
  const inherited = named === undefined ? aspects : aspects.filter(({ name }) => named.bases.includes(name));
  const candidates = [...(named === undefined ? [] : [named]), ...inherited]
    .flatMap(itemsOf)
    .filter(({ index }) => index === effect.binding.adviceIndex);
  const lineOf = (item: T) => rangeOfBytes(document, item.range).start.line + 1;
  return candidates.find((item) => lineOf(item) === effect.origin.startLine) ?? candidates[0];
}
