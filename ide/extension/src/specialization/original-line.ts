// What a map of origins (.weft/residual/NAME.json) says of a line of residual code.
import { unlessBroken } from "@weft/weaver-bridge/model";

/** Lines from 0; a line of its own has the origin of the nearest one before it, and the first ones that of the first. */
export function originalLine(text: string, line: number): { source: string; line: number } | undefined {
  const map = unlessBroken(() => JSON.parse(text) as { source?: unknown; lines?: unknown } | null);
  if (typeof map?.source !== "string" || !Array.isArray(map.lines)) return undefined;
  const lines = map.lines as { residual: number; source: number }[];
  const before = lines.filter(({ residual }) => residual <= line + 1).at(-1);
  const found = before ?? lines[0];
  return found && { source: map.source, line: found.source - 1 };
}
