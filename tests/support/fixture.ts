/**
 * Reads a fixture: one string that holds several files. `//- /path` starts a file, `$0` marks the cursor and is
 * removed. Text before the first `//- ` line belongs to `/main.c`.
 */
export interface Fixture {
  readonly files: ReadonlyMap<string, string>;
  /** UTF-16 offset within its file. */
  readonly cursor?: { readonly file: string; readonly offset: number };
}

export function readFixture(source: string): Fixture {
  const files = new Map<string, string>();
  let cursor: Fixture["cursor"];
  for (const { file, text } of splitFiles(source)) {
    const offset = text.indexOf("$0");
    if (offset === -1) {
      files.set(file, text);
      continue;
    }
    if (cursor !== undefined) throw new Error(`fixture has two cursors: ${cursor.file} and ${file}`);
    cursor = { file, offset };
    files.set(file, text.slice(0, offset) + text.slice(offset + 2));
  }
  return cursor === undefined ? { files } : { files, cursor };
}

function splitFiles(source: string): { file: string; text: string }[] {
  const trimmed = source.startsWith("\n") ? source.slice(1) : source;
  const parts = trimmed.split(/^\/\/- (\/\S+)[ \t]*\n/m);
  const files: { file: string; text: string }[] = [];
  if ((parts[0] ?? "").trim() !== "") files.push({ file: "/main.c", text: parts[0] as string });
  for (let at = 1; at < parts.length; at += 2)
    files.push({ file: parts[at] as string, text: parts[at + 1] as string });
  return files;
}
