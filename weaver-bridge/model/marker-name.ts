/**
 * File names inside line markers. Unit text is latin1 (a string index is a byte), so a name in it is the name's UTF-8
 * bytes, quotes and backslashes escaped; everywhere else a name is an ordinary string.
 */

/** What stands between the quotes of `# 1 "…"`. */
export function markerName(file: string): string {
  return latin1OfName(file).replace(/["\\]/g, "\\$&");
}

/** The file that a marker's text names. Bytes that are no UTF-8 stay as they are. */
export function fileOfMarker(name: string): string {
  // Clang spells what is not ASCII in octal.
  const bytes = name.replace(/\\([0-3][0-7]{2}|.)/g, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped,
  );
  if (/^[\x00-\x7f]*$/.test(bytes)) return bytes;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw error;
    return bytes;
  }
}

/** A name as it stands in latin1 text: one character for each of its UTF-8 bytes. */
export function latin1OfName(file: string): string {
  if (/^[\x00-\x7f]*$/.test(file)) return file;
  return String.fromCharCode(...new TextEncoder().encode(file));
}
