/**
 * `weft cc`: the compiler, with aspects. Decides what of a command gets woven; anything that isn't the compiling of C
 * units goes to the compiler as it came. Commands with several inputs are taken apart into one compile per unit.
 */
import { dirname, resolve } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  commandForInput,
  commandWithObjects,
  findProjectRoot,
  foreignProject,
  hasOption,
  linkOf,
  parseCompilerCommand,
  unitLanguage,
  writeLinkRecord,
  writeTextRecord,
} from "../../kernel-build/index.js";
import { isRefusal, type UnitWeaveMap } from "../../model/index.js";
import { type CcContext, openContext } from "./cc-context.js";
import { CC_HELP, type CcOptions, parseCcOptions } from "./cc-options.js";
import { compileUnit } from "./compile-unit.js";
import { layoutConflicts, sayConflict } from "./layout-check.js";
import { linkFolder } from "./link-folder.js";
import { sayProjectNowhere, sayWovenNowhere } from "./nowhere-woven.js";
import { passThrough } from "./pass-through.js";
import { type ReadOnce, readOnce } from "./read-once.js";
import { sideProducts } from "./side-products.js";

/** Returns the exit code; does not return when a signal ended the compiler, but dies of the same signal. */
export async function runCc(words: readonly string[]): Promise<number> {
  if (words[0] === "--help" || words[0] === "-h") {
    process.stdout.write(CC_HELP);
    return 0;
  }
  const options = parseCcOptions(words);
  if (typeof options === "string" || options.compiler.length === 0) {
    process.stderr.write(
      `weft cc: ${typeof options === "string" ? options : "no compiler given"}\n${CC_HELP}`,
    );
    return 2;
  }
  const command = parseCompilerCommand(options.compiler, process.cwd());
  const units = weavableInputs(command);
  const context = units.length === 0 ? undefined : openContext(options, projectRoot(options, command, units));
  if (context === undefined) {
    if (command.mode === "link" && units.length === 0) return linkObjects(command, options);
    if (units.length > 0) sayForeign(command.directory);
    const code = await passThrough(command.argv, command.directory);
    if (code === 0) recordText(command, options);
    return code;
  }
  if (context.failed) return 1;
  return compileAll(command, units, context);
}

/** Inputs whose code could be woven in this mode. Probes into `/dev/null` are not worth it. */
export function weavableInputs(command: CompilerCommand): CompilerInput[] {
  if (command.mode !== "object" && command.mode !== "assembly" && command.mode !== "link") return [];
  return command.output === "/dev/null" ? [] : unitsOf(command);
}

export function unitsOf({ inputs }: CompilerCommand): CompilerInput[] {
  return inputs.filter((input) => unitLanguage(input) !== undefined && input.path !== "/dev/null");
}

function projectRoot(
  options: CcOptions,
  command: CompilerCommand,
  units: readonly CompilerInput[],
): string | undefined {
  if (options.project !== undefined) return resolve(options.project);
  // `weft build` names its project for units that live outside its folder.
  const building = process.env.WEFT_PROJECT;
  if (building !== undefined && building !== "") return building;
  const first = units[0] as CompilerInput;
  const folder = first.path === "-" ? command.directory : dirname(resolve(command.directory, first.path));
  return findProjectRoot(folder) ?? findProjectRoot(command.directory);
}

/** Compiles (and links) what the command names. `units` are its {@link weavableInputs}. */
export async function compileAll(
  command: CompilerCommand,
  units: readonly CompilerInput[],
  context: CcContext,
): Promise<number> {
  const { directory } = command;
  if (command.mode === "link") return compileAndLink(command, units, context);
  const only = command.inputs.length === 1 ? units[0] : undefined;
  if (only !== undefined)
    return finish(
      await compileUnit(command, only, await readOnce(only, directory), {
        ...context,
        isSingle: context.allTexts !== true,
      }),
    );
  // One output for several inputs: the compiler says why not.
  if (command.output !== undefined) return passThrough(command.argv, command.directory);
  let worst = 0;
  for (const input of command.inputs) {
    const single = parseCompilerCommand(commandForInput(command, input), command.directory);
    const unit = units.includes(input) ? single.inputs[0] : undefined;
    const code =
      unit === undefined
        ? await passThrough(single.argv, command.directory)
        : finish(await compileUnit(single, unit, await readOnce(unit, directory), context));
    worst = Math.max(worst, code);
  }
  return worst;
}

/** Woven units become temporary objects that take their sources' place in the original command. */
async function compileAndLink(
  command: CompilerCommand,
  units: readonly CompilerInput[],
  context: CcContext,
): Promise<number> {
  const folder = linkFolder();
  try {
    const objects = new Map<CompilerInput, string>();
    const all: ReadOnce[] = [];
    const maps: UnitWeaveMap[] = [];
    const told = { ...context, onMap: (map: UnitWeaveMap) => maps.push(map) };
    for (const unit of units) {
      const read = await readOnce(unit, command.directory);
      if (read !== undefined) all.push(read);
      const object = (await sideProducts(command, unit)).object ?? folder.objectFor(unit);
      const outcome = await compileUnit(command, unit, read, told, object);
      if (outcome.kind === "failed") return outcome.code;
      if (outcome.kind === "woven") objects.set(unit, object);
    }
    const argv = objects.size === 0 ? command.argv : commandWithObjects(command, objects);
    const code = await link(argv, command.directory, all);
    // Whoever is told of each unit says it himself.
    if (code !== 0 || context.onUnit !== undefined) return code;
    const { project, options } = context;
    if (project !== undefined && options.aspects.length === 0) sayProjectNowhere(project.root);
    // Where nothing at all is woven, as in what configure tries, all words are the compiler's.
    else if (maps.some(({ status }) => status === "woven")) sayWovenNowhere(maps, context.aspects);
    return code;
  } finally {
    folder.dispose();
  }
}

async function linkObjects(
  { argv, directory }: CompilerCommand,
  { project, aspects }: CcOptions,
): Promise<number> {
  const code = await link(argv, directory);
  if (code === 0 && aspects.length === 0)
    sayProjectNowhere(project === undefined ? directory : resolve(project));
  return code;
}

/** Links, unless objects disagree about a class. */
export async function link(
  argv: readonly string[],
  directory: string,
  read: readonly ReadOnce[] = [],
): Promise<number> {
  const conflicts = await layoutConflicts(argv, directory);
  for (const conflict of conflicts) process.stderr.write(`${sayConflict(conflict)}\n`);
  if (conflicts.length > 0) return 1;
  const code = await passThrough(argv, directory, read);
  if (code === 0) recordLink(argv, directory);
  return code;
}

/** For `weft build`, which has to know what becomes old with an object where its makefile doesn't. */
function recordLink(argv: readonly string[], directory: string): void {
  const root = process.env.WEFT_PROJECT;
  if (root === undefined || root === "") return;
  note("no-link-record", "what was linked", () => writeLinkRecord({ root }, linkOf({ argv, directory })));
}

/** Where it can't be written, that is said, and the compile stays what it is. */
function note(code: string, what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    process.stderr.write(`weft: warning[weft/cc/${code}]: ${what} can't be noted: ${error.message}\n`);
  }
}

/** What is compiled as it is because the project above is another user's is not so in silence. */
function sayForeign(directory: string): void {
  const foreign = foreignProject(directory);
  if (foreign !== undefined)
    process.stderr.write(
      `weft: warning[weft/cc/foreign-project]: nothing is woven: ${foreign} For weft cc: --project DIR.\n`,
    );
}

/** Where a build preprocesses in a step of its own, the source is known by that alone. */
function recordText(command: CompilerCommand, options: CcOptions): void {
  const { mode, output, argv, directory } = command;
  const [input, ...others] = unitsOf(command);
  // Without markers nobody could say of which lines a text was made: linker scripts are made so.
  const isText = mode === "preprocess" && !hasOption(command.items, "-P");
  if (!isText || output === undefined || input === undefined || others.length > 0) return;
  const root = projectRoot(options, command, [input]);
  if (root === undefined) return;
  note("no-text-record", `what ${input.path} was preprocessed to`, () =>
    writeTextRecord({ root }, { directory, file: input.path, arguments: argv, output }),
  );
}

function finish(outcome: Awaited<ReturnType<typeof compileUnit>>): number {
  return outcome.kind === "left-to-linker" ? 0 : outcome.code;
}
