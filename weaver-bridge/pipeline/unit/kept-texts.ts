/** Preprocessed texts that one command asks for again: of aspects first, of guards then, and of pointers between units. */
import type { CompilerInput, PreprocessResult } from "../../kernel-build/index.js";

type Text = Extract<PreprocessResult, { ok: true }>;

export interface KeptTexts {
  /** The unit's own text, without a tail; `input` is the very object that it was kept for. */
  of(input: CompilerInput): Text | undefined;
  keep(input: CompilerInput, text: Text): void;
}

/** Characters of one byte. A small kernel's are a few million; of a large one the first units are kept. */
const MOST = 64 << 20;

export function createKeptTexts(most: number = MOST): KeptTexts {
  const texts = new Map<CompilerInput, Text>();
  let left = most;
  return {
    of: (input) => texts.get(input),
    keep(input, text) {
      if (texts.has(input) || text.text.length > left) return;
      left -= text.text.length;
      texts.set(input, text);
    },
  };
}
