/** Requests that only one contributor knows. */
import type { ServerContext } from "../context.js";

export function registerContributedRequests({ connection, workspace }: ServerContext): void {
  for (const { requests = {} } of workspace.contributions())
    for (const [method, answer] of Object.entries(requests))
      connection.onRequest(method, async (params: never) => answer(params));
}
