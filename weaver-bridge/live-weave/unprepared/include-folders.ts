/** Where a compiler looked for headers, by those that it read: `#include <asm/x.h>` found in `k/include/asm/x.h` says `k/include`. */
import { dirname, normalize } from "node:path";

/**
 * `files`: absolute, all that the unit read. Folders that the sources' own words need, in the order in which they need them;
 * where a name may have been found in several, one that another name needs as well, else the nearest.
 */
export function includeFolders(
  files: readonly string[],
  textOf: (file: string) => string | undefined,
): string[] {
  const known = new Set(files.map((file) => normalize(file)));
  const asked = [...known].flatMap((file) => wordsOf(file, textOf(file) ?? "", known));
  const candidates = asked
    .map((name) => foldersWith(name, known))
    .filter((folders) => folders.length > 0)
    .sort((left, right) => left.length - right.length);
  const chosen: string[] = [];
  for (const folders of candidates)
    if (!folders.some((folder) => chosen.includes(folder))) chosen.push(folders[0] as string);
  const inOrder = asked.flatMap(
    (name) => foldersWith(name, known).find((folder) => chosen.includes(folder)) ?? [],
  );
  return [...new Set(inOrder)];
}

/** Names that are not found beside the file that includes them. */
function wordsOf(file: string, text: string, known: ReadonlySet<string>): string[] {
  const words: string[] = [];
  for (const [, open = "", name = ""] of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]/gm)) {
    const beside = normalize(`${dirname(file)}/${name}`);
    if (open === '"' && known.has(beside)) continue;
    words.push(normalize(name));
  }
  return words;
}

/** Shortest first. */
function foldersWith(name: string, known: ReadonlySet<string>): string[] {
  const end = `/${name}`;
  return [...known]
    .flatMap((file) => (file.endsWith(end) ? [file.slice(0, -end.length) || "/"] : []))
    .sort((left, right) => left.length - right.length);
}
