/**
 * An aspect file's own includes and declarations, as they stand in every unit that is woven. What they say is kept; where
 * lines without anything on them came from is not, so that units don't change when an aspect that does not concern them
 * gets a comment or an include that they have already.
 */

const MARKER = /^#(?: |line )\d+ ("(?:[^"\\\n]|\\.)*".*)$/;

/** Empty when nothing is declared. `text` is preprocessed and begins with a line marker. */
export function tidyPrelude(text: string): string {
  const lines = text.split("\n");
  const kept: string[] = [];
  let says = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const marker = MARKER.exec(line)?.[1];
    if (marker === undefined) {
      says ||= line.trim() !== "";
      kept.push(line);
      continue;
    }
    let next = at + 1;
    while (next < lines.length && (lines[next] as string).trim() === "") next++;
    const isBare = next === lines.length || MARKER.test(lines[next] as string);
    // The marker itself stays: those that enter a file and leave it come in pairs.
    kept.push(isBare ? `# 1 ${marker}` : line);
    if (isBare) at = next - 1;
  }
  const joined = kept.join("\n");
  return !says ? "" : joined.endsWith("\n") ? joined : `${joined}\n`;
}
