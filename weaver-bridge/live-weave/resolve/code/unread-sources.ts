/** Sources that an image was made of and that are gone, or newer than it: what they would decide is not known. */
import type { Problem } from "../../../model/index.js";
import type { ImageCode } from "./image-code.js";

const MOST = 3;

/** Of those that were asked for so far; none where all were there. */
export function unreadSources({ sources }: ImageCode): Problem[] {
  const missing = sources.missing().filter((file) => file !== "" && !file.startsWith("<"));
  if (missing.length === 0) return [];
  const others = missing.length - MOST;
  return [
    {
      code: "live/no-source",
      severity: "warning",
      message: `${missing.slice(0, MOST).join(", ")}${others > 0 ? ` and ${others} more` : ""}: not to be had as ${missing.length === 1 ? "it was" : "they were"} when the image was made`,
      hint: "What goes through casts, unions or beside an object may be missing or another member's, and functions that were found equal may be counted together. Put the sources where the image names them, not newer than it, or build it again.",
    },
  ];
}
