/**
 * Two ways into a guest, one interface: the debug stub of its machine, which stops all of it, and an agent in it, which
 * patches the kernel's text by the kernel's own means. What is woven, and why, is known elsewhere.
 */

import type { Machine } from "../../object-code/index.js";
import type { ReadText, TextCopy, TextPiece } from "../guest-text.js";
import type { CodeRange } from "../hooks/saved-addresses.js";
import type { Gate } from "../hooks/trap-handler.js";
import type { JournalHook, JournalText } from "../journal/journal.js";
import type { PageTables } from "../pages/page-tables.js";

export interface LiveVisit {
  /** Of memory that the kernel has mapped. */
  read(address: number, length: number): Promise<Buffer>;
  /** What is in the texts now. Those of modules are where `pages` says, or the kernel's file. */
  texts(physical: number, texts: readonly JournalText[], pages?: PageTables): Promise<TextsNow>;
  /** What to take from an address of the area for the physical one. */
  physicalOffset(area: number): Promise<number>;
  /** Of the breakpoint exception. */
  gates(known: readonly Gate[]): Promise<Gate[]>;
  /** To free memory of the area, while the guest runs; false where that is not done in this way. */
  place(pieces: readonly TextPiece[]): Promise<boolean>;
  /** All of it at once, and only if nobody is in what has to be left: else these ranges are told, and nothing was done. */
  change(change: TextChange): Promise<readonly CodeRange[]>;
  /** Where the processors stand; an agent finds them in nothing that is ours. */
  standing(): Promise<readonly number[]>;
  /** Milliseconds for which the guest stood so far. */
  stood(): number;
  leave(): Promise<void>;
}

export interface TextsNow {
  readonly read: ReadText;
  /** It may be asked after the visit. */
  readonly isCopy: boolean;
  /** Where the text was read at once. */
  readonly copy?: TextCopy;
}

export interface TextChange {
  /** What stands in the texts now, as it was judged. */
  readonly read: ReadText;
  /** What is restored and woven, with what stands between. */
  readonly merged: readonly TextPiece[];
  readonly physical: number;
  readonly machine: Machine;
  /** All that are restored or woven. */
  readonly texts: readonly JournalText[];
  readonly leave: readonly CodeRange[];
  /** Advice and trampolines that are not there yet. */
  readonly area: readonly TextPiece[];
  /** Where hooks' own code is: addresses there are nobody's. */
  readonly own: CodeRange;
  /** Of traps, and the gates that lead to it. */
  readonly handler: number | undefined;
  readonly gates: readonly Gate[];
  /** That lead to none of ours any more. */
  readonly restoredGates: readonly Gate[];
  readonly restored: readonly JournalText[];
  readonly woven: readonly JournalText[];
  /** Functions that their after advice waits for return to where they were called from. */
  readonly returns: readonly JournalHook[];
  /** Of what is woven then. */
  readonly hooks: readonly JournalHook[];
}
