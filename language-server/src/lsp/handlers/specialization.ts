/** Requests about specialization: what is known when, why not more, and new declarations. */
import { bindingTimes } from "../../analysis/spec/binding-times.js";
import { declarationTemplate, functionAround } from "../../analysis/spec/declare.js";
import { whyDynamicAt } from "../../analysis/spec/why-dynamic.js";
import {
  type BindingTimesParams,
  type BindingTimesResult,
  bindingTimesRequest,
  type DeclareSpecializationParams,
  type DeclareSpecializationResult,
  declareSpecializationRequest,
  type WhyDynamicParams,
  type WhyDynamicResult,
  whyDynamicRequest,
} from "../../protocol/index.js";
import { pathOfUri } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";

export function registerSpecializationHandlers({ connection, workspace }: ServerContext): void {
  connection.onRequest(bindingTimesRequest, ({ uri, residual }: BindingTimesParams): BindingTimesResult => {
    const path = pathOfUri(uri);
    if (path === undefined) return { residuals: [], spans: [] };
    return bindingTimes(workspace.snapshot(), path, residual);
  });

  connection.onRequest(whyDynamicRequest, async (params: WhyDynamicParams): Promise<WhyDynamicResult> => {
    const { uri, position } = params;
    const path = pathOfUri(uri);
    if (path === undefined) return { message: "Only files on this machine can be specialized" };
    return whyDynamicAt(workspace.snapshot(), path, position);
  });

  connection.onRequest(
    declareSpecializationRequest,
    async ({ uri, position }: DeclareSpecializationParams): Promise<DeclareSpecializationResult> => {
      const path = pathOfUri(uri);
      if (path === undefined) return { message: "Only files on this machine can be specialized" };
      const name = functionAround(workspace.snapshot(), path, position);
      if (name === undefined)
        return { message: "Put the cursor into the function that is to be specialized" };
      const found = await workspace.lookUp(path, { function: name, path: [] });
      if (found === undefined)
        return { message: `${name} can't be read: its unit does not compile, or no project names it` };
      return declarationTemplate(workspace.snapshot(), path, name, found);
    },
  );
}
