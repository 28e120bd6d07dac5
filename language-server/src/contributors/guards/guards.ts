/** Writes of terms that optimistic code relies on, found in each unit that is analysed. */
import { GUARD_FACTS, guardUnit, loadSpecializations } from "@weft/weaver-bridge/pipeline";
import { plainEffects } from "../../analysis/lines/plain-effects.js";
import type { Contributor, ProjectState } from "../../workspace/index.js";

export const guards: Contributor = {
  name: "guards",
  contribute: (host) => ({
    inSources: plainEffects(host.snapshot, (path) =>
      host
        .snapshot()
        .foundIn(path)
        .filter(({ binding }) => binding.kind === "guard"),
    ),
    inUnits: {
      wanted: (project) =>
        declared(project).some((spec) => spec.guards.length > 0) ? GUARD_FACTS : undefined,
      effects: ({ facts, unitText }, directory, project) =>
        guardUnit(facts, unitText, declared(project), directory).effects,
    },
  }),
};

function declared({ specializations }: ProjectState) {
  return loadSpecializations(specializations).specs;
}
