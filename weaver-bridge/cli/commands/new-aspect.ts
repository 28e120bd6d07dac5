/** `weft new aspect`: an aspect for a purpose, as a file of its own, taken in by `weft.json`. Never overwrites a file. */
import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import {
  findProjectRoot,
  loadProject,
  PROJECT_FILE,
  type Project,
  projectCommands,
  readRegular,
  requireWithin,
  writeAtomically,
} from "../../kernel-build/index.js";
import { hasErrors, type Language, type Problem } from "../../model/index.js";
import {
  applyEdits,
  aspectFile,
  aspectName,
  aspectText,
  includeAspect,
  PURPOSES,
  type Purpose,
} from "../../new-aspect/index.js";
import { loadAspects } from "../../pipeline/index.js";
import { EXIT, report } from "../output.js";

export interface NewAspectFlags {
  /** Of the aspect; made from purpose and pointcut without. */
  readonly name?: string | undefined;
  readonly purpose?: string;
  readonly pointcut?: string;
  readonly held?: string;
  readonly project?: string;
  readonly json?: boolean;
}

export async function newAspect(flags: NewAspectFlags): Promise<number> {
  const folder = resolve(flags.project ?? ".");
  const purpose = PURPOSES.find((one) => one === (flags.purpose ?? "count"));
  if (flags.pointcut === undefined || purpose === undefined || (purpose === "lock" && !flags.held)) {
    process.stderr.write(`weft new aspect: ${usageOf(flags)}\n`);
    return EXIT.usage;
  }
  const { value: project, problems } = loadProject(findProjectRoot(folder) ?? folder);
  if (project === undefined) {
    report(flags, problems);
    return EXIT.problems;
  }
  const name =
    flags.name ??
    aspectName(purpose, flags.pointcut.match(/(?<![\w~])[\w~]+(?=\(\.\.\.\)|")/)?.[0] ?? "Points");
  const file = `aspects/${aspectFile(name)}`;
  const wrong = wrongName(project, name, file);
  if (wrong !== undefined) {
    report(flags, [wrong]);
    return EXIT.problems;
  }
  return writeAspect(project, { purpose, name, pointcut: flags.pointcut, held: flags.held }, file, flags);
}

function usageOf({ pointcut, purpose }: NewAspectFlags): string {
  if (pointcut === undefined) return `say what it is about: --pointcut 'execution("% sys_%(...)")'`;
  if (purpose === "lock") return "say with --held which expression is true while the lock is held";
  return `--purpose is one of ${PURPOSES.join(", ")}`;
}

function wrongName(project: Project, name: string, file: string): Problem | undefined {
  const error = (message: string, hint: string): Problem => ({
    ...{ code: "new/name", severity: "error", message, hint },
  });
  if (!/^[A-Za-z_]\w*$/.test(name))
    return error(
      `${JSON.stringify(name)} is no name of an aspect`,
      "Letters, digits and _, as in CountCalls.",
    );
  if (existsSync(resolve(project.root, file)))
    return error(`${file} exists already, and stays as it is`, "Give the aspect another name.");
  return undefined;
}

interface Wanted {
  readonly purpose: Purpose;
  readonly name: string;
  readonly pointcut: string;
  readonly held: string | undefined;
}

function writeAspect(project: Project, wanted: Wanted, file: string, flags: NewAspectFlags): number {
  const { held, ...rest } = wanted;
  const language = languageOf(project);
  const text = aspectText({ ...rest, language, ...(held === undefined ? {} : { held }) });
  const path = resolve(project.root, file);
  requireWithin(project.root, path);
  writeAtomically(path, text, "latin1");
  const before = readRegular(project.file, "utf8");
  const edits = includeAspect(before, file);
  if (edits.length > 0) writeAtomically(project.file, applyEdits(before, edits));
  const { problems } = loadAspects([path], project.root);
  report(flags, problems, {
    name: wanted.name,
    file: path,
    project: project.file,
    included: edits.length > 0,
  });
  if (flags.json !== true)
    process.stdout.write(
      `${relative(process.cwd(), path)}: aspect ${wanted.name}${edits.length > 0 ? `, taken in by ${PROJECT_FILE}` : ""}\nNext: weft joinpoints --pointcut '${wanted.pointcut}' says what it selects; weft build\n`,
    );
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

/** As the project says; else as most of its units are. */
function languageOf(project: Project): Language {
  if (project.language !== undefined) return project.language;
  const files = projectCommands(project).value.map(({ file }) => file);
  const cxx = files.filter((file) => /\.(cc|cpp|cxx|C|c\+\+)$/.test(file)).length;
  return cxx * 2 > files.length ? "c++" : "c";
}
