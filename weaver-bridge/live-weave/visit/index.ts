/** Ways into a guest that runs. */
import type { GuestRecord } from "../../guest/index.js";
import type { KernelImage } from "../image/kernel-image.js";
import { visitAgent } from "./agent-visit.js";
import type { LiveVisit } from "./live-visit.js";
import { visitStub } from "./stub-visit.js";

export { areaOfAgent } from "./agent-area.js";
export type { LiveVisit, TextsNow } from "./live-visit.js";

/** Without `image` nothing is put to the area. Rejects with GuestError. */
export function visitGuest(guest: GuestRecord, image?: KernelImage): Promise<LiveVisit> {
  return guest.agent === undefined ? visitStub(guest, image) : visitAgent(guest, guest.agent, image);
}
