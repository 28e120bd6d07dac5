/**
 * `weft ag++`: what AspectC++'s `ag++` does, by the weaver of `weft cc`. The project is folders (`-p`), its aspects all
 * `.ah` files in them; code outside is called, never rewritten.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  compilerIdentity,
  expandResponseFiles,
  hasOption,
  includeFolders,
  parseCompilerCommand,
  withIncludedAspects,
} from "../../kernel-build/index.js";
import { type AspectFile, problemText } from "../../model/index.js";
import { createAnalyser, inProcessHost, loadAspects, SOURCE_ENDINGS } from "../../pipeline/index.js";
import { type CcContext, type CompiledUnit, reportErrors } from "../cc/cc-context.js";
import { passThrough } from "../cc/pass-through.js";
import { compileAll, link, unitsOf, weavableInputs } from "../cc/run-cc.js";
import { AGXX_HELP, type AgxxOptions, parseAgxxOptions } from "./agxx-options.js";
import { answerExpression } from "./answer-expression.js";
import { aspectWarnings } from "./aspect-warnings.js";
import { aspectsOfUnits } from "./aspects-of-units.js";
import { type AgxxProject, filesOf, projectPredicate } from "./project-files.js";
import { updateRepository } from "./update-repository.js";
import { keepWoven, weaveOnly } from "./woven-files.js";

/** Returns the exit code, g++'s where g++ ran. */
export async function runAgxx(words: readonly string[]): Promise<number> {
  if (words[0] === "--help" || words[0] === "-h") {
    process.stdout.write(AGXX_HELP);
    return 0;
  }
  const options = parseAgxxOptions(expandResponseFiles(words, process.cwd()));
  if (typeof options === "string") {
    process.stderr.write(`weft ag++: ${options}\n`);
    return 2;
  }
  const missing = options.projects.find((folder) => !isFolder(folder));
  if (missing !== undefined) {
    process.stderr.write(`weft ag++: there is no folder ${missing}. Correct what -p names.\n`);
    return 2;
  }
  for (const note of options.notes) process.stderr.write(`weft ag++: note: ${note}\n`);
  const command = parseCompilerCommand(options.compiler, process.cwd());
  const units = asksForText(command) ? unitsOf(command) : weavableInputs(command);
  if (options.expression !== undefined)
    return answerExpression(options.expression, options, command, units, project(options, command));
  if (units.length === 0) {
    if (command.inputs.length === 0) return noInput(options);
    return command.mode === "link"
      ? link(command.argv, command.directory)
      : passThrough(command.argv, command.directory);
  }
  return weaveUnits(options, command, units);
}

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** `-E`: the text that is compiled, so the woven one, where nothing else is asked of the preprocessor. */
function asksForText({ mode, items }: CompilerCommand): boolean {
  const others = items.some((item) => item.kind === "option" && /^-(?:M.*|d[A-Z]|C|CC)$/.test(item.name));
  return mode === "preprocess" && !others;
}

function noInput(options: AgxxOptions): number | Promise<number> {
  // Questions such as --version and -v go to the compiler; a command without any file is a mistake.
  if (options.compiler.length > 1) return passThrough(options.compiler, process.cwd());
  if (options.notes.length > 0) return 0;
  process.stderr.write(`weft ag++: no input files\n${AGXX_HELP}`);
  return 2;
}

function project({ projects, aspects, keywords }: AgxxOptions, command: CompilerCommand): AgxxProject {
  const { directory } = command;
  const folders = projects.length === 0 ? ["."] : projects;
  const isProjectFile = projectPredicate(folders, directory);
  const search = { folders: includeFolders(command), follows: isProjectFile };
  const named = aspects?.map((file) => resolve(directory, file)) ?? filesOf(folders, ["ah"], directory);
  return {
    folders,
    aspectFiles: [
      ...withIncludedAspects(named, search),
      ...(keywords ? filesOf(folders, SOURCE_ENDINGS, directory) : []),
    ],
    isProjectFile,
    search,
  };
}

/** GCC does not know the attributes that aspects declare. Of units that are woven they are taken out, of others not. */
function withQuietAttributes(
  command: CompilerCommand,
  unit: CompilerInput | undefined,
  files: readonly AspectFile[],
): CompilerCommand {
  const names = files.flatMap(({ attributes = [] }) => attributes.map(({ name }) => name));
  const scoped = [...new Set(names)].filter((name) => /^\w+::\w+$/.test(name));
  if (scoped.length === 0 || unit === undefined || compilerIdentity(command, unit).family !== "gcc")
    return command;
  const words = scoped.map((name) => `-Wno-attributes=${name}`);
  return parseCompilerCommand([...command.argv, ...words], command.directory);
}

async function weaveUnits(
  options: AgxxOptions,
  command: CompilerCommand,
  units: readonly CompilerInput[],
): Promise<number> {
  const { aspectFiles, isProjectFile, search } = project(options, command);
  const own = await aspectsOfUnits(command, units, aspectFiles, search);
  const aspects = loadAspects([...aspectFiles, ...new Set([...own.values()].flat())], command.directory);
  if (reportErrors(aspects.problems)) return 1;
  const quiet = withQuietAttributes(command, units[0], aspects.files);
  const compiled: CompiledUnit[] = [];
  const context: CcContext = {
    options: {
      aspects: aspectFiles,
      project: undefined,
      strict: true,
      map: undefined,
      compiler: options.compiler,
    },
    project: undefined,
    aspects,
    ...(own.size === 0 ? {} : { aspectsOf }),
    analyser: createAnalyser({ host: inProcessHost() }),
    isProjectFile,
    always: options.repository !== undefined,
    allTexts: options.keepWoven,
    // Who asks what a whole program is woven with, is told of all functions.
    isBrief: options.repository === undefined && command.mode !== "link",
    onUnit: (unit) => {
      compiled.push(unit);
      if (options.keepWoven) keepWoven(unit, options.noLine);
    },
    startedAt: Date.now(),
    failed: false,
  };
  const code =
    options.weaveOnly || command.mode === "preprocess"
      ? await weaveOnly(command, units, context, options.noLine || hasOption(command.items, "-P"))
      : await compileAll(quiet, weavableInputs(quiet), context);
  const warnings = await aspectWarnings(compiled, command, units, aspects.files, isProjectFile);
  for (const warning of warnings) process.stderr.write(problemText(warning));
  if (options.repository !== undefined && code === 0)
    updateRepository(resolve(options.repository), compiled, aspects.files);
  return code;

  function aspectsOf({ path }: CompilerInput) {
    return loadAspects([...aspectFiles, ...(own.get(path) ?? [])], command.directory);
  }
}
