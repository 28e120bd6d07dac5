/**
 * `AC::TypeInfo<T>`: what a class of the project is, after introductions. Each class gets a description `__TI` at its end
 * where the unit uses `TypeInfo` at all; of other types `TypeInfo` only says that nothing is known.
 */
import { type ClassEntity, type UnitFacts, unitMarker } from "../../../model/index.js";
import { applyEdits, type Edit, type EditedText, lineMarker } from "../../text/text-edits.js";
import { describeClass } from "../types/describe-class.js";
import { AC, GENERATED_AC } from "./ac-namespace.js";

/** Does C++ text ask for descriptions of classes? */
export function usesTypeInfo(text: string): boolean {
  // Most texts hold neither, which is found out sooner so.
  if (!text.includes("AC") && !text.includes("__TI")) return false;
  return /\bAC\s*::\s*TypeInfo\b|\busing\s+namespace\s+(?:::\s*)?AC\b|\b__TI\b/.test(text);
}

/** Descriptions at the end of all classes of the project; those that have one get no other. */
export function typeInfoEdits(facts: UnitFacts, text: string): Edit[] {
  return facts.entities.flatMap((entity, rank): Edit[] => {
    if (entity.kind !== "class" || !canBeDescribed(entity, facts)) return [];
    const at = entity.definition!.body.end - 1;
    return [{ start: at, end: at, text: describeClass("__TI", entity, facts, text), role: "open", rank }];
  });
}

/** Local classes can't hold templates, and one description would have to serve all instances of a template. */
export function canBeDescribed(entity: ClassEntity, { lineMap, entities }: UnitFacts): boolean {
  const { definition, name, template, local, members } = entity;
  if (definition === undefined || name === "" || template !== undefined || local === true) return false;
  if (lineMap.inSystemHeader(definition.body.start)) return false;
  return members.every((id) => entities[id]?.name !== "__TI");
}

/** Where the unit's own text asks: with the answers in it, before anything else reads it. */
export function introduceTypeInfo(unitText: string, facts: UnitFacts): EditedText {
  return applyEdits(unitText, [...acEdits(unitText), ...typeInfoEdits(facts, unitText)], facts.lineMap);
}

/** The namespace `AC` at the unit's start, where it is not there yet. */
export function acEdits(unitText: string): Edit[] {
  if (unitText.includes(GENERATED_AC)) return [];
  const marker = `${unitMarker(unitText)}${lineMarker("<weft>", 1, true)}`;
  return [{ start: 0, end: 0, text: `${marker}\n${AC}\n`, role: "open", rank: -1 }];
}
