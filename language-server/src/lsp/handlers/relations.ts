/** How elements relate across aspects, the map of the program, and what the user wants to see of both. */

import { relatedElements } from "../../analysis/relations/relations.js";
import { crosscuttingMap, mappedFiles } from "../../analysis/views/crosscutting.js";
import {
  type CrosscuttingParams,
  type CrosscuttingResult,
  crosscuttingRequest,
  type EffectFilter,
  effectFilterNotification,
  type RelationsParams,
  type RelationsResult,
  relationsRequest,
} from "../../protocol/index.js";
import { pathOfUri } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { refreshLensesAndHints } from "../refresh.js";

export function registerRelationHandlers(context: ServerContext): void {
  const { connection, workspace } = context;
  connection.onRequest(relationsRequest, ({ uri, range }: RelationsParams): RelationsResult => {
    const path = pathOfUri(uri);
    if (path === undefined)
      return { uri, state: "failed", message: "Only files on this machine can be analysed", elements: [] };
    const snapshot = workspace.snapshot();
    return { uri, ...snapshot.stateOf(path), elements: relatedElements(snapshot, path, range) };
  });

  connection.onRequest(
    crosscuttingRequest,
    async ({ uris }: CrosscuttingParams): Promise<CrosscuttingResult> => {
      const asked = uris?.flatMap((uri) => pathOfUri(uri) ?? []);
      const lengths = await workspace.lineCounts(mappedFiles(workspace.snapshot(), asked));
      const state = workspace.isIdle() ? "ready" : "computing";
      return { state, ...crosscuttingMap(workspace.snapshot(), lengths) };
    },
  );
  connection.onNotification(effectFilterNotification, (filter: EffectFilter) => {
    context.shown.filter = filter;
    refreshLensesAndHints(context);
  });
}
