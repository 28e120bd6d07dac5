/** What specializations add to a unit that is compiled, and the files under `.weft/residual/` that show it. */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  type Project,
  readLatin1,
  readRegular,
  stateFolder,
  textDigest,
  unitLanguage,
  writeAtomically,
} from "../../kernel-build/index.js";
import { type Problem, printProblem, unlessRefused } from "../../model/index.js";
import {
  absentPlugs,
  clangUnitOf,
  compiledResiduals,
  declarationsFor,
  hasClang,
  loadSpecializations,
  type MadeResidual,
  NO_CLANG,
  originMap,
  plugsOf,
  residualEffects,
  type SpecFile,
  specializeUnit,
  targetProblems,
  textWithResiduals,
  type UnitAnalysis,
} from "../../pipeline/index.js";

export interface UnitResiduals {
  /** The unit's own text with them, latin1, not preprocessed; undefined where nothing is added to it. */
  readonly text: string | undefined;
  /** Files of declarations that they come from. */
  readonly specs: readonly string[];
  readonly made: readonly MadeResidual[];
}

/**
 * Undefined where no declaration is for this unit. `failed`: one can't be made and other code may call it; it has been
 * said.
 */
export async function unitResiduals(
  project: Project | undefined,
  command: CompilerCommand,
  input: CompilerInput,
  keep: ReadonlySet<string> = new Set(),
): Promise<UnitResiduals | "failed" | undefined> {
  if (project === undefined || project.specializations.length === 0) return undefined;
  if (input.path === "-" || unitLanguage(input) !== "c") return undefined;
  const unit = clangUnitOf(command, input);
  const source = readLatin1(unit.path);
  if (source === undefined) return undefined; // the compiler will say it
  const { specs, problems: unread } = loadSpecializations(project.specializations);
  const asked = declarationsFor(source, specs);
  const lost = declarationsFor(
    source,
    specs.map((spec) => ({ ...spec, declarations: spec.mistaken ?? [] })),
  );
  if (asked.length + lost.length === 0) return undefined;
  const concerned = new Set([...asked, ...lost].map(({ spec }) => spec.file));
  const { made: printed, problems } = await specializeUnit(unit, asked, { keep });
  const { made, problems: untaken } = await compiledResiduals(
    { command, input, source, isBuilt: true },
    printed,
  );
  const refused = targetProblems({ command, input }, guardsOfResiduals(made, specs), specs);
  const plugs = refused.length > 0 ? { text: "", problems: refused } : plugsOf(made, specs);
  const said = [
    ...unread.filter(({ range }) => range !== undefined && concerned.has(range.file)),
    ...problems,
    ...untaken,
    ...plugs.problems,
  ];
  // A build tells at its end what it did without.
  const isToldLater = ({ code, severity }: Problem) =>
    code === NO_CLANG && severity === "warning" && Boolean(process.env.WEFT_PROJECT);
  for (const problem of said.filter((one) => !isToldLater(one)))
    process.stderr.write(`${printProblem(problem)}\n`);
  if (said.some(({ severity }) => severity === "error")) return "failed";
  if (problems.some(({ code }) => code === NO_CLANG)) return withoutThem(project, source, asked, specs);
  writeResiduals(project, made);
  const fileOf = (one: MadeResidual) => residualFile(project, one);
  const text = textWithResiduals(source, made, fileOf, command.directory, plugs.text);
  return { text, specs: [...concerned], made };
}

const guardsOfResiduals = (made: readonly MadeResidual[], specs: readonly SpecFile[]) =>
  specs
    .flatMap(({ guards }) => guards)
    .filter(({ protects }) => made.some(({ declaration }) => protects.includes(declaration.residual)));

/** No clang is there: the generic functions stay as they are, and guards in other units have what they name. */
function withoutThem(
  project: Project,
  source: string,
  asked: ReturnType<typeof declarationsFor>,
  specs: readonly SpecFile[],
): UnitResiduals {
  const names = asked.map(({ declaration }) => declaration.residual);
  // Of a build that had clang.
  for (const name of names)
    for (const file of residualFiles(namedFile(project, name))) rmSync(file, { force: true });
  const plugs = absentPlugs(names, specs);
  const text = plugs === "" ? undefined : source + plugs;
  return { text, specs: [...new Set(asked.map(({ spec }) => spec.file))], made: [] };
}

/** What they make of the lines of the generic functions; files as `residualEffects` names them. */
export function effectsOfResiduals(
  residuals: UnitResiduals | undefined,
  directory: string,
): ReturnType<typeof residualEffects> {
  return residualEffects(residuals?.made ?? [], directory, (file) => {
    // gone since it was read
    return readLatin1(file);
  });
}

/** Of the declarations that concern a unit, by its file; undefined where there are none. */
export function declaredDigest(project: Project, file: string): string | undefined {
  return unlessRefused(() => {
    const { specs } = loadSpecializations(project.specializations);
    const asked = declarationsFor(readRegular(file, "latin1"), specs);
    // A guard may concern any unit: whether it writes a term is not told by its own text alone.
    const guards = specs.flatMap((spec) => spec.guards);
    if (asked.length + guards.length === 0) return undefined;
    // How it is swapped concerns only the unit that it is in.
    const sites = guards.map(({ replug: _, again: __, ...rest }) => rest);
    const declared = [...asked.map(({ declaration }) => declaration), ...(asked.length > 0 ? guards : sites)];
    const isMade = asked.length === 0 || hasClang();
    return textDigest(JSON.stringify(isMade ? declared : [...declared, NO_CLANG], withoutPlaces));
  });
}

/** Without where they stand. */
function withoutPlaces(key: string, value: unknown): unknown {
  if (key === "offset" || key === "end" || key === "spans") return undefined;
  return value instanceof Map ? [...(value as Map<string, string>)] : value;
}

/** Absolute. */
export function residualFile(project: Project, { declaration }: MadeResidual, folder?: string): string {
  return namedFile(project, declaration.residual, folder);
}

function namedFile(project: Project, residual: string, folder?: string): string {
  const into = folder === undefined ? join(stateFolder(project), "residual") : resolve(folder);
  return join(into, `${residual}.c`);
}

/** What is written for one: its code, and the lines that it comes from. */
export const residualFiles = (file: string): readonly [string, string] => [
  file,
  file.replace(/\.c$/, ".json"),
];

/** The functions as C, and beside each the lines that it comes from. Throws the system's error. */
export function writeResiduals(project: Project, made: readonly MadeResidual[], folder?: string): void {
  for (const one of made) {
    const [file, origins] = residualFiles(residualFile(project, one, folder));
    writeAtomically(file, one.text, "latin1");
    writeAtomically(origins, `${JSON.stringify(originMap(one, project.root), undefined, 2)}\n`);
  }
}

/** What aspects have to say about residual functions: calls that must stay calls, and what can't be kept. */
export function advisedResiduals(
  { facts, matches }: UnitAnalysis,
  made: readonly MadeResidual[],
): { readonly keep: ReadonlySet<string>; readonly problems: readonly Problem[] } {
  const keep = new Set<string>();
  const problems: Problem[] = [];
  if (facts === undefined) return { keep, problems };
  const nameOf = (entity: number) => facts.entities[entity]?.name ?? "";
  const followed = new Set(made.flatMap(({ residual }) => residual.followed));
  for (const { shadow, advice } of matches) {
    const isCall = shadow.kind === "execution" || shadow.kind === "call";
    const name = nameOf(isCall && "entity" in shadow ? shadow.entity : shadow.within);
    if (followed.has(name)) keep.add(name);
    const own = made.find(({ declaration }) => declaration.function === name);
    if (own === undefined || shadow.kind === "call") continue;
    const aspect = advice[0]?.aspect.name ?? "an aspect";
    const problem = isCall
      ? {
          code: "specialize/advised",
          severity: "warning" as const,
          message: `${aspect} advises ${name}, and not ${own.declaration.residual}, which is made of it: where that is called, the advice does not run`,
          hint: `Name ${own.declaration.residual} in the pointcut too, or declare "dispatch" and call ${name} only.`,
        }
      : {
          code: "specialize/advised",
          severity: "error" as const,
          message: `${aspect} advises accesses in ${name}, which specialization would leave out of ${own.declaration.residual}`,
          hint: "Remove the advice there, or the declaration.",
        };
    if (!problems.some(({ message }) => message === problem.message)) problems.push(problem);
  }
  return { keep, problems };
}
