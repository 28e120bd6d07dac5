/** What of the hooks is still there: a module that was unloaded took those in it along, also where it was loaded again. */
import type { GuestRecord } from "../../guest/index.js";
import { GuestError } from "../../guest/index.js";
import { isOfModule, type ReadText } from "../guest-text.js";
import type { Journal, JournalHook, JournalText } from "../journal/journal.js";
import { visitGuest } from "../visit/index.js";

/** Without the hooks that are gone; a guest is looked at only where some may be. Rejects with GuestError. */
export async function presentJournal(guest: GuestRecord, journal: Journal): Promise<Journal> {
  if (!journal.texts.some(isOfModule)) return journal;
  const gone = await goneTexts(guest, journal.texts);
  if (gone.length === 0) return journal;
  const isGone = (hook: JournalHook) => gone.some((text) => holds(text, hook.address));
  return {
    ...journal,
    texts: journal.texts.filter((text) => !gone.includes(text)),
    hooks: journal.hooks.filter((hook) => !isGone(hook)),
  };
}

const holds = ({ address, original }: JournalText, place: number) =>
  address <= place && place < address + original.length / 2;

async function goneTexts(guest: GuestRecord, texts: readonly JournalText[]): Promise<JournalText[]> {
  const visit = await visitGuest(guest);
  const gone: JournalText[] = [];
  try {
    for (const text of texts.filter(isOfModule)) if (!(await stands(text, visit.read))) gone.push(text);
  } finally {
    await visit.leave();
  }
  return gone;
}

/** What is not mapped any more is refused. */
async function stands({ address, woven }: JournalText, read: ReadText): Promise<boolean> {
  try {
    return (await read(address, woven.length / 2)).toString("hex") === woven;
  } catch (error) {
    if (error instanceof GuestError && REFUSED.has(error.code)) return false;
    throw error;
  }
}

const REFUSED = new Set(["guest/memory", "guest/agent-refused"]);
