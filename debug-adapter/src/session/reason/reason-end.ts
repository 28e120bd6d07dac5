/** Why a chain of reasons ends where it does, in words. */
import type { ReasonEndTold } from "../../protocol/index.js";
import type { CodePlaces } from "../origin/code-places.js";
import type { ReasonEnd } from "./reason-link.js";

export async function reasonEndAsText(end: ReasonEnd, places: CodePlaces): Promise<ReasonEndTold> {
  const { kind, position, address } = end;
  const place = address === undefined ? {} : await places.of(address);
  return { kind, position, message: messageOf(end), ...place };
}

function messageOf({ kind, position, why }: ReasonEnd): string {
  switch (kind) {
    case "interrupt":
      return "an interrupt or an exception came behind this instruction";
    case "beginning":
      return "since power-on: nothing that was recorded decided on it";
    case "limit":
      return `not followed further: ${why}; to go on, ask for ${position}`;
    default:
      return `not known: ${why}`;
  }
}
