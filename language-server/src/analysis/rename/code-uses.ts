/**
 * Uses of a declaration of the kernel in the code of aspect files that no editor has open: clangd reads only open ones.
 * By their names alone, so the user is asked about them.
 */
import { type DeclaredName, slicesIn } from "@weft/weaver-bridge/pointcut";
import type { LabelledPlace } from "../../protocol/index.js";
import type { Snapshot } from "../../workspace/index.js";
import { rangeOfBytes } from "../advice-text.js";
import { memberWordsIn, wordsIn } from "./words-in.js";

/** In order of the files, then of the text. */
export function codeUses(snapshot: Snapshot, { kind, name, scope }: DeclaredName): LabelledPlace[] {
  return snapshot.aspects
    .filter(({ source }) => source.version === undefined)
    .flatMap((document) => {
      const { file, source } = document;
      const code = [
        ...file.prelude,
        ...file.aspects.flatMap(({ advice, members }) => [
          ...advice.map(({ body }) => body),
          ...members.map(({ range }) => range),
        ]),
        ...slicesIn(file).flatMap(({ members, definitions }) => [
          ...(members === undefined ? [] : [members]),
          ...definitions.map(({ range }) => range),
        ]),
      ];
      const isMember = kind !== "type" && scope.length > 0;
      const starts = new Map(
        code
          .flatMap((range) => [
            ...(isMember ? memberWordsIn(document, range, name) : []).filter(
              ({ start }) => !OF_JOIN_POINT.test(file.text.slice(start - 12, start)),
            ),
            ...(isMember && kind === "variable" ? [] : wordsIn(document, range, name)),
          ])
          .map((range) => [range.start, range]),
      );
      return [...starts.values()]
        .sort((a, b) => a.start - b.start)
        .map((range) => {
          const place = rangeOfBytes(document, range);
          const label = `${name} in ${source.path.split("/").at(-1)}:${place.start.line + 1}`;
          return { uri: source.uri, range: place, label };
        });
    });
}

const OF_JOIN_POINT = /\btjp\s*(?:->|\.)\s*$/;
