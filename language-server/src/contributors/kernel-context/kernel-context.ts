/** What the context of join points forbids to advice, as problems of aspect files. */
import type { Contributor } from "../../workspace/index.js";
import { createContextChecks } from "./context-checks.js";

export const kernelContext: Contributor = {
  name: "kernel-context",
  contribute(host) {
    const checks = createContextChecks(host);
    return {
      problemsIn: checks.problemsIn,
      resultsSettled: checks.refresh,
      isBusy: () => checks.isChecking,
      dispose: checks.dispose,
    };
  },
};
