/**
 * The line marker with which a preprocessed unit begins, with its line end; empty where there is none. What is put before
 * the unit's text stands behind a copy of it: a compiler takes the unit's name in debug information from the first line.
 */
export function unitMarker(unitText: string): string {
  return /^# \d+ "[^\n]*\n/.exec(unitText)?.[0] ?? "";
}
