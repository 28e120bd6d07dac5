/**
 * Why an expression is left for the running program: back from what it reads to where that was written, until it is
 * something that a declaration could say, or that nobody can know.
 */
import type { NotePlace } from "../tree/note-place.js";
import type { NotedRead, ResidualNote } from "./residual-notes.js";

export interface DynamicCause extends NotePlace {
  /** As it is written. */
  readonly text: string;
  readonly why: string;
  /** What would decide it: `p->flags == VALUE;` */
  readonly fact?: string;
  /** Code that it depends on. */
  readonly causes: readonly DynamicCause[];
}

const DEEPEST = 6;

/** For each thing that is not known in the notes at a place, the innermost note first. */
export function whyDynamic(
  notes: readonly ResidualNote[],
  at: { readonly file: string; readonly start: number; readonly end: number },
): DynamicCause[] {
  const here = notes
    .filter(
      ({ file, start, end, what }) =>
        file === at.file && start <= at.end && at.start <= end && (what === "kept" || what === "mixed"),
    )
    .sort((left, right) => left.end - left.start - (right.end - right.start));
  const causes = here.flatMap((note) => note.reads.map((read) => causeOf(read, notes, note, new Set())));
  return [...new Map(causes.map((one) => [`${one.text}:${one.why}`, one])).values()];
}

function causeOf(
  read: NotedRead,
  notes: readonly ResidualNote[],
  reader: ResidualNote,
  seen: ReadonlySet<string>,
): DynamicCause {
  const { text, file, start, end, fact, after } = read;
  const place = { file, start, end, text };
  if (text.endsWith("()"))
    return {
      ...place,
      why:
        read.why === undefined
          ? `${text} is called when the program runs, and its result is known only then`
          : `${text} is not followed: ${read.why}`,
      causes: [],
    };
  const all = notes.filter(
    (note) => note.writes === text && note !== reader && (note.what === "kept" || note.what === "mixed"),
  );
  // What stands behind the reader reaches it in a loop only.
  const before = all.filter((note) => note.file !== reader.file || note.start < reader.start);
  const writers = before.length > 0 || fact !== undefined ? before : all;
  const deeper = new Set([...seen, text]);
  const causes =
    seen.size >= DEEPEST
      ? []
      : writers.map(
          (note): DynamicCause => ({
            file: note.file,
            start: note.start,
            end: note.end,
            text,
            why:
              note.reads.length === 0 ? "it is written here" : "it is written here, from what is not known",
            causes: note.reads
              .filter((one) => !deeper.has(one.text))
              .map((one) => causeOf(one, notes, note, deeper)),
          }),
        );
  if (writers.length > 0)
    return { ...place, why: `${text} is written before, when the program runs`, causes };
  if (fact === undefined)
    return { ...place, why: `nothing is known of ${text}, and a declaration can't say it`, causes: [] };
  if (after !== undefined)
    return {
      ...place,
      why: `what is said of ${fact} at the start no longer holds here: code that is not followed may have written it`,
      causes: [{ ...after, text: "", why: "this may write it", causes: [] }],
    };
  return { ...place, why: `nothing is said of ${fact}`, fact: `${fact} == VALUE;`, causes: [] };
}
