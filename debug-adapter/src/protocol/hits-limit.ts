/** Why the hits of a recording are not all, in words that say how to go on. */
import type { RecordedHits } from "./messages.js";

/** After the number of hits; empty when the whole run was searched. `options`: the asker can give limits of its own, as the command line's. */
export function limitInWords({ isCut, limit }: RecordedHits, options: boolean): string {
  if (!isCut) return "";
  if (limit === undefined) return "; the run goes on, and was not searched further";
  const { searchedTo, end } = limit;
  const share = (whole: number) => Math.floor((searchedTo / Math.max(whole, 1)) * 100);
  const of = end === undefined ? "" : ` of ${end.toLocaleString("en")} (${share(end)} %)`;
  const reached = `at instruction ${searchedTo.toLocaleString("en")}${of}`;
  const by = limit.by === "most" ? "as many as were asked for" : `its time was up, ${limit.value} seconds,`;
  const how =
    limit.by === "most" ? "--most N lists more" : "--seconds N searches longer, --seconds 0 to the end";
  return `; ${by} ${reached}: the run goes on, and was not searched further${options ? `. ${how}` : ""}`;
}
