/**
 * `weft specialize`: residual functions from declared facts. clang tells the function's tree and the values of constants; the
 * files are written whole or not at all.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import {
  harmlessArguments,
  parseCompilerCommand,
  runProcess,
  unitLanguage,
  writeAtomically,
} from "../../kernel-build/index.js";
import type { Problem, SourceRange } from "../../model/index.js";
import {
  type ClangNode,
  type Declaration,
  type DeclarationFile,
  DeclarationMistake,
  declarationsFromJson,
  enumeratorsIn,
  makeResidual,
  Refusal,
  type Residual,
  readDeclarations,
} from "../../partial-eval/index.js";
import { EXIT, hasErrors, report } from "../output.js";

export interface SpecializeFlags {
  readonly file: string;
  readonly function?: string;
  readonly out?: string;
  readonly explain?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
  /** Words after `--`. */
  readonly compiler: readonly string[];
}

interface Made {
  readonly declaration: Declaration;
  readonly source: string;
  readonly text: string;
  readonly residual: Residual;
}

export async function specialize(flags: SpecializeFlags): Promise<number> {
  const file = resolve(flags.file);
  if (!existsSync(file))
    return fail(flags, [
      problem("specialize/missing", `${file} does not exist`, "Name a .spec or .json file."),
    ]);
  const text = readFileSync(file, "utf8");
  const read = readFile(file, text);
  const wrong = read.mistakes.map(({ message, offset }) => mistake(file, text, message, offset));
  const wanted = read.declarations.filter(
    (one) => flags.function === undefined || one.function === flags.function,
  );
  if (wanted.length === 0 && wrong.length === 0)
    wrong.push(
      problem(
        "specialize/none",
        `${file} declares nothing${flags.function === undefined ? "" : ` for ${flags.function}`}`,
        "Write: specialize FUNCTION as NAME { PARAMETER == VALUE; }",
      ),
    );
  const unit = unitOf(flags.compiler, read.files, dirname(file));
  if (unit === undefined)
    wrong.push(
      problem(
        "specialize/no-unit",
        "it is not known which file holds the function",
        "Give its compile command after --, for example: -- gcc -m32 -O2 -c unit.c",
      ),
    );
  if (unit === undefined || wrong.length > 0) return fail(flags, wrong);
  const made: Made[] = [];
  const problems: Problem[] = [];
  for (const declaration of wanted) {
    const one = await makeOne(declaration, unit, file, text);
    if ("problem" in one) problems.push(one.problem);
    else made.push(one);
  }
  if (hasErrors(problems)) return fail(flags, problems);
  const output = join(resolve(flags.out ?? dirname(file)), `${basename(file, extname(file))}.c`);
  const whole = made.map(({ text: one }) => one).join("\n");
  if (flags.check === true) return checkStale(flags, output, whole);
  if (flags.json === true || flags.explain === true || flags.out !== undefined) {
    if (flags.out !== undefined) writeAtomically(output, whole, "latin1");
    report(flags, problems, {
      residuals: made.map(describe),
      ...(flags.out === undefined ? {} : { written: output }),
    });
    if (flags.json !== true && flags.explain === true) process.stdout.write(made.map(explain).join("\n"));
  } else process.stdout.write(Buffer.from(whole, "latin1"));
  return EXIT.fine;
}

function readFile(file: string, text: string): DeclarationFile {
  if (extname(file) !== ".json") return readDeclarations(text);
  try {
    return declarationsFromJson(JSON.parse(text));
  } catch (error) {
    return {
      declarations: [],
      files: [],
      mistakes: [{ message: `no JSON: ${(error as Error).message}`, offset: 0 }],
    };
  }
}

interface Unit {
  readonly directory: string;
  readonly path: string;
  /** Options for clang. */
  readonly options: readonly string[];
  readonly longBits: 32 | 64;
}

function unitOf(words: readonly string[], files: readonly string[], folder: string): Unit | undefined {
  const named =
    words.length > 0
      ? words
      : files.length > 0
        ? ["gcc", "-m32", "-c", resolve(folder, files[0] as string)]
        : [];
  const directory = process.cwd();
  const command = parseCompilerCommand(named, directory);
  const input =
    command.inputs.find((one) => unitLanguage(one) === "c") ??
    (files[0] === undefined ? undefined : { path: resolve(folder, files[0]) });
  if (input === undefined) return undefined;
  const options = harmlessArguments(named, directory)
    .slice(1)
    .filter((word) => word !== "-c" && word !== input.path);
  const is64 =
    !options.includes("-m32") &&
    process.arch === "x64" &&
    !/^i[3-6]86-/.test(basename(command.compiler.at(-1) ?? ""));
  return {
    directory,
    path: resolve(directory, input.path),
    options: is64 ? options : [...options.filter((word) => word !== "-m32"), "-m32"],
    longBits: is64 ? 64 : 32,
  };
}

async function makeOne(
  declaration: Declaration,
  unit: Unit,
  file: string,
  text: string,
): Promise<Made | { readonly problem: Problem }> {
  const source = readFileSync(unit.path, "latin1");
  try {
    const tree = await functionTree(declaration.function, unit);
    if (typeof tree === "string") return { problem: mistake(file, text, tree, declaration.offset) };
    const names = enumeratorsIn(tree);
    const constants = [...declaration.facts.map(({ value }) => value), ...names];
    const values = await valuesOf(constants, unit);
    if (typeof values === "string")
      return { problem: mistake(file, text, values, declaration.facts[0]?.offset ?? declaration.offset) };
    const enumerators = new Map(
      names.map((name, at) => [name, values[declaration.facts.length + at] as bigint]),
    );
    const residual = makeResidual({
      tree,
      source,
      longBits: unit.longBits,
      declaration,
      values,
      enumerators,
    });
    const facts = declaration.facts
      .map(({ subject, members, value }) => `${[subject, ...members].join("->")} == ${value}`)
      .join(", ");
    const head =
      `/* ${declaration.function} where ${facts === "" ? "nothing is known" : facts}.\n` +
      ` * Made by weft specialize from ${basename(file)}; belongs to the end of ${basename(unit.path)}. */\n`;
    return { declaration, source: unit.path, text: head + residual.text, residual };
  } catch (error) {
    if (error instanceof DeclarationMistake)
      return { problem: mistake(file, text, error.message, error.offset) };
    if (!(error instanceof Refusal)) throw error;
    const range = error.offset === undefined ? undefined : rangeAt(unit.path, source, error.offset);
    return {
      problem: {
        ...problem(
          "specialize/refused",
          `${declaration.function} is not specialized: ${error.message}`,
          "The generic function stays as it is. Take the part out into a function of its own.",
        ),
        ...(range === undefined ? {} : { range }),
      },
    };
  }
}

/** A message where the function is not there, or clang is not. */
async function functionTree(name: string, unit: Unit): Promise<ClangNode | string> {
  const printed = await runClang(
    ["-Xclang", "-ast-dump=json", "-Xclang", `-ast-dump-filter=${name}`, unit.path],
    unit,
    "",
  );
  if (typeof printed === "string") return printed;
  const trees = jsonValues(printed.text).filter((node) => node.kind === "FunctionDecl" && node.name === name);
  const found = trees.find((node) => node.inner?.some(({ kind }) => kind === "CompoundStmt"));
  return (
    found ??
    `${basename(unit.path)} defines no function ${name}${printed.said === "" ? "" : ` (clang: ${printed.said})`}`
  );
}

/** Values of constant expressions as the unit means them at its end. */
async function valuesOf(expressions: readonly string[], unit: Unit): Promise<bigint[] | string> {
  if (expressions.length === 0) return [];
  const items = expressions.map((one, at) => `__weft_value_${at} = (${one}),`).join("\n");
  const text = `enum __weft_values {\n${items}\n};\n`;
  const printed = await runClang(
    [
      "-include",
      unit.path,
      "-Xclang",
      "-ast-dump=json",
      "-Xclang",
      "-ast-dump-filter=__weft_value_",
      "-x",
      "c",
      "-",
    ],
    unit,
    text,
  );
  if (typeof printed === "string") return printed;
  const found = new Map(
    jsonValues(printed.text)
      .filter(({ kind }) => kind === "EnumConstantDecl")
      .map((node) => [node.name, valueIn(node)]),
  );
  const values = expressions.map((_, at) => found.get(`__weft_value_${at}`));
  const missing = values.indexOf(undefined);
  if (missing >= 0)
    return `${expressions[missing]} is no constant here${printed.said === "" ? "" : ` (clang: ${printed.said})`}`;
  return values as bigint[];
}

function valueIn(node: ClangNode): bigint | undefined {
  for (const part of node.inner ?? []) {
    if (part.kind === "ConstantExpr" && part.value !== undefined) return BigInt(part.value);
    const inner = valueIn(part);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const CLANGS = ["clang-19", "clang", "clang-20", "clang-18", "clang-17", "clang-16"];

async function runClang(
  words: readonly string[],
  unit: Unit,
  input: string,
): Promise<{ text: string; said: string } | string> {
  for (const name of CLANGS) {
    const argv = [name, "-fsyntax-only", "-w", "-ferror-limit=1", ...unit.options, ...words];
    const run = await runProcess(argv, { directory: unit.directory, input, deadline: 120_000 }).catch(
      (error: { code?: string; message: string }) => error,
    );
    if ("code" in run && run.code === "process-not-found") continue;
    if (!("output" in run)) return run.message;
    const said =
      run.errors
        .toString()
        .split("\n")
        .find((line) => line.includes("error:")) ?? "";
    return { text: run.output.toString("utf8"), said };
  }
  return "clang is not on this machine, and it tells how the code is meant; on Debian: apt-get install clang-19";
}

/** What stands one after the other, with words of clang's in between. */
function jsonValues(text: string): ClangNode[] {
  const values: ClangNode[] = [];
  for (const piece of text.split(/^(?=\{$)/m)) {
    const end = piece.lastIndexOf("\n}");
    if (piece.startsWith("{") && end > 0) values.push(JSON.parse(piece.slice(0, end + 2)) as ClangNode);
  }
  return values;
}

function describe({ declaration, source, text, residual }: Made): object {
  const bytes = readFileSync(source, "latin1");
  const places = [...residual.outcomes].map(([offset, outcomes]) => ({
    line: lineAt(bytes, offset),
    became: [...outcomes].sort(),
  }));
  return {
    function: declaration.function,
    residual: declaration.residual,
    source,
    text,
    places,
    notes: residual.notes,
  };
}

function explain({ declaration, source, residual }: Made): string {
  const bytes = readFileSync(source, "latin1");
  const lines = bytes.split("\n");
  const places = [...residual.outcomes]
    .sort(([left], [right]) => left - right)
    .map(([offset, outcomes]) => {
      const line = lineAt(bytes, offset);
      const became = outcomes.size === 2 ? "folded and kept" : [...outcomes].join();
      return `  ${relative(process.cwd(), source)}:${line}: ${became.padEnd(15)} ${lines[line - 1]?.trim()}`;
    });
  return `${[`${declaration.residual}: ${residual.lines.length} lines`, ...places, ...residual.notes.map((note) => `  limit: ${note}`)].join("\n")}\n`;
}

function checkStale(flags: SpecializeFlags, output: string, whole: string): number {
  if (existsSync(output) && readFileSync(output, "latin1") === whole) return EXIT.fine;
  return fail(flags, [
    problem(
      "specialize/stale",
      `${output} is not what ${flags.file} gives now`,
      `Make it anew: weft specialize ${flags.file} --out ${dirname(output)} -- …`,
    ),
  ]);
}

function fail(flags: SpecializeFlags, problems: readonly Problem[]): number {
  report(flags, problems);
  return EXIT.problems;
}

function problem(code: string, message: string, hint: string): Problem {
  return { code, severity: "error", message, hint };
}

function mistake(file: string, text: string, message: string, offset: number): Problem {
  return { code: "specialize/declaration", severity: "error", message, range: rangeAt(file, text, offset) };
}

function rangeAt(file: string, text: string, offset: number): SourceRange {
  const line = lineAt(text, offset);
  const column = offset - text.lastIndexOf("\n", offset - 1);
  return { file, startLine: line, startColumn: column, endLine: line, endColumn: column + 1 };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
