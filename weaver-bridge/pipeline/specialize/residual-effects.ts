/** What specialization makes of each place of a generic function, as effects like those of aspects. */
import { relative } from "node:path";
import type { Effect, ResidualBinding, SourceRange } from "../../model/index.js";
import { type ResidualNote, sayFact } from "../../partial-eval/index.js";
import { placeIn } from "../place-in-text.js";
import type { MadeResidual } from "./specialize-unit.js";

/** In the order of their places. Files are named relative to `directory` where they are below it. */
export function residualEffects(
  made: readonly MadeResidual[],
  directory: string,
  readText: (file: string) => string | undefined,
): Effect<ResidualBinding>[] {
  const names = new Map<string, string>();
  const nameOf = (file: string): string => {
    const known = names.get(file);
    if (known !== undefined) return known;
    const short = relative(directory, file);
    const name = short.startsWith("..") ? file : short;
    names.set(file, name);
    return name;
  };
  const texts = new Map<string, string | undefined>();
  const textOf = (file: string) => {
    if (!texts.has(file)) texts.set(file, readText(file));
    return texts.get(file);
  };
  return made.flatMap((one) => {
    const { declaration, spec, residual } = one;
    const facts = declaration.facts.map(sayFact).join(", ");
    const origin = rangeOf(spec.text, nameOf(spec.file), declaration.offset, declaration.offset + 10);
    return residual.notes.flatMap((note, order): Effect<ResidualBinding>[] => {
      const text = textOf(note.file);
      if (text === undefined) return [];
      return [
        {
          id: `residual:${declaration.residual}:${note.file}:${note.start}:${note.end}:${note.what}`,
          target: rangeOf(text, nameOf(note.file), note.start, note.end),
          origin,
          by: { tool: "specializer", name: declaration.residual },
          title: `${declaration.residual}: ${sayNote(note)}`,
          reason: reasonOf(note, facts),
          certainty: "certain",
          order,
          binding: bindingOf(note, declaration.residual),
        },
      ];
    });
  });
}

function bindingOf({ what, value, copies }: ResidualNote, residual: string): ResidualBinding {
  const became =
    what === "removed" ? "removed" : copies > 1 ? "unrolled" : what === "kept" ? "kept" : "folded";
  return {
    kind: "residual",
    became,
    residual,
    ...(value === undefined || what === "inlined" ? {} : { value }),
    ...(became === "unrolled" ? { copies } : {}),
  };
}

function sayNote({ what, value, copies }: ResidualNote): string {
  const times = copies > 1 ? `, ${copies} copies` : "";
  if (what === "removed") return "never reached";
  if (what === "inlined") return `${value ?? "the call"} is followed${times}`;
  if (what === "mixed") return `kept in some of ${copies} copies`;
  if (what === "kept") return `kept${times}`;
  return `${value === undefined ? "done beforehand" : `always ${value}`}${times}`;
}

function reasonOf({ what, unknown, calls }: ResidualNote, facts: string): string {
  const where = calls.length === 0 ? "" : `, called by way of ${calls.join(", ")}`;
  if ((what === "kept" || what === "mixed") && unknown.length > 0)
    return `nothing is known of ${unknown.join(", ")}${where}; a fact in the declaration would decide it`;
  if (what === "kept") return `it has an effect of its own${where}`;
  return `${facts === "" ? "what the code itself says" : facts}${where}`;
}

function rangeOf(text: string, file: string, start: number, end: number): SourceRange {
  const [from, to] = [placeIn(text, start), placeIn(text, end)];
  return { file, startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
}
