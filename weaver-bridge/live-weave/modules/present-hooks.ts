/** What of the hooks is still there: a module that was unloaded took those in it along, also where it was loaded again. */
import type { GuestRecord } from "../../guest/index.js";
import { isOfModule, type Journal, type JournalHook, type JournalText } from "../journal/journal.js";
import { openMemory } from "../pages/guest-memory.js";

/** Undefined where nothing is mapped. */
type ReadMapped = (address: number, length: number) => Promise<Buffer | undefined>;

/** While the guest runs; undefined where its memory can't be read so. Rejects with GuestError. */
export async function presentInMemory(guest: GuestRecord, journal: Journal): Promise<Journal | undefined> {
  if (!journal.texts.some(isOfModule)) return journal;
  if (guest.memory !== undefined && journal.pages === undefined) return undefined;
  const memory = await openMemory(guest, journal);
  try {
    return memory && (await withoutGone(journal, memory.readMapped));
  } finally {
    memory?.close();
  }
}

/** The journal without hooks that are gone. */
export async function withoutGone(journal: Journal, read: ReadMapped): Promise<Journal> {
  const gone: JournalText[] = [];
  for (const text of journal.texts.filter(isOfModule)) {
    const there = await read(text.address, text.woven.length / 2);
    if (there?.toString("hex") !== text.woven) gone.push(text);
  }
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
