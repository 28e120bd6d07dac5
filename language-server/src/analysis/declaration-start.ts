/**
 * Where the declaration of a function begins, by its text: its name may stand lines below.
 *
 *     static struct inode *      <- here
 *     __must_check
 *     find_inode(int number)
 */
import type { SourceText } from "../workspace/index.js";

/** The first line of the declaration whose name stands on `line`. */
export function declarationStart({ lines }: SourceText, line: number): number {
  let first = line;
  while (first > 0 && line - first < MOST_LINES && BELONGS.test(lines.lineAt(first - 1))) first--;
  return first;
}

const MOST_LINES = 6;

/**
 * Words of a declaration, and attributes, to the line's end: nothing that ends something else (a statement, a body, a
 * comment, a label), no directive and no macro that stands alone (`MODULE_LICENSE("GPL")`).
 */
const BELONGS =
  /^(?!\s*[A-Z][A-Z0-9_]*\s*\(.*\)\s*$)(?!.*(?:\/\/|\*\/))\s*[A-Za-z_[][^;{}#\\]*[\w*&\])>]\s*$/;
