/** Functions made for what is known of their arguments: marks at what became of each place, and files of declarations. */
import { plainEffects } from "../../analysis/lines/plain-effects.js";
import type { Contributor, ContributorHost, InSources, Snapshot } from "../../workspace/index.js";
import { bindingTimeAt } from "./binding-times.js";
import { residualText } from "./residual-text.js";
import { isSpecPath } from "./spec-documents.js";
import { specFiles } from "./spec-files.js";
import { specUsesOf } from "./spec-rename.js";
import { specRequests } from "./spec-requests.js";
import { createSpecSet, type SpecSet } from "./spec-set.js";
import type { SpecSnapshot } from "./spec-snapshot.js";
import { factsToDeclare } from "./why-dynamic.js";

export const specialization: Contributor = {
  name: "specialization",
  watches: ["**/*.spec"],
  owns: isSpecPath,
  isListed: true,
  contribute(host) {
    const set = createSpecSet(host);
    const snapshot = () => specSnapshot(host, set);
    return {
      inSources: {
        ...residualSources(host.snapshot, snapshot),
        insertions: (path, position) => factsToDeclare(snapshot(), path, position),
        renamesWith: (renamed) => specUsesOf(snapshot(), renamed, set.look),
      },
      ownFiles: specFiles(host, set, snapshot),
      requests: specRequests(set, snapshot),
      textForms: { residual: (path, { residual }) => residualText(snapshot(), path, residual) },
      textsChanged(paths) {
        set.changed(paths);
        return [];
      },
      projectRead: ({ specializations }) => set.changed(specializations),
      unitAnalysed: () => set.changed([]),
      isBusy: set.isBusy,
      dispose: set.dispose,
    };
  },
};

/** What is known of the expressions has no mark of its own: it is told beside others. */
export function residualSources(snapshot: () => Snapshot, spec: () => SpecSnapshot): InSources {
  const drawn = plainEffects(snapshot, (path) => spec().residualIn(path));
  return {
    effects: drawn.effects,
    hover: (path, position) => [
      ...drawn.hover(path, position),
      ...bindingTimeAt(spec(), path, position).map((one) => ({ markdown: `This expression is ${one}.` })),
    ],
  };
}

function specSnapshot(host: ContributorHost, set: SpecSet): SpecSnapshot {
  const { text, problemsIn } = host.snapshot();
  return {
    ...{ text, problemsIn },
    get specs() {
      return set.documents();
    },
    residualIn: (path) => residualShown(host, set, path),
    residualsIn: set.residualsIn,
    residualsOfSpec: set.residualsOf,
  };
}

/** An unsaved text is another than what was built. */
function residualShown({ lastBuild, documents }: ContributorHost, set: SpecSet, path: string) {
  const now = set
    .residualsIn(path)
    .flatMap((one) => one.effects.filter(({ target }) => target.file === path));
  if (now.length > 0) return now;
  const built = lastBuild.residualIn(path);
  const open = built.length === 0 ? undefined : documents.openText(path);
  return open === undefined || open.text === documents.readDisk(path)?.text ? built : [];
}
