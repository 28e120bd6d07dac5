/** The answer to `weft/aspects`: every aspect with its advice and what each reaches. */
import type { AspectNode } from "../protocol/index.js";
import type { Snapshot } from "../workspace/index.js";
import { adviceLabel, headerRange, rangeOfBytes } from "./advice-text.js";
import { effectsOfAdvice, targetOf } from "./file-effects.js";

/** In order of the project's files; within one, as written. */
export function aspectTree(snapshot: Snapshot): AspectNode[] {
  return snapshot.aspects.flatMap((document) =>
    document.file.aspects.map((aspect) => ({
      name: aspect.name,
      uri: document.source.uri,
      range: rangeOfBytes(document, aspect.nameRange),
      advice: aspect.advice.map((advice) => ({
        label: adviceLabel(document, advice),
        uri: document.source.uri,
        range: headerRange(document, advice),
        targets: effectsOfAdvice(snapshot, document, advice).map((effect) => targetOf(snapshot, effect)),
      })),
    })),
  );
}
