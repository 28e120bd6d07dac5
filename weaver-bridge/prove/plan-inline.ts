/** `inline` and `push-in` over a whole project: what an aspect does becomes code. */
import type { AspectFile } from "../model/index.js";
import {
  type InlineSelection,
  inlineAdvice,
  type PushInSelection,
  pushIn,
  type Refactoring,
  surveyInline,
  surveyPushIn,
} from "../refactor/index.js";
import { type PlanOptions, type SurveyedUnit, surveyProject } from "./survey.js";

export interface InlineRequest extends InlineSelection {
  readonly kind: "inline";
}

export interface PushInRequest extends PushInSelection {
  readonly kind: "push-in";
}

export function planInline(root: string, request: InlineRequest, options: PlanOptions): Promise<Refactoring> {
  return planFromAspects(
    root,
    options,
    (unit) => surveyInline(unit, unit.analysis.aspects, request),
    (places, aspects) => inlineAdvice(places, aspects, request),
  );
}

export function planPushIn(root: string, request: PushInRequest, options: PlanOptions): Promise<Refactoring> {
  return planFromAspects(
    root,
    options,
    (unit) => surveyPushIn(unit, unit.aspects, request),
    (places, aspects) => pushIn(places, aspects, request),
  );
}

async function planFromAspects<Place>(
  root: string,
  options: PlanOptions,
  survey: (unit: SurveyedUnit) => readonly Place[],
  planned: (places: readonly Place[], aspects: readonly AspectFile[]) => Refactoring,
): Promise<Refactoring> {
  const { values, side, problems } = await surveyProject(root, { ...options, withAspects: true }, survey);
  if (side === undefined) return { title: "", changes: [], problems };
  const plan = planned(values.flat(), side.aspects);
  return { ...plan, problems: [...problems, ...plan.problems] };
}
