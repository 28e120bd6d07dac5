/** Of a place in a source the functions whose text it can be in, by where they are declared. */
import { AT } from "../../../object-code/index.js";
import { declaredAt } from "./debug-entities.js";
import type { ImageCode } from "./image-code.js";

/** Names of those that begin last before the line or in it: several where they share a line, as those of macros do. */
export function functionsAt(
  { debug, functions }: ImageCode,
  isFile: (file: string) => boolean,
  line: number,
): ReadonlySet<string> {
  let nearest = 0;
  let names = new Set<string>();
  const known = new Map<string, boolean>();
  for (const origin of functions.origins) {
    const place = declaredAt(debug, origin);
    if (place.line > line || place.line < nearest) continue;
    let isHere = known.get(place.file);
    if (isHere === undefined) known.set(place.file, (isHere = isFile(place.file)));
    if (!isHere) continue;
    if (place.line > nearest) [nearest, names] = [place.line, new Set()];
    names.add(debug.text(origin, AT.name) ?? "");
  }
  return names;
}
