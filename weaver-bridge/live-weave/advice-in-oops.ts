/** The console of a guest that is woven into: behind a line by which its kernel tells a place in advice, which advice that is. */
import { relative } from "node:path";
import type { Project } from "../kernel-build/index.js";
import { reasonsAt } from "./advice-at.js";
import { type Journal, journalMark, readJournal } from "./index.js";

/** Where a kernel says what it came to: `EIP: 0xc08eb037`, and lines of a call trace that have no name. */
const PLACES = [
  /\be?ip\b[^\da-f\n]*(?:[\da-f]{4}:)?(?:0x|\[<)?([\da-f]{8})\b/i,
  /\s(?:\? )?(?:0x|\[<)([\da-f]{8})(?:>\])?$/i,
];

/** Makes of each piece of the console what is to be shown; nothing of it waits. What was woven before now is another guest's. */
export function withAdviceInOops(project: Pick<Project, "root">): (piece: Buffer) => Buffer {
  const journalOf = newJournals(project);
  let open = "";
  return (piece) => {
    const [shown, lines]: [Buffer[], string[]] = [[], piece.toString("latin1").split("\n")];
    for (const [index, line] of lines.entries()) {
      open += line;
      const isWhole = index < lines.length - 1;
      shown.push(Buffer.from(isWhole ? `${line}\n` : line, "latin1"));
      if (!isWhole) continue;
      for (const told of adviceIn(open.trimEnd(), project.root, journalOf))
        shown.push(Buffer.from(`weft: ${told}\n`));
      open = "";
    }
    return Buffer.concat(shown);
  };
}

function adviceIn(line: string, root: string, journalOf: () => Journal | undefined): string[] {
  const [spelt] = PLACES.flatMap((place) => place.exec(line)?.[1] ?? []);
  const journal = spelt === undefined ? undefined : journalOf();
  if (spelt === undefined || journal === undefined) return [];
  return reasonsAt(Number.parseInt(spelt, 16), journal).map(({ what, reason, advice }) => {
    const titles = advice.map(
      ({ title, origin }) => `${title} (${relative(root, origin.file)}:${origin.startLine})`,
    );
    return `${titles.join(", ") || what}: ${reason}`;
  });
}

/** It is long, and an oops has many lines. */
function newJournals(project: Pick<Project, "root">): () => Journal | undefined {
  const old = journalMark(project)?.mark;
  let known: { readonly mark: string; readonly journal: Journal | undefined } | undefined;
  return () => {
    const now = journalMark(project);
    if (now === undefined || now.mark === old) return undefined;
    if (known?.mark !== now.mark) known = { mark: now.mark, journal: readJournal(project) };
    return known.journal;
  };
}
