/** Interfaces and the stubs that are made from them: marks and help in C, and everything about IDL files. */
import {
  type DeclareSpecializationParams,
  declareStubsRequest,
  idlLayoutRequest,
} from "../../protocol/index.js";
import { type Contributor, type ContributorHost, isSourcePath, pathOfUri } from "../../workspace/index.js";
import { declareStubs } from "./declare-stubs.js";
import { idlFiles } from "./idl-files.js";
import { createIdlSet, type IdlDocument, isIdlPath } from "./idl-set.js";
import type { IdlSnapshot } from "./idl-snapshot.js";
import { layoutAt } from "./message-layout.js";
import { stubSources } from "./stub-sources.js";

export const idl: Contributor = {
  name: "idl",
  watches: ["**/*.idl", "**/*.defs", "**/*.acf"],
  owns: isIdlPath,
  contribute(host) {
    const set = createIdlSet(
      host.documents,
      host.trusted ? (path) => host.announce(affected(path)) : undefined,
      host.log,
    );
    const documents = () => documentsOf(host, set);
    const snapshot = (): IdlSnapshot => {
      const { text, sources, problemsIn } = host.snapshot();
      return { idl: documents(), text, sources, problemsIn };
    };
    /** Interfaces decide what lines of C mean: their marks are told anew. */
    const affected = (path: string): string[] => {
      const shown = host.documents
        .all()
        .flatMap((document) => (isSourcePath(document.path) ? [document.path] : []));
      return [path, ...documents().map(({ source }) => source.path), ...shown];
    };
    return {
      inSources: stubSources(snapshot),
      ownFiles: idlFiles(snapshot),
      requests: {
        [idlLayoutRequest]: layoutAt(snapshot, host.documents),
        [declareStubsRequest]: ({ uri, position }: DeclareSpecializationParams) =>
          declareStubs(snapshot(), pathOfUri(uri) ?? "", position),
      },
      textsChanged: (paths) => paths.filter(isIdlPath).flatMap(affected),
      dispose: set.dispose,
    };
  },
};

function documentsOf(host: ContributorHost, set: ReturnType<typeof createIdlSet>): readonly IdlDocument[] {
  const open = host.documents.all().flatMap(({ path }) => (isIdlPath(path) ? [path] : []));
  const around = new Set([...host.projects(), ...open.map(host.projectAt)]);
  return [...around].flatMap((project) =>
    set.read(
      project,
      open.filter((path) => host.projectAt(path) === project),
    ),
  );
}
