/** How C says pointers to bytes of an object. */
import type { Surroundings } from "./surroundings.js";
import type { Bytes } from "./values.js";

/** A pointer to bytes, with its type. */
export function bytesText(
  root: string,
  { at, as }: Bytes,
  { rootInfo }: Pick<Surroundings, "rootInfo">,
): { text: string; level: number } {
  const { kind, text } = rootInfo(root);
  const base = kind === "pointee" ? text : `&${text}`;
  const moved = `(char *)${base} ${at < 0n ? `- ${-at}` : `+ ${at}`}`;
  const plain = at === 0n ? `(${as})${base}` : isOfCharacters(as) ? moved : `(${as})(${moved})`;
  return { text: plain, level: bytesLevel({ at, as }) };
}

const isOfCharacters = (as: string): boolean => as === "char *";

/** How tightly that text binds. */
export const bytesLevel = ({ at, as }: Pick<Bytes, "at" | "as">): number =>
  at !== 0n && isOfCharacters(as) ? 12 : 14;
