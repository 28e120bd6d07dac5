/** What interfaces say at lines of C: calls of stubs and implementations. */
import type { InSources, SourceText } from "../../workspace/index.js";
import { stubHover } from "./idl-hover.js";
import { stubDefinitions, stubReferences } from "./idl-navigation.js";
import type { IdlSnapshot } from "./idl-snapshot.js";
import { stubEffects } from "./stub-effects.js";
import { stubElements } from "./stub-elements.js";

export function stubSources(snapshot: () => IdlSnapshot): InSources {
  /** Without interfaces no text is read. */
  const inText = <T>(
    path: string,
    use: (now: IdlSnapshot, source: SourceText) => readonly T[],
  ): readonly T[] => {
    const now = snapshot();
    const source = now.idl.length === 0 ? undefined : now.text(path);
    return source === undefined ? [] : use(now, source);
  };
  const definitions = (path: string, position: Parameters<typeof stubDefinitions>[2]) =>
    inText(path, (now, source) => stubDefinitions(now, source, position));
  return {
    isOnMap: true,
    effects: (path) => inText(path, stubEffects),
    elements: (path) => inText(path, stubElements),
    hover: (path, position) =>
      inText(path, (now, source) => {
        const found = stubHover(now, source, position);
        return found === undefined ? [] : [found];
      }),
    definitions,
    references: (path, position) => inText(path, (now, source) => stubReferences(now, source, position)),
    renameRefusal: (path, position) =>
      definitions(path, position).length === 0
        ? undefined
        : "This name is made from IDL. Rename the operation there (Go to Definition leads to it); the C code follows",
  };
}
