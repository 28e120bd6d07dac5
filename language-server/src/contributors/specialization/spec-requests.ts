/** Requests about specialization: what is known when, why not more, and new declarations. */
import {
  type BindingTimesParams,
  type BindingTimesResult,
  bindingTimesRequest,
  type DeclareSpecializationParams,
  type DeclareSpecializationResult,
  declareSpecializationRequest,
  type ResidualContextsParams,
  type ResidualContextsResult,
  residualContextsRequest,
  type WhyDynamicParams,
  type WhyDynamicResult,
  whyDynamicRequest,
} from "../../protocol/index.js";
import { type Contribution, pathOfUri } from "../../workspace/index.js";
import { bindingTimes } from "./binding-times.js";
import { residualContexts } from "./contexts.js";
import { declarationTemplate, functionAround } from "./declare.js";
import type { SpecSet } from "./spec-set.js";
import type { SpecSnapshot } from "./spec-snapshot.js";
import { whyDynamicAt } from "./why-dynamic.js";

const ELSEWHERE = { message: "Only files on this machine can be specialized" };

export function specRequests(
  set: SpecSet,
  snapshot: () => SpecSnapshot,
): NonNullable<Contribution["requests"]> {
  return {
    [bindingTimesRequest]: ({ uri, residual }: BindingTimesParams): BindingTimesResult => {
      const path = pathOfUri(uri);
      return path === undefined ? { residuals: [], spans: [] } : bindingTimes(snapshot(), path, residual);
    },
    [whyDynamicRequest]: ({ uri, position }: WhyDynamicParams): WhyDynamicResult => {
      const path = pathOfUri(uri);
      return path === undefined ? ELSEWHERE : whyDynamicAt(snapshot(), path, position);
    },
    [residualContextsRequest]: ({ uri }: ResidualContextsParams): ResidualContextsResult => {
      const path = pathOfUri(uri);
      return { contexts: path === undefined ? [] : residualContexts(snapshot(), path) };
    },
    [declareSpecializationRequest]: async ({
      uri,
      position,
    }: DeclareSpecializationParams): Promise<DeclareSpecializationResult> => {
      const path = pathOfUri(uri);
      if (path === undefined) return ELSEWHERE;
      const name = functionAround(snapshot(), path, position);
      if (name === undefined)
        return { message: "Put the cursor into the function that is to be specialized" };
      const found = await set.look(path, { function: name, path: [] });
      if (found === undefined)
        return { message: `${name} can't be read: its unit does not compile, or no project names it` };
      return declarationTemplate(snapshot(), path, name, found);
    },
  };
}
