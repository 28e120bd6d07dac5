/** Whether aspects can't touch a unit, told from its files as they are written, before the compiler is asked for its text. */
import { basename } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  sourceFilesOf,
  unitLanguage,
} from "../../kernel-build/index.js";
import type { AspectFile } from "../../model/index.js";
import { filterOf, sourcesMayMeet, type TextFilter, testedNames } from "../../pointcut/index.js";
import { neededFirst } from "./standing-aspects.js";

interface AskedUnit {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  readonly aspects: readonly AspectFile[];
  readonly overlay?: string | undefined;
  readonly headers?: ReadonlyMap<string, string> | undefined;
  readonly always?: boolean | ((text: string) => boolean);
}

/** False also when that can't be told so early. */
export async function isUntouched(unit: AskedUnit): Promise<boolean> {
  const { command, input, aspects, overlay, headers, always } = unit;
  if ((always !== undefined && always !== false) || overlay !== undefined || headers !== undefined)
    return false;
  const isCxx = unitLanguage(input) === "c++";
  const filter = filterOfSources(aspects, isCxx);
  if (filter === "all" || (isCxx && neededFirst(aspects).length > 0) || isIdle(aspects)) return false;
  const files = await sourceFilesOf(command, input);
  if (files === undefined || sourcesMayMeet(files, filter)) return false;
  if (isCxx && files.some(({ words }) => DESCRIBING.some((word) => words.has(word)))) return false;
  const names = new Set(aspects.map(({ file }) => basename(file)));
  const untouched = !files.some(({ path }) => names.has(basename(path)));
  if (untouched) MISSES.delete(aspects);
  return untouched;
}

const MISSES = new WeakMap<readonly AspectFile[], number>();
const MOST_MISSES = 8;
const NEXT_TRY = 32;

/** Aspects that touched the last units probably touch the next one: then looking is left to the preprocessor mostly. */
function isIdle(aspects: readonly AspectFile[]): boolean {
  const misses = (MISSES.get(aspects) ?? 0) + 1;
  MISSES.set(aspects, misses);
  return misses > MOST_MISSES && misses % NEXT_TRY !== 0;
}

/** Who asks for descriptions of classes gets them without any advice. */
const DESCRIBING = ["AC", "__TI"];

type Filters = WeakMap<readonly AspectFile[], TextFilter>;
const C_FILTERS: Filters = new WeakMap();
const CXX_FILTERS: Filters = new WeakMap();

/** With the classes that objects are asked for without RTTI, which changes units without any advice. */
function filterOfSources(aspects: readonly AspectFile[], isCxx: boolean): TextFilter {
  const filters = isCxx ? CXX_FILTERS : C_FILTERS;
  let filter = filters.get(aspects);
  if (filter === undefined) {
    const own = filterOf(aspects);
    const tested = isCxx ? testedNames(aspects) : [];
    filter =
      own === "all" || aspects.some(({ ordinarySource }) => ordinarySource === true)
        ? "all"
        : [...own, ...tested.map((name) => ({ name }))];
    filters.set(aspects, filter);
  }
  return filter;
}
