/** Byte spans in sources as places of the editor. */
import type { NotePlace } from "@weft/weaver-bridge/partial-eval";
import type { LabelledPlace } from "../../protocol/index.js";
import type { SpecSnapshot } from "./spec-snapshot.js";

/** Undefined while the file's text is not known. */
export function placeOfBytes(
  snapshot: SpecSnapshot,
  { file, start, end }: NotePlace,
  label: string,
): LabelledPlace | undefined {
  const source = snapshot.text(file);
  if (source === undefined) return undefined;
  const { bytes, lines, uri } = source;
  return { uri, range: lines.rangeBetween(bytes.toUtf16(start), bytes.toUtf16(end)), label };
}
