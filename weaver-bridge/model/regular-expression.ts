import { unlessBroken } from "./unless-refused.js";

/** Whether the text is a regular expression: of a schema's `format: regex`, or of an option. */
export function isRegularExpression(text: string): boolean {
  return unlessBroken(() => new RegExp(text)) !== undefined;
}

/**
 * Whether it is one that no text can keep busy, wherever it comes from: without repeated groups, references and looks around,
 * with one repetition, and with few choices. Others may be tried in more ways than can be waited for.
 */
export function isQuickExpression(text: string): boolean {
  if (!isRegularExpression(text) || text.length > 2_000) return false;
  const bare = text.replace(/\\[^\d]|\[(?:\\.|[^\]\\])*\]?/g, "x");
  const count = (what: RegExp) => bare.match(what)?.length ?? 0;
  return (
    !/\\\d|\(\?(?!:)|\)[*+{?]/.test(bare) &&
    count(/[*+]|\{\d/g) <= 1 &&
    count(/\?(?!:)/g) <= 4 &&
    count(/\(/g) <= 4
  );
}
