/**
 * `weft specialize`: residual functions from declared facts, of a project or of one file of declarations. Files are written
 * whole or not at all.
 */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { residualFile, residualFiles, writeResiduals } from "../../compile/cc/unit-residuals.js";
import {
  findProjectRoot,
  type Project,
  parseCompilerCommand,
  readLatin1,
  readRegular,
  unitLanguage,
  writeAtomically,
} from "../../kernel-build/index.js";
import { hasErrors, type Problem } from "../../model/index.js";
import type { ResidualContext } from "../../partial-eval/index.js";
import {
  clangUnitOf,
  compiledResiduals,
  createUnitReader,
  declarationsFor,
  lineOf,
  loadSpecializations,
  type MadeResidual,
  NO_CLANG,
  noDefiningUnit,
  type SpecFile,
  sayTried,
  specializeUnit,
  type TriedFact,
  triedFacts,
} from "../../pipeline/index.js";
import { foreignFiles } from "../../project/foreign-files.js";
import { resolveTarget, type Target, type TargetUnit } from "../../project/target.js";
import { EXIT, fail, report } from "../output.js";
import { declareStubs } from "./declare-stubs.js";
import { proposeFacts } from "./propose-facts.js";

export interface SpecializeFlags {
  /** A file of declarations, or a project's folder. */
  readonly file?: string | undefined;
  readonly function?: string;
  readonly out?: string;
  readonly explain?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
  /** A recording, in which to look for facts about `function`, or an interface, whose stubs are declared. */
  readonly from?: string;
  readonly most?: number;
  /** Words after `--`. */
  readonly compiler: readonly string[];
}

export async function specialize(flags: SpecializeFlags): Promise<number> {
  const { from } = flags;
  if (from !== undefined)
    return extname(from) === ".idl" ? declareStubs({ ...flags, from }) : proposeFacts({ ...flags, from });
  const path = resolve(flags.file ?? ".");
  if (!existsSync(path))
    return fail(flags, [
      problem(
        "specialize/missing",
        `${path} does not exist`,
        "Name a .spec or .json file, or a project's folder.",
      ),
    ]);
  const question = readQuestion(flags, path);
  if ("mistakes" in question) return fail(flags, question.mistakes);
  const { specs, units, target, unread } = question;
  const { made, problems, proposed } = await makeAll(units, specs, {
    isProject: target !== undefined,
    isExplained: flags.explain === true && flags.json !== true,
  });
  const result = { made, proposed, problems: [...unread, ...problems] };
  if (made.length === 0 && hasErrors(result.problems)) return fail(flags, result.problems);
  if (question.isFolder && target?.project !== undefined) return answerProject(flags, target.project, result);
  return answerFile(flags, path, result);
}

/** What is to be made, of which units. */
interface Question {
  readonly isFolder: boolean;
  /** Undefined where a file of declarations names its units itself. */
  readonly target: Target | undefined;
  readonly specs: readonly SpecFile[];
  readonly units: readonly TargetUnit[];
  /** What could not be read of the declarations. */
  readonly unread: readonly Problem[];
}

function readQuestion(
  flags: SpecializeFlags,
  path: string,
): Question | { readonly mistakes: readonly Problem[] } {
  const isFolder = statSync(path).isDirectory();
  const target = targetAt(flags, path, isFolder);
  const errors = (target?.problems ?? []).filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { mistakes: errors };
  const { specs: all, problems: unread } = loadSpecializations(
    isFolder ? (target?.project?.specializations ?? []) : [path],
  );
  const hasNone = all.every(({ declarations }) => declarations.length === 0);
  if (unread.length > 0 && hasNone) return { mistakes: unread };
  const specs = all.map((spec) => ({
    ...spec,
    declarations: spec.declarations.filter(
      (declaration) => flags.function === undefined || declaration.function === flags.function,
    ),
  }));
  const units = target?.units ?? unitsNamed(flags.compiler, specs, dirname(path));
  const project = isFolder ? target?.project : undefined;
  const mistakes = [...nothingIn(flags, specs, project, path), ...noUnit(units)];
  return mistakes.length > 0 ? { mistakes } : { isFolder, target, specs, units, unread };
}

/** The project around, where it is asked about or has to say how units are compiled. */
function targetAt({ compiler }: SpecializeFlags, path: string, isFolder: boolean): Target | undefined {
  const root = findProjectRoot(isFolder ? path : dirname(path));
  const needsProject = isFolder || (compiler.length === 0 && root !== undefined && extname(path) !== ".json");
  return needsProject ? resolveTarget({ path: root ?? path, aspects: [], compiler, run: false }) : undefined;
}

interface Result {
  readonly made: readonly MadeResidual[];
  readonly problems: readonly Problem[];
  /** What `--explain` says that could be declared. */
  readonly proposed: ReadonlyMap<MadeResidual, readonly TriedFact[]>;
}

/** Each declaration is for the unit that defines its function; `isProject`: not every unit need have one. */
async function makeAll(
  units: readonly TargetUnit[],
  specs: readonly SpecFile[],
  { isProject, isExplained }: { readonly isProject: boolean; readonly isExplained: boolean },
): Promise<Result> {
  const made: MadeResidual[] = [];
  const proposed = new Map<MadeResidual, readonly TriedFact[]>();
  const problems: Problem[] = [];
  const open = new Set(specs.flatMap(({ declarations }) => declarations));
  for (const { command, input } of units) {
    const unit = clangUnitOf(command, input);
    const all = specs.flatMap((spec) => spec.declarations.map((declaration) => ({ spec, declaration })));
    const asked = isProject ? declarationsFor(textOf(unit.path), specs) : all;
    for (const { declaration } of asked) open.delete(declaration);
    if (asked.length === 0) continue;
    const reader = createUnitReader(unit, readLatin1);
    const one = await specializeUnit(reader, asked);
    const compiled = { command, input, source: textOf(unit.path) };
    const tried = await compiledResiduals(compiled, one.made);
    if (isExplained)
      for (const each of tried.made) proposed.set(each, await triedFacts(reader, compiled, each));
    made.push(...tried.made);
    problems.push(...one.problems.map(unmadeHere), ...tried.problems, ...tried.made.flatMap(outgrown));
  }
  return { made, proposed, problems: [...problems, ...[...open].map(noDefiningUnit)] };
}

/** Elsewhere the generic function does as well; here the residual one was asked for. */
const unmadeHere = (one: Problem): Problem => (one.code === NO_CLANG ? { ...one, severity: "error" } : one);

/** It would have become too large; what other limits did, `--explain` tells. */
const outgrown = ({ declaration, residual }: MadeResidual): Problem[] =>
  residual.outgrown.map((note) => ({
    code: "specialize/limit",
    severity: "warning",
    message: `${declaration.residual}: ${note}`,
    hint: "Write a larger number in the declaration's `limits` for more copies, or a smaller one for fewer.",
  }));

const textOf = (file: string): string => readLatin1(file) ?? "";

/** Of a kernel that is built with Weft the recorded commands begin with `weft cc --`. */
const withoutLauncher = (words: readonly string[]): readonly string[] =>
  /(?:^|\/)weft$/.test(words[0] ?? "") ? words.slice(words.indexOf("--") + 1) : words;

function unitsNamed(given: readonly string[], specs: readonly SpecFile[], folder: string): TargetUnit[] {
  const words = withoutLauncher(given);
  const named = specs.flatMap(({ files }) => files)[0];
  const argv =
    words.length > 0 ? words : named === undefined ? [] : ["gcc", "-m32", "-c", resolve(folder, named)];
  const command = parseCompilerCommand(argv, process.cwd());
  const input =
    command.inputs.find((one) => unitLanguage(one) === "c") ??
    (named === undefined ? undefined : { path: resolve(folder, named), language: undefined });
  return input === undefined ? [] : [{ command, input }];
}

function nothingIn(
  flags: SpecializeFlags,
  specs: readonly SpecFile[],
  project: Project | undefined,
  path: string,
): Problem[] {
  if (specs.some(({ declarations }) => declarations.length > 0)) return [];
  const of = flags.function === undefined ? "" : ` for ${flags.function}`;
  if (project !== undefined && specs.length === 0)
    return [
      problem(
        "specialize/none",
        `${project.file} names no file of declarations`,
        'Add "specializations": ["**/*.spec"].',
      ),
    ];
  return [
    problem(
      "specialize/none",
      `${path} declares nothing${of}`,
      "Write: specialize FUNCTION as NAME { PARAMETER == VALUE; }",
    ),
  ];
}

function noUnit(units: readonly TargetUnit[]): Problem[] {
  if (units.length > 0) return [];
  return [
    problem(
      "specialize/no-unit",
      "it is not known which file holds the function",
      "Give its compile command after --, for example: -- gcc -m32 -O2 -c unit.c",
    ),
  ];
}

/** One file with all that came of the declarations; one that is wrong costs itself alone. */
function answerFile(flags: SpecializeFlags, file: string, { made, problems, proposed }: Result): number {
  const isWhole = !hasErrors(problems);
  if (!isWhole && flags.check === true) return fail(flags, problems);
  const output = join(resolve(flags.out ?? dirname(file)), `${basename(file, extname(file))}.c`);
  const whole = made.map(({ text }) => text).join("\n");
  if (flags.check === true) {
    const again = `weft specialize ${flags.file} --out ${dirname(output)} -- …`;
    return checkStale(flags, [{ file: output, text: whole }], again);
  }
  const foreign = flags.out === undefined ? [] : foreignFiles([output]);
  if (foreign.length > 0) return fail(flags, foreign);
  if (flags.json === true || flags.explain === true || flags.out !== undefined) {
    if (flags.out !== undefined) writeAtomically(output, whole, "latin1");
    report(flags, problems, {
      residuals: made.map(describe),
      ...(flags.out === undefined ? {} : { written: output }),
    });
    if (flags.json !== true && flags.explain === true)
      process.stdout.write(made.map((one) => explain(one, proposed.get(one))).join("\n"));
  } else {
    report(flags, problems);
    process.stdout.write(Buffer.from(whole, "latin1"));
  }
  return isWhole ? EXIT.fine : EXIT.problems;
}

/** One file for each declaration, as `weft build` writes them. */
function answerProject(
  flags: SpecializeFlags,
  project: Project,
  { made, problems, proposed }: Result,
): number {
  const isWhole = !hasErrors(problems);
  if (flags.check === true && !isWhole) return fail(flags, problems);
  if (flags.check === true)
    return checkStale(
      flags,
      made.flatMap((one) => {
        const file = residualFile(project, one, flags.out);
        // Without --out it is enough that all can be made: what a build writes is nobody's to keep.
        return flags.out === undefined && !existsSync(file) ? [] : [{ file, text: one.text }];
      }),
      flags.out === undefined ? "weft build" : `weft specialize --out ${flags.out}`,
    );
  const foreign =
    flags.out === undefined
      ? []
      : foreignFiles(made.flatMap((one) => residualFiles(residualFile(project, one, flags.out))));
  if (foreign.length > 0) return fail(flags, foreign);
  writeResiduals(project, made, flags.out);
  report(flags, problems, {
    residuals: made.map(describe),
    written: flags.out === undefined ? join(project.root, ".weft", "residual") : resolve(flags.out),
  });
  const exit = isWhole ? EXIT.fine : EXIT.problems;
  if (flags.json === true) return exit;
  for (const one of made)
    process.stdout.write(
      flags.explain === true
        ? explain(one, proposed.get(one))
        : `${relative(process.cwd(), residualFile(project, one, flags.out))}: ${one.declaration.function}, ${one.residual.lines.length} lines\n`,
    );
  return exit;
}

function describe({ declaration, source, text, residual }: MadeResidual): object {
  const bytes = textOf(source);
  const places = residual.notes
    .filter(({ file }) => file === source)
    .map((note) => ({ ...note, line: lineOf(bytes, note.start) }));
  return {
    function: declaration.function,
    residual: declaration.residual,
    source,
    text,
    places,
    contexts: residual.contexts,
    limits: residual.limits,
  };
}

function explain({ declaration, residual }: MadeResidual, tried: readonly TriedFact[] = []): string {
  const places = residual.notes.map((note) => {
    const bytes = textOf(note.file);
    const text = bytes.slice(note.start, note.end).replace(/\s+/g, " ");
    const place = `${relative(process.cwd(), note.file)}:${lineOf(bytes, note.start)}`;
    const what = note.value === undefined ? note.what : `${note.what}: ${note.value}`;
    const copies = note.copies > 1 ? ` (${note.copies} times)` : "";
    const unknown = note.unknown.length === 0 ? "" : `  not known: ${note.unknown.join(", ")}`;
    return `  ${place}: ${what.padEnd(10)} ${text}${copies}${unknown}`;
  });
  const { contexts } = residual;
  const tree =
    contexts === undefined || contexts.calls.length === 0
      ? []
      : ["  contexts:", ...contextLines(contexts, "    ")];
  const limits = residual.limits.map((note) => `  limit: ${note}`);
  return `${[`${declaration.residual}: ${residual.lines.length} lines`, ...places, ...tree, ...limits, ...tried.map((one) => `  ${sayTried(one)}`)].join("\n")}\n`;
}

/** Each function that was followed, with what was known, how large it came out and where it was called. */
function contextLines(context: ResidualContext, indent: string): string[] {
  const { function: name, known, from, copies, lines, calls } = context;
  const given = known.length === 0 ? "" : ` (${known.join(", ")})`;
  const size = `${lines} ${lines === 1 ? "line" : "lines"}`;
  const times = copies > 1 ? `, ${copies} times` : "";
  const place =
    from === undefined
      ? ""
      : `, called at ${relative(process.cwd(), from.file)}:${lineOf(textOf(from.file), from.start)}`;
  return [
    `${indent}${name}${given}: ${size}${times}${place}`,
    ...calls.flatMap((one) => contextLines(one, `${indent}  `)),
  ];
}

function checkStale(
  flags: SpecializeFlags,
  files: readonly { readonly file: string; readonly text: string }[],
  again: string,
): number {
  const stale = files.filter(({ file, text }) => !existsSync(file) || readRegular(file, "latin1") !== text);
  if (stale.length === 0) return EXIT.fine;
  return fail(
    flags,
    stale.map(({ file }) =>
      problem(
        "specialize/stale",
        `${file} is not what ${flags.file ?? "the project"} gives now`,
        `Make it anew: ${again}`,
      ),
    ),
  );
}

function problem(code: string, message: string, hint: string): Problem {
  return { code, severity: "error", message, hint };
}
