/** The answer to `weft/aspects`: every aspect with its advice and what each reaches. */
import type { Advice, Introduction } from "@weft/weaver-bridge/model";
import type { AspectNode } from "../../protocol/index.js";
import type { Snapshot } from "../../workspace/index.js";
import { adviceLabel, headerRange, introductionLabel, rangeOfBytes } from "../advice-text.js";
import { effectsByDeclaration, firstLine, targetOf } from "../lines/file-effects.js";

/** In order of the project's files; within one, as written. */
export function aspectTree(snapshot: Snapshot): AspectNode[] {
  return snapshot.aspects.flatMap((document) => {
    const { uri } = document.source;
    const reached = effectsByDeclaration(snapshot, document);
    const targets = (item: Advice | Introduction) =>
      (reached.get(item) ?? []).map((effect) => targetOf(snapshot, effect));
    return document.file.aspects.map((aspect) => ({
      name: aspect.name,
      uri,
      range: rangeOfBytes(document, aspect.nameRange),
      advice: [
        ...(aspect.introductions ?? []).map((item) => ({
          label: introductionLabel(document, item),
          uri,
          range: firstLine(rangeOfBytes(document, item.range), document),
          targets: targets(item),
        })),
        ...aspect.advice.map((item) => ({
          index: item.index,
          label: adviceLabel(document, item),
          uri,
          range: headerRange(document, item),
          targets: targets(item),
        })),
      ],
    }));
  });
}
