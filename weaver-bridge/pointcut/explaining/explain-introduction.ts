/** Why a slice goes into a class or does not. */
import type { Aspect, AspectFile, ClassEntity, EntityId, Introduction } from "../../model/index.js";
import { canGrow, goesInto } from "../matching/aspects/class-match.js";
import type { LinkedIntroduction } from "../matching/aspects/link-aspects.js";
import type { UnitMatcher } from "../matching/units/unit-matcher.js";
import { explainNames } from "./explain-names.js";
import type { FileChange, Finding } from "./finding.js";

export interface IntroductionExplanation {
  /** The concrete aspect; `introduction.aspect` is the one that declares it. */
  readonly aspect: Aspect;
  readonly file: AspectFile;
  readonly introduction: Introduction;
  readonly applies: boolean;
  /** 0 when it applies; the nearest miss has the smallest. */
  readonly distance: number;
  readonly finding: Finding;
  /** The pointcut names the class, and yet the slice does not go into it. */
  readonly hindrance?: string;
  /** Edits after which the slice goes into the class: tried, not guessed. */
  readonly changes: readonly FileChange[];
}

/** The class is defined in the unit. */
export function explainIntroduction(
  unit: UnitMatcher,
  { aspect, file, introduction, node }: LinkedIntroduction,
  id: EntityId,
): IntroductionExplanation {
  const entity = unit.facts.entities[id] as ClassEntity;
  const finding = explainNames(unit, node, id, { file });
  const selected = goesInto(unit, node, entity);
  const found = { aspect, file, introduction, finding, changes: [] };
  if (selected && canGrow(entity)) return { ...found, applies: true, distance: 0 };
  const hindrance = selected
    ? hindranceOf(entity)
    : finding.verdict === false
      ? undefined
      : "the pointcut names a scope around this class; a slice goes into the classes that it names themselves";
  return {
    ...found,
    applies: false,
    distance: hindrance === undefined ? finding.distance : 1,
    ...(hindrance === undefined ? {} : { hindrance }),
  };
}

/** Of a class that is defined and can't grow all the same. */
function hindranceOf({ name }: ClassEntity): string {
  return name === ""
    ? "the class has no name, and a slice goes only into classes with one"
    : "this is an instance of a template, and a slice goes into the template itself";
}
