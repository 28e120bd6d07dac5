/**
 * One join point under the hands of the weaver: the unit, the edits made for it, and the generated code it adds to.
 * Edits are collected here and reach the unit only when the whole join point could be woven.
 */
import type { UnitFacts } from "../../model/index.js";
import { type Edit, lineMarker } from "../text/text-edits.js";
import type { Unweavable } from "../unweavable.js";
import type { WeaveInput } from "../woven-unit.js";
import type { GeneratedCode } from "./glue/generated-code.js";
import type { Level } from "./glue/operation.js";
import { createTypeSpeller, type TypeSpeller } from "./glue/spell-type.js";

export interface WeaveSite {
  readonly facts: UnitFacts;
  /** Triple of the target, when known. */
  readonly target: string | undefined;
  /** The unit's text. */
  readonly text: string;
  readonly speller: TypeSpeller;
  readonly code: GeneratedCode;
  /** Line marker for glue functions of this join point. */
  readonly marker: string;
  /** Literals for `tjp->signature`, `filename` and `line`. */
  readonly constants: ReadonlyMap<string, string>;
  readonly edits: Edit[];
  /** Notes that don't stop the weaving. */
  readonly remarks: Unweavable[];
  /** The advice that is woven here. */
  readonly woven: Level[];
  /** Declarations in whose scope control is inside the `cflow` triggers that the join point is; mostly empty. */
  enter: string;
  insert(at: number, text: string, role: "open" | "close"): void;
  /** Replaces bytes; a shorter text is padded, so that what follows keeps its column. */
  replace(start: number, end: number, text: string): void;
  /** Puts declarations before the enclosing top-level declaration. */
  declareFirst(declarations: string): void;
  /** `text` on a line of its own, without warnings, at the source line of byte `at`. */
  glue(at: number, text: string): string;
}

export interface SitePlace {
  /** Byte at which the join point stands in the source. */
  readonly at: number;
  /** Start of the enclosing top-level declaration. */
  readonly topLevel: number;
  readonly rank: number;
  /** In an inline function that other units may see, where compilers warn of each static function that is named. */
  readonly inSharedInline: boolean;
}

export function createSite(
  { facts, unitText: text, target }: Pick<WeaveInput, "facts" | "unitText" | "target">,
  code: GeneratedCode,
  place: SitePlace,
  constants: ReadonlyMap<string, string>,
): WeaveSite {
  const edits: Edit[] = [];
  const { file, line } = facts.lineMap.positionAt(place.at);
  const topLevel = declarationPlace(text, place.topLevel);
  const { rank } = place;
  const glue = (at: number, inserted: string) => {
    const position = facts.lineMap.positionAt(at);
    return `\n${lineMarker(position.file, position.line, true)}\n${inserted}`;
  };
  const declareFirst = (declarations: string) =>
    void edits.push({
      start: topLevel,
      end: topLevel,
      text: glue(topLevel, declarations),
      role: "open",
      rank,
    });
  const declareUsed = (inserted: string) => {
    const symbols = new Set(inserted.match(/__weft_(?:advice|shadow|proceed)_\w+/g) ?? []);
    const declarations = [...symbols].flatMap((symbol) => code.declaration(symbol) ?? []);
    if (declarations.length > 0) declareFirst(declarations.join(" "));
  };
  const named = (at: number, inserted: string) =>
    place.inSharedInline && inserted.includes("__weft_") ? glue(at, inserted) : inserted;
  return {
    facts,
    target,
    text,
    speller: createTypeSpeller(facts, topLevel, text),
    code,
    marker: lineMarker(file, line, true),
    constants,
    edits,
    remarks: [],
    woven: [],
    enter: "",
    insert: (at, inserted, role) => {
      declareUsed(inserted);
      edits.push({ start: at, end: at, text: named(at, inserted), role, rank });
    },
    replace: (start, end, inserted) => {
      declareUsed(inserted);
      const deleted = text.slice(start, end);
      const padding = deleted.includes("\n") ? 0 : Math.max(0, end - start - inserted.length);
      edits.push({ start, end, text: named(start, inserted) + " ".repeat(padding), role: "replace", rank });
    },
    glue,
    declareFirst,
  };
}

/** `topLevel`, moved before attributes or specifiers that belong to the declaration but that it leaves out. */
function declarationPlace(text: string, topLevel: number): number {
  let at = topLevel;
  while (at > 0) {
    const newline = text.lastIndexOf("\n", at - 1);
    const line = text.slice(newline + 1, at);
    if (/^\s*(?:#.*)?$/.test(line)) {
      at = Math.max(newline, 0);
      continue;
    }
    const last = line.trimEnd().at(-1);
    if (last === ";" || last === "}") return topLevel;
    return lastBoundary(text, newline + 1 + line.trimEnd().length);
  }
  return topLevel;
}

/** Just after the last `;` or `}` before `at` that ends a declaration. */
function lastBoundary(text: string, at: number): number {
  const boundary = Math.max(text.lastIndexOf(";", at - 1), text.lastIndexOf("}", at - 1));
  return boundary + 1;
}
