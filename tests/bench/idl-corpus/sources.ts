/** The files of a corpus and what they include, each read once. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ReadInclude } from "@weft/weaver-bridge/idl";
import type { Corpus } from "./corpora.js";

export interface Source {
  readonly file: string;
  readonly text: string;
}

const texts = new Map<string, string | undefined>();

export function reader({ includeFolders }: Corpus): ReadInclude {
  return (name, { from }) => {
    for (const folder of [dirname(from), ...includeFolders]) {
      const file = join(folder, name);
      if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, "latin1") : undefined);
      const text = texts.get(file);
      if (text !== undefined) return { file, text };
    }
    return undefined;
  };
}
