/**
 * Texts that nobody reads: what a machine wrote into a source, megabytes in one line. Each costs the server, libclang and
 * clangd a hundred times its size, so they are left out, and the problem list says so. Pure.
 */

/** Characters. The largest sources that people compile (SQLite in one file) have nine million. */
const MOST = 16 << 20;
const LONGEST_LINE = 1 << 20;

const KNOWN = new WeakMap<object, string | undefined>();

/** Why a document is left out, a clause; undefined where it is not. Told once for each version of it. */
export function whyTooLarge(document: { readonly text: string } | undefined): string | undefined {
  if (document === undefined || document.text.length <= LONGEST_LINE) return undefined;
  if (!KNOWN.has(document)) KNOWN.set(document, whyTextTooLarge(document.text));
  return KNOWN.get(document);
}

export function whyTextTooLarge(text: string): string | undefined {
  if (text.length > MOST) return `it has ${text.length} characters, more than ${MOST}`;
  for (let start = 0, line = 1; text.length - start > LONGEST_LINE; line++) {
    const end = text.indexOf("\n", start);
    const length = (end === -1 ? text.length : end) - start;
    if (length > LONGEST_LINE) return `its line ${line} has ${length} characters, more than ${LONGEST_LINE}`;
    start += length + 1;
  }
  return undefined;
}
