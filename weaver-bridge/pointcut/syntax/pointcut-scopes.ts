/**
 * Finds named pointcuts and aspects by name, as functions are found: in the aspect, its bases, the scopes around it,
 * then at file scope. Virtual pointcuts are looked up again from the aspect that is being woven.
 */
import type { Aspect, AspectFile, NamedPointcut } from "../../model/index.js";

export interface FoundPointcut {
  readonly pointcut: NamedPointcut;
  readonly file: AspectFile;
  /** Absent for a pointcut outside aspects. */
  readonly aspect?: Aspect;
}

export interface PointcutScopes {
  /** `from` is the aspect in which the name is written; `woven` the concrete aspect whose advice is woven. */
  /** `file` adds its `using namespace`s. */
  find(name: string, from: Aspect | undefined, woven?: Aspect, file?: AspectFile): FoundPointcut | undefined;
  /** Qualified name of an attribute that is declared somewhere. */
  attribute(name: string, from: Aspect | undefined, file?: AspectFile): string | undefined;
  aspect(name: string, from: Aspect | undefined): Aspect | undefined;
  /** Base aspects, nearest first, each once; bases that are no aspect are left out. */
  basesOf(aspect: Aspect): readonly Aspect[];
  fileOf(aspect: Aspect): AspectFile | undefined;
  readonly pointcutNames: readonly string[];
  readonly attributeNames: readonly string[];
  readonly aspectNames: readonly string[];
}

export function createPointcutScopes(files: readonly Omit<AspectFile, "problems">[]): PointcutScopes {
  const aspects = new Map<string, Aspect>();
  const fileOf = new Map<Aspect, AspectFile>();
  const named = new Map<string, FoundPointcut>();
  const attributes = new Map<string, string>();
  for (const item of files) {
    const file = item as AspectFile;
    for (const { name } of file.attributes ?? []) attributes.set(name, name);
    for (const pointcut of file.pointcuts)
      if (!named.has(pointcut.name)) named.set(pointcut.name, { pointcut, file });
    for (const aspect of file.aspects) {
      if (!aspects.has(aspect.name)) aspects.set(aspect.name, aspect);
      fileOf.set(aspect, file);
      for (const pointcut of aspect.pointcuts) {
        const name = `${aspect.name}::${pointcut.name}`;
        if (!named.has(name)) named.set(name, { pointcut, file, aspect });
      }
    }
  }
  const aspect = (name: string, from: Aspect | undefined) => lookUp(aspects, name, from);
  const knownBases = new Map<Aspect, readonly Aspect[]>();
  const basesOf = (start: Aspect): readonly Aspect[] => {
    let bases = knownBases.get(start);
    if (bases === undefined) knownBases.set(start, (bases = collectBases(start, aspect)));
    return bases;
  };
  const inAspect = (owner: Aspect, name: string): FoundPointcut | undefined => {
    for (const item of [owner, ...basesOf(owner)]) {
      const found = named.get(`${item.name}::${name}`);
      if (found !== undefined) return found;
      // A base may be an ordinary class with pointcuts.
      for (const base of item.bases) {
        const inherited = lookUp(named, `${base}::${name}`, item);
        if (inherited !== undefined) return inherited;
      }
    }
    return undefined;
  };
  const find: PointcutScopes["find"] = (name, from, woven, file) => {
    const own = from === undefined || name.includes("::") ? undefined : inAspect(from, name);
    const found =
      own ??
      lookUp(named, name, from) ??
      inherited(name, from) ??
      usedNames(name, from, file)
        .map((used) => named.get(used))
        .find((item) => item !== undefined);
    const isMember = found?.aspect !== undefined && woven !== undefined && !name.includes("::");
    if (!isMember || !isVirtual(found)) return found;
    return [woven, ...basesOf(woven)].includes(found.aspect as Aspect) ? inAspect(woven, name) : found;
  };
  /** `Trace::calls` where `calls` stands in a base of `Trace`. */
  const inherited = (name: string, from: Aspect | undefined): FoundPointcut | undefined => {
    const cut = name.lastIndexOf("::");
    const owner = cut > 0 ? aspect(name.slice(0, cut), from) : undefined;
    return owner === undefined ? undefined : inAspect(owner, name.slice(cut + 2));
  };
  const isVirtual = (found: FoundPointcut): boolean =>
    found.pointcut.isVirtual ||
    (found.aspect !== undefined &&
      basesOf(found.aspect).some((base) =>
        base.pointcuts.some((item) => item.name === found.pointcut.name && item.isVirtual),
      ));
  return {
    find,
    attribute: (name, from, file) =>
      lookUp(attributes, name, from) ?? usedNames(name, from, file).find((used) => attributes.has(used)),
    attributeNames: [...attributes.keys()],
    aspect,
    basesOf,
    fileOf: (item) => fileOf.get(item),
    pointcutNames: [...named.values()].map((item) => item.pointcut.name),
    aspectNames: [...aspects.keys()],
  };
}

/** More than any sensible hierarchy, so that a senseless one costs no more. */
const BASE_LIMIT = 100;

/** Breadth first, so that nearer bases come first. */
function collectBases(
  start: Aspect,
  aspect: (name: string, from: Aspect) => Aspect | undefined,
): readonly Aspect[] {
  const found: Aspect[] = [start];
  for (const item of found)
    for (const name of item.bases) {
      const base = aspect(name, item);
      if (base !== undefined && !found.includes(base) && found.length <= BASE_LIMIT) found.push(base);
    }
  return found.slice(1);
}

function lookUp<T>(table: ReadonlyMap<string, T>, name: string, from: Aspect | undefined): T | undefined {
  if (name.startsWith("::")) return table.get(name.slice(2));
  const scopes = from === undefined ? [] : from.name.split("::");
  for (let length = scopes.length; length >= 0; length--) {
    const found = table.get([...scopes.slice(0, length), name].join("::"));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name in each namespace that the file uses at file scope or in a scope around the aspect. */
function usedNames(name: string, from: Aspect | undefined, file: AspectFile | undefined): string[] {
  if (name.startsWith("::")) return [];
  const around = `${from?.name ?? ""}::`;
  return (file?.usings ?? [])
    .filter(({ scope }) => scope === "" || around.startsWith(`${scope}::`))
    .map(({ namespace }) => `${namespace}::${name}`);
}

/** An aspect with a pure virtual pointcut that nothing overrides: woven only through aspects derived from it. */
export function isAbstract(aspect: Aspect, scopes: PointcutScopes): boolean {
  const decided = new Set<string>();
  for (const item of [aspect, ...scopes.basesOf(aspect)])
    for (const pointcut of item.pointcuts) {
      if (decided.has(pointcut.name)) continue;
      decided.add(pointcut.name);
      if (pointcut.isVirtual && pointcut.expression === undefined) return true;
    }
  return false;
}
