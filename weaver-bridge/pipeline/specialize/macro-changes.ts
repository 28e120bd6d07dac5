/**
 * How macros change in a unit that includes files behind functions: there a name may mean something else at the unit's end,
 * where residual code stands. The preprocessor says it: which files these are, and what of them counts.
 */
import type { MacroChange, Program } from "../../partial-eval/index.js";
import { type ClangSetting, runClang } from "../run-clang.js";

/** Nothing where no file is included behind a function, which is usual. */
export async function macroChangesIn(
  unit: ClangSetting & { readonly path: string },
  program: Program,
): Promise<readonly MacroChange[]> {
  if (!includesLate(unit.path, program)) return [];
  const printed = await runClang(["-E", "-dD", unit.path], unit, "");
  return typeof printed === "string" ? [] : changesIn(printed.text);
}

const INCLUDE = /^[ \t]*#[ \t]*(?:include|include_next|import)\b/m;

/** Behind the first function of the unit's own file, or, where a function stands in another file, anywhere. */
function includesLate(path: string, { functions, textOf }: Program): boolean {
  const places = [...functions.values()].flatMap(
    ({ range }) => range?.begin.expansionLoc ?? range?.begin ?? [],
  );
  const own = places.flatMap(({ file, offset }) => (file === path && offset !== undefined ? [offset] : []));
  const first = own.length === places.length ? Math.min(...own) : 0;
  return INCLUDE.test((textOf(path) ?? "").slice(first));
}

/** Of what `-E -dD` prints. */
function changesIn(text: string): MacroChange[] {
  const found: MacroChange[] = [];
  const meant = new Map<string, string>();
  let [file, line] = ["", 0];
  for (const one of text.split("\n")) {
    const [, at, named = ""] = /^# (\d+) "((?:[^"\\]|\\.)*)"/.exec(one) ?? [];
    if (at !== undefined) {
      [file, line] = [named.replace(/\\(.)/g, "$1"), Number(at)];
      found.push({ file, line });
      continue;
    }
    const [said, name] = /^#(?:define|undef) (\w+).*/.exec(one) ?? [];
    if (said !== undefined && name !== undefined && meant.get(name) !== said) {
      found.push({ file, line, name });
      meant.set(name, said);
    }
    line++;
  }
  return found;
}
