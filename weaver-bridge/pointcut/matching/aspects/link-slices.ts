/** Finds the slices that introductions name, in any aspect file, with all their members. */
import type { Aspect, AspectFile, Introduction, NonInlineMember, Slice } from "../../../model/index.js";

export interface LinkedSlice {
  readonly slice: Slice;
  readonly file: AspectFile;
  /** Members defined outside the slice, also those in other files. */
  readonly definitions: readonly SliceDefinition[];
}

export interface SliceDefinition extends NonInlineMember {
  readonly file: AspectFile;
}

export interface SliceScopes {
  /** Undefined when there is no definition. */
  find(wanted: Introduction["slice"], from: Aspect, file: AspectFile): LinkedSlice | undefined;
  readonly names: readonly string[];
}

export function createSliceScopes(files: readonly AspectFile[]): SliceScopes {
  const byName = new Map<string, { slice: Slice; file: AspectFile }[]>();
  for (const file of files)
    for (const slice of file.slices ?? [])
      byName.set(slice.name, [...(byName.get(slice.name) ?? []), { slice, file }]);
  const link = (name: string): LinkedSlice | undefined => {
    const all = byName.get(name) ?? [];
    const main = all.find(({ slice }) => slice.members !== undefined || slice.bases !== undefined);
    if (main === undefined) return undefined;
    const definitions = all.flatMap(({ slice, file }) =>
      slice.definitions.map((item) => ({ file, ...item })),
    );
    return { ...main, definitions };
  };
  const lookUp = (name: string, from: Aspect, file: AspectFile): LinkedSlice | undefined => {
    if (name.startsWith("::")) return link(name.slice(2));
    const scopes = from.name.split("::");
    const used = (file.usings ?? []).map(({ namespace }) => `${namespace}::${name}`);
    const around = scopes.map((_, index) => [...scopes.slice(0, scopes.length - index), name].join("::"));
    for (const candidate of [...around, name, ...used]) {
      const found = link(candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    names: [...byName.keys()],
    find: (wanted, from, file) => {
      if ("reference" in wanted) return lookUp(wanted.reference, from, file);
      if (wanted.name !== "") return link(wanted.name);
      const definitions = wanted.definitions.map((item) => ({ file, ...item }));
      return { slice: wanted, file, definitions };
    },
  };
}
