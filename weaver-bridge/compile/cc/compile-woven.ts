/**
 * Compiles woven text with the real compiler. The result appears whole or not at all: it is written beside its place
 * and renamed when the compiler was content; so is the dependency file.
 */
import { accessSync, constants, existsSync, lstatSync, renameSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  compileArguments,
  compilerIdentity,
  completeRule,
  type DependencyRule,
  finishTemporary,
  needsTextFile,
  printDependencies,
  removeTemporary,
  temporaryBeside,
  temporaryFolder,
  wovenExtension,
  writeAtomically,
} from "../../kernel-build/index.js";
import { unlessRefused } from "../../model/index.js";
import { macroWarnings } from "./macro-warnings.js";
import { captureCompiler } from "./pass-through.js";
import type { ReadOnce } from "./read-once.js";
import { hasSideProducts, type SideProducts, sideProducts } from "./side-products.js";
import { withSourceLines } from "./source-lines.js";
import { toldOnce } from "./told-once.js";

export interface WovenCompile {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  /** Latin1. */
  readonly text: string;
  /** As spelled, relative to the command's directory. */
  readonly output: string;
  readonly mode: "object" | "assembly";
  /** The unit when it can't be read again. */
  readonly read: readonly ReadOnce[];
  readonly rule?:
    | {
        readonly file: string;
        readonly rule: DependencyRule;
        readonly source: string | undefined;
        readonly aspects: readonly string[];
      }
    | undefined;
}

export interface WovenOutcome {
  readonly code: number;
  /** What is to be printed about it: the reason of a failure, or warnings. */
  readonly said: Uint8Array;
}

/** Prints nothing but what the compiler writes to standard output. */
export async function compileWoven(compile: WovenCompile): Promise<WovenOutcome> {
  const { command, output } = compile;
  const final = resolve(command.directory, output);
  const direct = output === "-" || !isReplaceable(final) || hasSideProducts(command);
  const temporary = direct ? output : temporaryBeside(final);
  try {
    if (!direct) accessSync(dirname(final), constants.W_OK);
    const outcome = await runCompiler(compile, temporary);
    const { code } = outcome;
    if (code === 0 && !direct) finishTemporary(temporary, final);
    if (code === 0) writeRule(compile);
    if (code !== 0 && !direct) removeTemporary(temporary);
    return outcome;
  } catch (error) {
    if (!direct) removeTemporary(temporary);
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    const message = `weft cc: ${output} can't be written: ${(error as Error).message}\n`;
    return { code: 1, said: Buffer.from(message) };
  }
}

async function runCompiler(compile: WovenCompile, output: string): Promise<WovenOutcome> {
  const { command, input } = compile;
  const products = await sideProducts(command, input);
  const kept = products.text ?? keptText(command, input, output);
  const passed = kept === undefined && needsTextFile(command) ? passedFile(input) : undefined;
  const file = kept ?? passed;
  if (file !== undefined) writeAtomically(resolve(command.directory, file), compile.text, "latin1");
  try {
    const outcome = await runOn(compile, output, file, products.options);
    if (outcome.code === 0) await completeSaved(compile, output, products);
    return outcome;
  } finally {
    if (passed !== undefined) removeTemporary(dirname(passed));
  }
}

async function runOn(
  compile: WovenCompile,
  output: string,
  file: string | undefined,
  named: readonly string[],
): Promise<WovenOutcome> {
  const { command, input, mode } = compile;
  const args = [...compileArguments(command, input, { text: file ?? "-", output, mode }), ...named];
  const text = file === undefined ? compile.text : undefined;
  const run = (more: readonly string[]) =>
    captureCompiler([...command.compiler, ...coloured(), ...args, ...more], command.directory, { text });
  const first = await run([]);
  const quiet = await macroWarnings(first.errors, command, input, compile.read);
  const final = quiet.length === 0 ? first : await run(quiet);
  process.stdout.write(final.output);
  const isClang = compilerIdentity(command, input).family === "clang";
  const errors = isClang ? withSourceLines(final.errors, command.directory) : final.errors;
  return { code: final.code, said: toldOnce(errors) };
}

/** Clang saves bitcode only of what it preprocesses itself, and its assembler names debug information by the object. */
async function completeSaved(
  { command, input }: WovenCompile,
  object: string,
  made: SideProducts,
): Promise<void> {
  const { text, bitcode, splitDebug } = made;
  if (splitDebug !== undefined) {
    const [from, to] = [`${object.slice(0, object.length - extname(object).length)}.dwo`, splitDebug];
    const [found, wanted] = [resolve(command.directory, from), resolve(command.directory, to)];
    if (found !== wanted && existsSync(found)) renameSync(found, wanted);
  }
  if (bitcode === undefined || text === undefined) return;
  const args = compileArguments(command, input, { text, output: bitcode, mode: "object" });
  const plain = args.filter((word) => !/^-(save-temps|gsplit-dwarf)/.test(word));
  const saved = ["-emit-llvm", "-Xclang", "-disable-llvm-passes"];
  await captureCompiler([...command.compiler, ...plain, ...saved], command.directory, {});
}

/** The compiler writes to us, and we to the terminal. */
function coloured(): string[] {
  return process.stderr.isTTY ? ["-fdiagnostics-color=always"] : [];
}

/** In a folder of its own, under the name of the unit: a launcher's messages and statistics name it. */
function passedFile(input: CompilerInput): string {
  const name = basename(input.path);
  const stem = name === "-" ? "stdin" : name.slice(0, name.length - extname(name).length);
  return join(temporaryFolder("weft-woven-"), `${stem}${wovenExtension(input)}`);
}

/** With `-save-temps` the preprocessed text stays, and for a woven unit that is the woven text. */
function keptText(command: CompilerCommand, input: CompilerInput, output: string): string | undefined {
  const saves = command.items.findLast(
    (item) => item.kind === "option" && item.name.startsWith("-save-temps"),
  );
  if (saves === undefined || saves.kind !== "option") return undefined;
  const name = basename(input.path);
  const text = `${name.slice(0, name.length - extname(name).length)}.i`;
  return saves.name === "-save-temps=obj" ? join(dirname(output), text) : text;
}

/** Only a regular file, or none yet, may be replaced by renaming; a device or a link must be written through. */
function isReplaceable(file: string): boolean {
  return unlessRefused(() => lstatSync(file).isFile()) ?? true;
}

function writeRule(compile: WovenCompile): void {
  const { rule, command } = compile;
  if (rule === undefined) return;
  const text = printDependencies(completeRule(rule.rule, rule.source, rule.aspects));
  const file = resolve(command.directory, rule.file);
  if (!file.startsWith("/dev/")) writeAtomically(file, text);
}
