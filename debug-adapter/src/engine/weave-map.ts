/**
 * The weave map of a build (`.weft/weave-map.json`): what the weaver did to each unit, looked up by what a stack
 * shows of it, a symbol and a source place. The map is optional: a generated symbol says its role by its name,
 * and its aspect when it is advice. Knows no debugger, no process, no file system.
 */
import { isAbsolute, resolve } from "node:path";
import {
  type AspectEffect,
  type GeneratedFunction,
  isAdvice,
  isOfAspect,
  type JoinPoint,
  joinPointOf,
  type StubFunction,
  type UnitWeaveMap,
} from "@weft/weaver-bridge/model";
import type { AdvisedPlace } from "./advised-line.js";

export interface WeaveMap {
  readonly version: 2;
  readonly units: readonly UnitWeaveMap[];
  readonly stubs?: readonly StubFunction[];
}

export interface GeneratedSymbol {
  readonly role: GeneratedFunction["role"];
  /** What a frame should say; absent when neither map nor name tells. */
  readonly label?: string;
  /** The aspect, for advice. */
  readonly aspect?: string;
  /** The function runs inside of the advice, by `proceed`. */
  readonly isAround?: true;
  /** Where the advice runs, when the map and the place around it tell one join point. */
  readonly joinPoint?: JoinPoint;
}

/** The nearest kernel frame around a generated function. `file` is absolute, `line` 1-based. */
export interface KernelPlace {
  readonly file?: string;
  /** See {@link RawFrame.source}. */
  readonly source?: string;
  readonly symbol?: string;
  readonly line?: number;
}

export interface WeaveIndex {
  /**
   * What a function is when the weaver generated it; `undefined` for the kernel's own. Symbols repeat from unit to
   * unit, and join points share advice functions: `around` tells which one it is.
   */
  generated(symbol: string, around?: KernelPlace): GeneratedSymbol | undefined;
  /**
   * The advice whose body has this line and that runs in this kernel function, if it is one: optimized code carries
   * advice lines outside of the inlined function. `source` is the file that has the function, where programs and units have
   * several of its name; not known, none of them is guessed. `target.file` of the result is absolute.
   */
  adviceAt(symbol: string, file: string, line: number, source?: string): AspectEffect | undefined;
  /** The files with a function of this name in which the advice on this line runs, absolute. */
  advisedSources(symbol: string, file: string, line: number): readonly string[];
  /**
   * The function with execution advice whose definition has its name on this line. Optimized code of such a function
   * starts with the advice, so its header has no code of its own. `file` is absolute.
   */
  advisedFunctionAt(file: string, line: number): string | undefined;
  /** The aspect's member that a function or variable is: `__weft_<Aspect>_<name>`, with the map's aspects. */
  member(symbol: string): { readonly aspect: string; readonly name: string } | undefined;
  /** What a function is that IDL or specialization made: `storage::open: client stub`, `send_sig specialized for SIGUSR1`. */
  madeOf(symbol: string): string | undefined;
  /** The functions that are advice on this line, at its places there. `file` is absolute. */
  adviceOn(file: string, line: number): AdvisedPlace[];
  /** The functions that are advice; of aspects for which `of` holds. */
  adviceFunctions(of?: (aspect: string) => boolean): string[];
  /** The directory of the unit that a file is the source of, if something is woven into it. `file` is absolute. */
  wovenDirectory(file: string): string | undefined;
  /** Names of the aspects that affect the kernel. */
  readonly aspects: ReadonlySet<string>;
}

/** A function of another origin than the kernel's source, and what it is. */
export interface TitledFunction {
  readonly symbol: string;
  readonly title: string;
}

/**
 * `text` of the map file; `problem` is a clause. Unknown fields are ignored, a broken map gives an empty index. `residuals`:
 * the functions that specialization made.
 */
export function readWeaveMap(
  text: string,
  residuals: readonly TitledFunction[] = [],
): { index: WeaveIndex; problem?: string } {
  try {
    const map = JSON.parse(text) as Partial<WeaveMap>;
    if (map.version !== 2 || !Array.isArray(map.units))
      return { index: indexWeaveMap([]), problem: "the weave map has another format than this Weft reads" };
    return { index: indexWeaveMap(map.units, [...(map.stubs ?? []), ...residuals]) };
  } catch (error) {
    return { index: indexWeaveMap([]), problem: `the weave map can't be read: ${(error as Error).message}` };
  }
}

interface Entry {
  readonly unit: UnitWeaveMap;
  readonly generated: GeneratedFunction;
  readonly effects: readonly AspectEffect[];
  /** Absolute paths of the kernel files that show this symbol: the unit's source and its join points' files. */
  readonly files: ReadonlySet<string>;
}

export function indexWeaveMap(
  given: readonly UnitWeaveMap[],
  others: readonly TitledFunction[] = [],
): WeaveIndex {
  const entries = new Map<string, Entry[]>();
  const units = given.filter((unit) => Array.isArray(unit?.generated) && Array.isArray(unit.effects));
  for (const unit of units) {
    const effects = new Map(unit.effects.filter(isOfAspect).map((effect) => [effect.id, effect]));
    for (const generated of unit.generated) {
      const list = entries.get(generated.symbol) ?? [];
      list.push(entryOf(unit, generated, effects));
      entries.set(generated.symbol, list);
    }
  }
  const scattered = indexOrigins(units);
  const scatteredOn = (symbol: string, file: string, line: number) =>
    (scattered.get(`${symbol} ${file}`) ?? []).filter(
      ({ origin }) => origin.startLine <= line && line <= origin.endLine,
    );
  const headers = indexHeaders(units);
  const titles = new Map(others.map(({ symbol, title }) => [symbol, title]));
  const aspects = new Set(
    units.flatMap((unit) => unit.effects.filter(isOfAspect).map((effect) => effect.by.name)),
  );
  return {
    member: (symbol) => {
      if (!symbol.startsWith("__weft_") || parseGeneratedName(symbol) !== undefined) return undefined;
      const aspect = [...aspects].find((name) => symbol.startsWith(`__weft_${name}_`));
      return aspect === undefined ? undefined : { aspect, name: symbol.slice(`__weft_${aspect}_`.length) };
    },
    adviceAt: (symbol, file, line, source) => {
      const effects = scatteredOn(symbol, file, line).filter(
        ({ target }) => source === undefined || target.file === source,
      );
      return new Set(effects.map(({ title, target }) => `${target.file} ${title}`)).size === 1
        ? effects[0]
        : undefined;
    },
    advisedSources: (symbol, file, line) => [
      ...new Set(scatteredOn(symbol, file, line).map(({ target }) => target.file)),
    ],
    madeOf: (symbol) => titles.get(symbol),
    advisedFunctionAt: (file, line) => headers.get(`${line} ${file}`),
    adviceOn: (file, line) =>
      [...entries].flatMap(([symbol, list]) =>
        list
          .filter(({ generated }) => generated.role === "advice")
          .flatMap((entry) => advisedPlaces(symbol, entry, file, line)),
      ),
    adviceFunctions: (of = () => true) =>
      [...entries]
        .filter(([symbol, list]) => list[0]?.generated.role === "advice" && of(aspectOf(symbol)))
        .map(([symbol]) => symbol),
    wovenDirectory: (file) =>
      units.find((unit) => unit.effects.length > 0 && absolutePath(unit, unit.source) === file)?.directory,
    aspects,
    generated: (symbol, around = {}) => {
      const parsed = parseGeneratedName(symbol);
      if (parsed === undefined) return undefined;
      const entry = chooseEntry(entries.get(symbol) ?? [], around.source ?? around.file);
      if (entry === undefined) return parsed;
      return { ...parsed, role: roleOf(entry.generated), ...describe(entry, around) };
    },
  };
}

/** Effects by the kernel function that they stand in and the aspect file that they come from. */
function indexOrigins(units: readonly UnitWeaveMap[]): Map<string, AspectEffect[]> {
  const result = new Map<string, AspectEffect[]>();
  for (const unit of units)
    for (const effect of unit.effects.filter(isOfAspect)) {
      const { within } = effect.binding.joinPoint;
      const key = `${functionName(within)} ${absolutePath(unit, effect.origin.file)}`;
      const target = { ...effect.target, file: absolutePath(unit, effect.target.file) };
      result.set(key, [...(result.get(key) ?? []), { ...effect, target }]);
    }
  return result;
}

/** Functions with execution advice, by line and file of their names. */
function indexHeaders(units: readonly UnitWeaveMap[]): Map<string, string> {
  const result = new Map<string, string>();
  for (const unit of units)
    for (const { target, binding } of unit.effects.filter(isOfAspect)) {
      const name = functionName(binding.joinPoint.within);
      if (binding.joinPoint.kind !== "execution" || name === undefined) continue;
      result.set(`${target.startLine} ${absolutePath(unit, target.file)}`, name);
    }
  return result;
}

function absolutePath(unit: UnitWeaveMap, file: string): string {
  const path = decodePath(file);
  return isAbsolute(path) ? path : resolve(unit.directory, path);
}

/** Paths of a unit come out of latin1 text; where their bytes are UTF-8 they are read as that. */
function decodePath(file: string): string {
  const decoded = Buffer.from(file, "latin1").toString("utf8");
  return /[^\u0000-\u00ff]/.test(file) || decoded.includes("\ufffd") ? file : decoded;
}

function entryOf(
  unit: UnitWeaveMap,
  generated: GeneratedFunction,
  effects: ReadonlyMap<string, AspectEffect>,
): Entry {
  const own = generated.effects.flatMap((id) => effects.get(id) ?? []);
  const spelled = [unit.source, ...own.map((effect) => effect.target.file)];
  const files = new Set(spelled.map((file) => absolutePath(unit, file)));
  return { unit, generated, effects: own, files };
}

function advisedPlaces(symbol: string, { unit, effects }: Entry, file: string, line: number): AdvisedPlace[] {
  return effects.flatMap(({ target, binding: { joinPoint } }) => {
    if (line < target.startLine || line > target.endLine || absolutePath(unit, target.file) !== file)
      return [];
    const executes = joinPoint.kind === "execution" ? functionName(joinPoint.within) : undefined;
    const { startLine, endLine } = target;
    return [{ symbol, file, startLine, endLine, ...(executes === undefined ? {} : { executes }) }];
  });
}

/** The entry of the right unit; without a match, the common one when all entries say the same. */
function chooseEntry(entries: readonly Entry[], file: string | undefined): Entry | undefined {
  const match = entries.find((entry) => file !== undefined && entry.files.has(file));
  if (match !== undefined) return match;
  const labels = new Set(entries.map((entry) => entry.generated.label));
  return labels.size === 1 ? entries[0] : undefined;
}

/** Of the functions behind `proceed()`, those that hold an original body are named after it; the rest is glue. */
function roleOf({ role, label }: GeneratedFunction): GeneratedFunction["role"] {
  return role === "proceed" && !/^[\w:~$]+$/.test(label) ? "shadow" : role;
}

function describe({ generated, effects }: Entry, around: KernelPlace): Omit<GeneratedSymbol, "role"> {
  if (generated.role !== "advice") return { label: generated.label };
  const here = narrow(
    narrow(effects, (effect) => functionName(effect.binding.joinPoint.within) === around.symbol),
    ({ target }) =>
      around.line !== undefined && target.startLine <= around.line && around.line <= target.endLine,
  );
  const titles = new Set(here.map((effect) => effect.title));
  const [first] = here;
  if (titles.size !== 1 || first === undefined) return { label: generated.label };
  return {
    label: first.title,
    aspect: first.by.name,
    ...(isAdvice(first) && first.binding.when === "around" ? { isAround: true as const } : {}),
    ...(here.length === 1 ? { joinPoint: joinPointOf(first) } : {}),
  };
}

/** The items that satisfy the condition, or all where none does. */
function narrow<T>(items: readonly T[], condition: (item: T) => boolean): readonly T[] {
  const some = items.filter(condition);
  return some.length === 0 ? items : some;
}

/** `sys_open` of `int sys_open(const char *,int)`. */
export function functionName(signature: string): string | undefined {
  return /(?<![\w:~])([\w:~]+)\s*\(/.exec(signature)?.[1];
}

const aspectOf = (symbol: string) => parseGeneratedName(symbol)?.aspect ?? "";

/** Generated names: `__weft_advice_<Aspect>_<index>_<n>`, `__weft_shadow_<n>`, `__weft_proceed_<n>`. */
export function parseGeneratedName(symbol: string): GeneratedSymbol | undefined {
  const advice = /^__weft_advice_(.+)_(\d+)_\d+(?:\.|$)/.exec(symbol);
  if (advice !== null) return { role: "advice", label: `${advice[1]}: advice`, aspect: advice[1] as string };
  const other = /^__weft_(shadow|proceed)_\d+(?:\.|$)/.exec(symbol);
  if (other === null) return undefined;
  return { role: other[1] as "shadow" | "proceed" };
}
