/**
 * Commands made from a command: the preprocessor run that feeds the weaver, the compile of the woven text, and one unit
 * of a command that names several. Options are passed through in order; only those are left out that would make the
 * derived run do something else than the original.
 */
import { basename, dirname, extname, resolve } from "node:path";
import type { CompileCommand } from "./compile-command.js";
import {
  type CommandOption,
  type CompilerCommand,
  type CompilerInput,
  hasOption,
  isPreprocessed,
  unitLanguage,
} from "./compiler-command.js";

import { compilerIdentity } from "./compiler-identity.js";

const MODE = /^(-c|-S|-E|-fsyntax-only)$/;
const OUTPUT =
  /^(-o|-x|--|-save-temps.*|-pipe|-dumpbase|-dumpdir|-dumpbase-ext|-serialize-diagnostics|--serialize-diagnostics)$/;
/** Clang profiles any run of itself, and writes that beside the unit's own. */
const PROFILE = /^-ftime-trace/;
const DEPENDENCIES = /^-M(D|MD|F|T|Q|P|G|V|J.*|)$|^-MM$/;
const LINKER =
  /^(-l|-L|-T|-z|-u|-e|-Xlinker|-Wl,.*|-static|-shared|-rdynamic|-nostdlib|-nodefaultlibs|-nostartfiles|-s|-r|-no-pie)$/;
const TEXT_ONLY =
  /^(-D|-U|-I|-include|-imacros|-iquote|-isystem|-idirafter|-iprefix|-iwithprefix|-iwithprefixbefore|-Wp,.*|-Xpreprocessor|-undef|-trigraphs)$/;
/** Change the shape of preprocessed text (comments, no markers, macro dumps) in ways that weaving can't use. */
const SHAPE =
  /^(-P|-C|-CC|-d[A-Z]|-fdirectives-only|-fdebug-cpp|-traditional-cpp|-g(gdb|dwarf)?3|-gdwarf-[2-5]-3)$/;

/** Preprocesses one input's text that arrives on standard input (`input` undefined: the caller names the file). */
export function preprocessArguments(command: CompilerCommand, input: CompilerInput): string[] {
  const options = optionsOf(command, (option) => {
    if (MODE.test(option.name) || OUTPUT.test(option.name) || DEPENDENCIES.test(option.name)) return [];
    if (LINKER.test(option.name) || PROFILE.test(option.name)) return [];
    if (SHAPE.test(option.name)) return option.name.startsWith("-g") ? ["-g"] : [];
    return option.name.startsWith("-Wp,") ? withoutDependencies(option.name) : option.words;
  });
  const language = unitLanguage(input) ?? "c";
  return [...options, "-E", "-x", language];
}

/** Compiles preprocessed text, `text` being a path or `-`. The result goes to `output`. */
export function compileArguments(
  command: CompilerCommand,
  input: CompilerInput,
  place: { readonly text: string; readonly output: string; readonly mode: "assembly" | "object" },
): string[] {
  const options = optionsOf(command, (option) => {
    if (MODE.test(option.name) || DEPENDENCIES.test(option.name) || LINKER.test(option.name)) return [];
    if (TEXT_ONLY.test(option.name) || SHAPE.test(option.name))
      return option.name.startsWith("-g") ? ["-g"] : [];
    if (option.name.startsWith("-save-temps")) return option.words;
    return OUTPUT.test(option.name) ? [] : option.words;
  });
  const language = unitLanguage(input) === "c++" ? "c++-cpp-output" : "cpp-output";
  // distcc keeps a compile with -x to itself, so the name of a file says what it is.
  const named = place.text.endsWith(wovenExtension(input)) ? [] : ["-x", language];
  const { family, warnsOfMarkers } = compilerIdentity(command, input);
  // Line markers are none of the user's extensions.
  const quiet = warnsOfMarkers === true ? ["-Wno-gnu-line-marker"] : [];
  const unit = family === "clang" && place.text === "-" ? nameOfUnit(input) : [];
  const mode = place.mode === "assembly" ? "-S" : "-c";
  return [...options, ...quiet, ...unit, mode, "-o", place.output, ...named, place.text];
}

/** gcc names a unit by its first line marker, Clang one that arrives on standard input by that: in debug information, in symbols. */
function nameOfUnit({ path }: CompilerInput): string[] {
  const name = path.replace(/^(?:\.\/+)+/, "");
  return ["-main-file-name", name].flatMap((word) => ["-Xclang", word]);
}

/** Compiles C text that arrives on standard input as the input would be, to an object that nobody keeps. */
export function trialArguments(command: CompilerCommand, input: CompilerInput, output: string): string[] {
  const options = optionsOf(command, (option) => {
    const isOther = [MODE, OUTPUT, DEPENDENCIES, LINKER, PROFILE].some((one) => one.test(option.name));
    if (isOther) return [];
    return option.name.startsWith("-Wp,") ? withoutDependencies(option.name) : option.words;
  });
  const folder = dirname(resolve(command.directory, input.path));
  return [...options, "-iquote", folder, "-c", "-o", output, "-x", unitLanguage(input) ?? "c", "-"];
}

/** The ending by which compilers know preprocessed text of the input's language. */
export function wovenExtension(input: CompilerInput): ".i" | ".ii" {
  return unitLanguage(input) === "c++" ? ".ii" : ".i";
}

/** A compiler cache or distributor in front of the compiler wants the text as a file, `-fcompare-debug` reads it twice. */
export function needsTextFile({ compiler, items }: CompilerCommand): boolean {
  return (
    compiler.slice(0, -1).some((word) => /^(?:ccache|sccache|distcc|icecc)$/.test(basename(word))) ||
    items.some((item) => item.kind === "option" && item.name.startsWith("-fcompare-debug"))
  );
}

/** The command for one of its inputs alone, in the same mode and without `-o` (whose meaning needs a single input). */
export function commandForInput(command: CompilerCommand, input: CompilerInput): string[] {
  const options = optionsOf(command, (option) => (/^(-o|-x|--)$/.test(option.name) ? [] : option.words));
  return [...command.compiler, ...options, ...languageOf(input), input.path];
}

const languageOf = ({ language }: CompilerInput) => (language === undefined ? [] : ["-x", language]);

/** The compiler's words on one of its inputs as it is written: nothing is made, not even a make rule. */
export function checkOfInput(command: CompilerCommand, input: CompilerInput): string[] {
  const options = optionsOf(command, (option) => {
    if (MODE.test(option.name) || OUTPUT.test(option.name) || DEPENDENCIES.test(option.name)) return [];
    if (PROFILE.test(option.name)) return [];
    return option.name.startsWith("-Wp,") ? withoutDependencies(option.name) : option.words;
  });
  return [...command.compiler, ...options, "-fsyntax-only", ...languageOf(input), input.path];
}

/**
 * One compile of what a build does in two steps: `preprocess`, whose only input is the source, and the compile of the text
 * that it makes. In the folder of the first.
 */
export function commandOfSource(preprocess: CompilerCommand, compile: CompilerCommand): CompileCommand {
  const own = (option: CommandOption) => {
    const isOther = MODE.test(option.name) || OUTPUT.test(option.name) || SHAPE.test(option.name);
    return isOther || option.name === "-fpreprocessed" ? [] : option.words;
  };
  const [input] = preprocess.inputs as [CompilerInput];
  const mode = compile.mode === "assembly" ? "-S" : "-c";
  const output = resolve(
    compile.directory,
    compile.output ?? defaultOutput(input, mode === "-S" ? "assembly" : "object"),
  );
  const options = [...optionsOf(preprocess, own), ...optionsOf(compile, own)];
  return {
    directory: preprocess.directory,
    file: input.path,
    arguments: [...compile.compiler, ...options, mode, "-o", output, ...languageOf(input), input.path],
    output,
  };
}

/** The command with some inputs replaced by finished objects; everything else, `-o` included, as it was. */
export function commandWithObjects(
  command: CompilerCommand,
  objects: ReadonlyMap<CompilerInput, string>,
): string[] {
  // After `-x none`, g++ forgets its library.
  const isNamed = hasOption(command.items, "-x");
  let isUndone = false;
  const words = command.items.flatMap((item) => {
    if (item.kind === "option") {
      if (item.name === "-x") isUndone = false;
      return item.name === "--" ? [] : item.words;
    }
    const object = objects.get(item.input);
    if (object !== undefined && isNamed && !isUndone) {
      isUndone = true;
      return ["-x", "none", object];
    }
    if (object !== undefined || !isUndone) return [object ?? item.input.path];
    isUndone = false;
    return ["-x", item.input.language ?? "none", item.input.path];
  });
  return [...command.compiler, ...words];
}

/** Where the compiler puts the result of `input` in `mode` when the command names no output. */
export function defaultOutput(input: CompilerInput, mode: "assembly" | "object"): string {
  const name = basename(input.path);
  return name.slice(0, name.length - extname(name).length) + (mode === "assembly" ? ".s" : ".o");
}

/** Text that needs no preprocessor run of its own. */
export function needsPreprocessing(input: CompilerInput): boolean {
  return !isPreprocessed(input);
}

/** `-Wp,-MMD,file,-DX` without its dependency options; nothing when nothing is left. */
function withoutDependencies(word: string): string[] {
  const parts = word.split(",").slice(1);
  const kept: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as string;
    if (/^-M(D|MD|F|T|Q)$/.test(part)) at++;
    else if (!/^-M(M|P|G)?$/.test(part)) kept.push(part);
  }
  return kept.length === 0 ? [] : [`-Wp,${kept.join(",")}`];
}

function optionsOf(command: CompilerCommand, keep: (option: CommandOption) => readonly string[]): string[] {
  return command.items.flatMap((item) => (item.kind === "option" ? keep(item) : []));
}
