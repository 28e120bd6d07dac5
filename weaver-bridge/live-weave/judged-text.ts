/**
 * Before its text changes, a kernel's text is judged. That takes longer than anything else, so it is done while the guest
 * runs, and again where it stands only if other text is there by then.
 */
import type { GuestRecord } from "../guest/index.js";
import {
  copyText,
  mergedPieces,
  originalText,
  type ReadText,
  readerOf,
  type TextPiece,
  withoutHooks,
} from "./guest-text.js";
import { isOfModule, type JournalText } from "./journal/journal.js";
import type { TextsNow } from "./visit/index.js";

interface JudgedText {
  /** The first that is neither the kernel's own nor a hook. */
  readonly foreign?: JournalText;
  /** What is to be written, with what stands between. */
  readonly merged: readonly TextPiece[];
}

interface Wanted {
  readonly physical: number;
  /** All that will be restored or woven. */
  readonly texts: readonly JournalText[];
  /** Whose hooks may stand there. */
  readonly woven: readonly JournalText[];
  readonly pieces: readonly TextPiece[];
}

/** To be asked of what stands there when the guest does. */
export type JudgeText = (now: TextsNow) => Promise<JudgedText>;

export async function judgeText(guest: GuestRecord, wanted: Wanted): Promise<JudgeText> {
  const inModules = new Set(wanted.texts.flatMap((text) => (isOfModule(text) ? [text.address] : [])));
  if (inModules.size === 0) return judgeKernel(guest, wanted);
  const part = (isWanted: (one: { readonly address: number }) => boolean): Wanted => ({
    physical: wanted.physical,
    texts: wanted.texts.filter(isWanted),
    woven: wanted.woven.filter(isWanted),
    pieces: wanted.pieces.filter(isWanted),
  });
  const kernel = await judgeKernel(
    guest,
    part(({ address }) => !inModules.has(address)),
  );
  const modules = part(({ address }) => inModules.has(address));
  return async (now) => {
    const [first, second] = [await kernel(now), await judged(now.read, modules)];
    return { ...second, ...first, merged: [...first.merged, ...second.merged] };
  };
}

async function judgeKernel(guest: GuestRecord, wanted: Wanted): Promise<JudgeText> {
  const copy = copyText(guest, wanted.physical, wanted.texts);
  if (copy === undefined) return ({ read }) => judged(read, wanted);
  const found = await judged(readerOf(copy, nothingElse), wanted);
  return async ({ read, copy: now }) =>
    now?.start === copy.start && now.bytes.equals(copy.bytes) ? found : judged(read, wanted);
}

async function judged(read: ReadText, { texts, woven, pieces }: Wanted): Promise<JudgedText> {
  const own = withoutHooks(read, woven);
  for (const text of texts) {
    const { address, bytes } = originalText(text);
    if (!(await own(address, bytes.length)).equals(bytes)) return { foreign: text, merged: [] };
  }
  return { merged: await mergedPieces(read, pieces) };
}

async function nothingElse(address: number): Promise<never> {
  throw new RangeError(`0x${address.toString(16)} lies in none of the texts`);
}
