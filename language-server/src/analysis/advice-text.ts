/** Advice as text: where its header stands, how to name it in a list, what its body says. */
import type { Advice, Effect, TextRange } from "@weft/weaver-bridge/model";
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

/**
 * The advice that an effect comes from. An aspect can inherit advice, so the effect's aspect need not declare it; and
 * the file may have been edited since, so its place need not hold it any more.
 */
export function declaringAdvice(document: AspectDocument, effect: Effect): Advice | undefined {
  const { aspects } = document.file;
  const named = aspects.find(({ name }) => name === effect.aspect);
  const inherited = named === undefined ? aspects : aspects.filter(({ name }) => named.bases.includes(name));
  const candidates = [named, ...inherited]
    .flatMap((aspect) => aspect?.advice ?? [])
    .filter(({ index }) => index === effect.adviceIndex);
  const lineOf = (advice: Advice) => rangeOfBytes(document, advice.range).start.line + 1;
  return candidates.find((advice) => lineOf(advice) === effect.origin.startLine) ?? candidates[0];
}
