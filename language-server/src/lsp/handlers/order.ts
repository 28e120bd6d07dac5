/** Order and interference of aspects: the view's questions, and the quick fixes of aspect files. */
import { type CodeAction, CodeActionKind } from "vscode-languageserver/node";
import { aspectPairs } from "../../analysis/order/aspect-order.js";
import { interferences } from "../../analysis/order/interference.js";
import { orderEdit, orderFixes } from "../../analysis/order/order-fixes.js";
import {
  type OrderEditParams,
  type OrderEditResult,
  type OrderResult,
  orderEditRequest,
  orderRequest,
} from "../../protocol/index.js";
import type { PlaceRange } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { problemToLsp } from "../to-lsp.js";

export function registerOrderHandlers({ connection, workspace }: ServerContext): void {
  connection.onRequest(orderRequest, (): OrderResult => {
    const snapshot = workspace.snapshot();
    const pairs = aspectPairs(snapshot);
    const aspects = [...new Set(pairs.flatMap(({ outer, inner }) => [outer, inner]))].sort();
    return { aspects, pairs, interferences: interferences(snapshot) };
  });

  connection.onRequest(
    orderEditRequest,
    async ({ outer, inner }: OrderEditParams): Promise<OrderEditResult> => {
      const edit = orderEdit(workspace.snapshot(), outer, inner);
      return edit ?? { message: `${outer} and ${inner} no longer meet at a join point` };
    },
  );
}

/** Quick fixes of an aspect file that order advice makes. */
export function orderActions(
  { workspace }: ServerContext,
  uri: string,
  path: string,
  range: PlaceRange,
): CodeAction[] {
  return orderFixes(workspace.snapshot(), path, range).map(({ title, range: at, text, problem }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [problemToLsp(problem)],
    edit: { changes: { [uri]: [{ range: at, newText: text }] } },
  }));
}
