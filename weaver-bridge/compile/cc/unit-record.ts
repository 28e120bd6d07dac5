/** What `weft cc` leaves of a unit in the project: its weave map, its warnings, and by what it is known to be up to date. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  isPreprocessed,
  type Project,
  readLatin1,
  recordFile,
  writeAtomically,
  writeUnitRecord,
} from "../../kernel-build/index.js";
import { filesOfMarkers, type UnitWeaveMap, unlessRefused } from "../../model/index.js";
import { keepOutline } from "../../project/unit-outlines.js";
import { compileOf, type Unit } from "./cc-unit.js";
import { shownWarnings } from "./shown-warnings.js";
import { NOTHING_GIVEN } from "./unit-guards.js";
import { declaredDigest } from "./unit-residuals.js";

/** A unit that was never compiled is one all the same: what it declares and how it is to be compiled is known from now on. */
export function recordFailure({ command, input, read, context, object }: Unit): void {
  const { project, aspects } = context;
  const compile = compileOf({ command, input, object });
  if (project === undefined || read !== undefined || existsSync(recordFile(project, compile))) return;
  const source = { source: input.path, directory: command.directory };
  const map = { version: 2, ...source, effects: [], generated: [] } as const;
  const reason = "the compiler rejects it";
  const failed = { ...map, status: "not-woven", reason } as const;
  // Where it can't be written, the compiler's own words matter more.
  unlessRefused(() =>
    writeUnitRecord(project, { version: 2, command: compile, aspects: aspects.digest, map: failed }),
  );
}

function declaredBy(project: Project, file: string): { readonly declared?: string } {
  if (project.specializations.length === 0) return {};
  const declared = declaredDigest(project, file);
  return declared === undefined ? {} : { declared };
}

/** Read as it is compiled: make may remove the text before anybody asks again. */
function preprocessedFrom({ command, input }: Unit): { readonly preprocessedFrom?: string } {
  if (!isPreprocessed(input)) return {};
  const [named] = filesOfMarkers(readLatin1(resolve(command.directory, input.path))?.slice(0, 4096) ?? "");
  return named === undefined ? {} : { preprocessedFrom: named };
}

export function record(
  unit: Unit,
  done: Pick<UnitWeaveMap, "status"> & Partial<UnitWeaveMap>,
  text?: string,
  { assembly, departures } = NOTHING_GIVEN,
): void {
  const { command, input, context } = unit;
  const isKept = unit.read === undefined;
  const compile = compileOf(unit);
  const named = compile.output === undefined ? {} : { output: compile.output };
  const map: UnitWeaveMap = {
    version: 2,
    source: input.path,
    directory: command.directory,
    ...named,
    effects: [],
    generated: [],
    ...done,
  };
  context.onMap?.(map);
  if (!isKept && context.options.map === undefined) return;
  const ownText = unit.analysis?.ownText;
  const warnings = shownWarnings(unit.analysis);
  try {
    if (context.options.map !== undefined) writeAtomically(context.options.map, `${JSON.stringify(map)}\n`);
    if (context.project !== undefined && isKept)
      writeUnitRecord(context.project, {
        version: 2,
        command: compile,
        ...preprocessedFrom(unit),
        aspects: context.aspects.digest,
        ...(text === undefined ? {} : { text }),
        ...(warnings.length > 0 && { warnings: { aspects: context.aspects.digest, problems: warnings } }),
        ...(assembly.length === 0 ? {} : { assembly }),
        ...(departures.length === 0 ? {} : { departures }),
        ...declaredBy(context.project, resolve(command.directory, input.path)),
        ...(done.status === "not-woven" ? {} : context.calls?.account(compile, unit.analysis?.flow)),
        ...(ownText === undefined ? {} : keepOutline(context.project, compile, ownText)),
        map,
      });
  } catch (error) {
    process.stderr.write(
      `weft: warning[weft/cc/no-map]: the weave map can't be written: ${(error as Error).message}\n`,
    );
  }
}
