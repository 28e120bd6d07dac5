/**
 * What was done to a guest, written before it is done: who finds the guest after a killed weaving can finish or undo it.
 * Numbers are addresses in the guest; bytes are in hex.
 */
import { closeSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { liveFolder } from "../../guest/index.js";
import { type Project, readRegular, writeAtomically } from "../../kernel-build/index.js";
import { type AspectEffect, type LiveEffect, unlessBroken, unlessRefused } from "../../model/index.js";
import type { CodeRange } from "../hooks/saved-addresses.js";
import type { Gate } from "../hooks/trap-handler.js";
import type { PageTables } from "../pages/page-tables.js";

export interface Journal {
  readonly version: 4;
  /** Of the guest's record. */
  readonly guest: string;
  /** Digest of the kernel's file. */
  readonly kernel: string;
  /** Of addresses, where they are not of 32. */
  readonly bits?: 64;
  /** `changing`: the text may hold some of the hooks and not the others. */
  readonly state: "woven" | "changing";
  /** What was put to the area, and may still be run by a thread that was interrupted in it. The last one is woven now. */
  readonly generations: readonly Generation[];
  /** What to take from an address of the area for the physical one. */
  readonly physical: number;
  /** Of the kernel, where some of its modules are hooked. */
  readonly pages?: PageTables;
  /** Of what advice logs, where it does. */
  readonly rings?: LogRings;
  /** Of the breakpoint exception, while there are traps: what the kernel has there. */
  readonly gates?: readonly Gate[];
  readonly hooks: readonly JournalHook[];
  /** What of the kernel's text is another one: hooks that are close to each other share a jump. */
  readonly texts: readonly JournalText[];
  /** Of the aspects that are woven: what has no hook. */
  readonly unreachable?: readonly JournalGap[];
}

/** A ring for each CPU that has its own, one after the other. */
export interface LogRings extends CodeRange {
  readonly count: number;
}

export interface Generation {
  /** Of all that its bytes depend on but the address. */
  readonly key: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Where in the kernel's text its trampolines go back to. */
  readonly backs: readonly number[];
}

export interface JournalText {
  readonly address: number;
  readonly original: string;
  readonly woven: string;
  /** Of its first hook. */
  readonly place: string;
  /** It is a breakpoint, and no jump. */
  readonly isTrap: boolean;
  /** What has it, where that is not the kernel's own file: it may be unloaded. */
  readonly module?: string;
}

/** A module lies where there was room: not as the kernel's own text does. */
export const isOfModule = ({ module }: Pick<JournalText, "module">) => module !== undefined;

export interface JournalHook {
  readonly address: number;
  /** Instructions from there on that the jump displaced. */
  readonly original: string;
  readonly trampoline: number;
  /** Why it is a breakpoint and no jump. */
  readonly trap?: string;
  /** Why it may be another access that is counted. */
  readonly doubt?: string;
  /** Address of the counter. */
  readonly hits: number;
  /** Of after advice: where it keeps return addresses, and what it puts in their places. */
  readonly returns?: { readonly nodes: number; readonly second: number };
  /**
   * Instructions that all hooks which share its jump add to a hit, where their advice takes as few as it can, and of after
   * advice to the return; without what functions of the kernel take. Unknown of a trap, and where advice runs in place of it.
   */
  readonly cost?: number;
  /** Where its advice is. */
  readonly advice?: readonly CodeRange[];
  /** Of the kernel, as people know it: `switch_to`. */
  readonly place: string;
  readonly module?: string;
  /** Absolute aspect files of its advice. */
  readonly aspects: readonly string[];
  readonly effects: readonly LiveEffect[];
}

export interface JournalGap {
  /** Of the kernel, as people know it. */
  readonly place: string;
  readonly reason: string;
  readonly effects: readonly AspectEffect[];
}

type Place = Pick<Project, "root">;

export function readJournal(project: Place): Journal | undefined {
  return unlessBroken(() => {
    const journal = JSON.parse(readRegular(journalFile(project), "utf8")) as Journal | null;
    return journal?.version === 4 ? journal : undefined;
  });
}

export interface JournalMark {
  /** Of the file: another one with each change. */
  readonly mark: string;
  readonly isChanging: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What can be known of the journal without reading all of it: it is long where much is woven. */
export function journalMark(project: Place): JournalMark | undefined {
  return unlessRefused(() => {
    const file = journalFile(project);
    const { ino, mtimeMs, size } = statSync(file);
    const isChanging = CHANGING.test(beginningOf(file));
    return { mark: `${ino} ${mtimeMs} ${size}`, isChanging, at: mtimeMs };
  });
}

/** The state stands before the long lists. */
const CHANGING = /"state":"changing"/;
const BEGINNING = 1024;

function beginningOf(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(BEGINNING);
    return bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, BEGINNING, 0));
  } finally {
    closeSync(descriptor);
  }
}

export function writeJournal(project: Place, journal: Journal): void {
  writeAtomically(journalFile(project), `${JSON.stringify(journal)}\n`);
}

/** Nothing was ever woven into the guest. */
export function removeJournal(project: Place): void {
  rmSync(journalFile(project), { force: true });
}

function journalFile(project: Place): string {
  return join(liveFolder(project), "journal.json");
}
