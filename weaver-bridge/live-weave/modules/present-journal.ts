/** The hooks that are still there: the guest is stopped for it only where its memory can't be read otherwise. */
import { type GuestRecord, unlessUnmapped } from "../../guest/index.js";
import type { Journal } from "../journal/journal.js";
import { visitGuest } from "../visit/index.js";
import { presentInMemory, withoutGone } from "./present-hooks.js";

/** Rejects with GuestError. */
export async function presentJournal(guest: GuestRecord, journal: Journal): Promise<Journal> {
  return (await presentInMemory(guest, journal)) ?? presentInVisit(guest, journal);
}

async function presentInVisit(guest: GuestRecord, journal: Journal): Promise<Journal> {
  const visit = await visitGuest(guest);
  const read = (address: number, length: number) => unlessUnmapped(visit.read(address, length));
  return withoutGone(journal, read).finally(visit.leave);
}
