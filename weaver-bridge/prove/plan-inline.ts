/** `inline` and `push-in` over a whole project: what an aspect does becomes code. */
import {
  type InlineSelection,
  inlineAdvice,
  type PushInSelection,
  pushIn,
  type Refactoring,
  surveyInline,
  surveyPushIn,
} from "../refactor/index.js";
import { type PlanOptions, surveyProject } from "./survey.js";

export interface InlineRequest extends InlineSelection {
  readonly kind: "inline";
}

export interface PushInRequest extends PushInSelection {
  readonly kind: "push-in";
}

export async function planInline(
  root: string,
  request: InlineRequest,
  options: PlanOptions,
): Promise<Refactoring> {
  const { values, side, problems } = await surveyProject(root, { ...options, withAspects: true }, (unit) =>
    surveyInline(unit, unit.analysis.aspects, request),
  );
  if (side === undefined) return { title: "", changes: [], problems };
  const plan = inlineAdvice(values.flat(), side.aspects, request);
  return { ...plan, problems: [...problems, ...plan.problems] };
}

export async function planPushIn(
  root: string,
  request: PushInRequest,
  options: PlanOptions,
): Promise<Refactoring> {
  const { values, side, problems } = await surveyProject(root, { ...options, withAspects: true }, (unit) =>
    surveyPushIn(unit, unit.aspects, request),
  );
  if (side === undefined) return { title: "", changes: [], problems };
  const plan = pushIn(values.flat(), side.aspects, request);
  return { ...plan, problems: [...problems, ...plan.problems] };
}
