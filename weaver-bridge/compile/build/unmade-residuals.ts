/**
 * What a build did without because clang is not on this machine: a warning for each declaration, and an error where an object
 * names what is not made and nothing else defines it. Guards find what they name, see `absentPlugs`.
 */
import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import {
  type Project,
  readRegular,
  readUnitRecords,
  runProcess,
  type UnitRecord,
  unitLanguage,
  unitOf,
} from "../../kernel-build/index.js";
import { howToInstall, type Problem } from "../../model/index.js";
import type { Declaration } from "../../partial-eval/index.js";
import {
  declarationsFor,
  hasClang,
  loadSpecializations,
  noClang,
  type SpecFile,
} from "../../pipeline/index.js";
import { goneSymbol, pluggedSymbol, plugSymbol, stackSymbol } from "../../replug/index.js";
import { archivesAndObjects } from "./foreign-names.js";
import { outputOf } from "./refresh-objects.js";

interface Unmade {
  readonly spec: SpecFile;
  readonly declaration: Declaration;
}

/** After make, whether that went well or not; none where clang is there. */
export async function unmadeResiduals(project: Project): Promise<Problem[]> {
  if (project.specializations.length === 0 || hasClang()) return [];
  const records = readUnitRecords(project);
  const unmade = declaredIn(project, records);
  if (unmade.length === 0) return [];
  const own = records.map(outputOf).filter((file) => existsSync(file));
  const names = new Set(unmade.flatMap(({ declaration }) => namesOf(declaration)));
  const symbols = await readSymbols(project, own, names);
  return unmade.map((one) => problemOf(project, one, symbols));
}

function problemOf({ root }: Project, one: Unmade, symbols: Symbols | string): Problem {
  const problem = noClang(one);
  if (typeof symbols === "string")
    return { ...problem, hint: `${problem.hint} Whether code calls it by name is not known: ${symbols}.` };
  const name = namesOf(one.declaration).find((each) => symbols.users.has(each) && !symbols.defined.has(each));
  if (name === undefined) return problem;
  const { function: generic, residual } = one.declaration;
  const how = [residual, pluggedSymbol(residual)].includes(name) ? `, as a call of ${generic}` : "";
  return {
    ...problem,
    severity: "error",
    message: `${relative(root, symbols.users.get(name) ?? "")} needs ${name}, which is not made, because clang is not on this machine, and which nothing else defines`,
    hint: `Install clang (${howToInstall("clang")}), or define ${name} with __attribute__((weak)) for builds that do without${how}.`,
  };
}

/** Of the functions that compiled units define, each once. */
function declaredIn(project: Project, records: readonly UnitRecord[]): Unmade[] {
  const { specs } = loadSpecializations(project.specializations);
  const found = new Map<Declaration, Unmade>();
  for (const { command } of records) {
    const unit = unitOf(command);
    const file = resolve(command.directory, command.file);
    if (unit === undefined || unitLanguage(unit.input) !== "c" || !existsSync(file)) continue;
    for (const one of declarationsFor(readRegular(file, "latin1"), specs)) found.set(one.declaration, one);
  }
  return [...found.values()];
}

/** What other code may name of it. */
const namesOf = ({ residual, later }: Declaration): string[] =>
  later === undefined
    ? [residual, ...[pluggedSymbol, goneSymbol, plugSymbol, stackSymbol].map((symbol) => symbol(residual))]
    : [`${residual}_make`, `${residual}_free`];

interface Symbols {
  /** The object that must have it, of those that were made of known units. */
  readonly users: ReadonlyMap<string, string>;
  /** In whatever object there is. */
  readonly defined: ReadonlySet<string>;
}

const DEADLINE_MS = 120_000;
/** Files per `nm`: command lines are limited. */
const BATCH = 200;

/** A string says why they can't be read. */
async function readSymbols(
  project: Project,
  own: readonly string[],
  names: ReadonlySet<string>,
): Promise<Symbols | string> {
  const users = new Map<string, string>();
  const defined = new Set<string>();
  const isOwn = new Set(own);
  const files = [...new Set([...own, ...archivesAndObjects(project)])];
  for (let at = 0; at < files.length; at += BATCH) {
    const argv = ["nm", "-A", "-g", ...files.slice(at, at + BATCH)];
    const run = await runProcess(argv, { directory: project.root, deadline: DEADLINE_MS }).catch(
      (error: Error) => error,
    );
    if (run instanceof Error) return run.message;
    for (const [, file = "", kind = "", name = ""] of run.output
      .toString()
      .matchAll(/^([^:\n]*):(?:[^\n]*:)?[ \da-f]* ([a-zA-Z]) (\S+)$/gm)) {
      if (!names.has(name)) continue;
      if (kind === "U" && isOwn.has(file)) users.set(name, file);
      else if (/[A-TV-Z]/.test(kind)) defined.add(name);
    }
    if (run.code !== 0) return run.errors.toString().split("\n")[0] ?? "nm fails";
  }
  return { users, defined };
}
