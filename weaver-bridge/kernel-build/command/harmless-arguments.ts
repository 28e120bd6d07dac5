/**
 * A compiler command of somebody who may not be trusted, made anew as one that runs nothing of theirs. It is not what is
 * left of their words after some were taken out: it is written from what was parsed, in spellings that a compiler can
 * read in one way only (values joined or absolute, inputs absolute, nothing that begins with `@`), then read again and
 * compared. What has no such spelling is left out.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CompileCommand } from "./compile-command.js";
import {
  type CommandItem,
  type CompilerCommand,
  type CompilerInput,
  includeFolders,
  parseCompilerCommand,
  unitLanguage,
} from "./compiler-command.js";

const ALONE =
  /^(-ansi|-m16|-m32|-m64|-ffreestanding|-nostdinc|-c|-(std|march)=[\w+.-]+|-f(no-)?(builtin|signed-char|unsigned-char|short-(enums|wchar)))$/;
const FOLDER = /^-(I|isystem|iquote|idirafter)$/;
const FILE = /^-(include|imacros)$/;
const MACRO = /^-[DU]$/;

/**
 * Words of a command for the system's gcc: options that decide what the preprocessed text is, and units. `gcc` alone where
 * the words, read again, do not say what they were made from.
 */
export function harmlessArguments(argv: readonly string[], directory: string): string[] {
  const command = parseCompilerCommand(argv, directory);
  const inputs = command.inputs.flatMap((input) => harmlessInput(input, directory));
  const words = ["gcc", ...harmlessOptions(command), ...inputs];
  return saysTheSame(words, command) ? words : ["gcc"];
}

/** A compile command with such words. */
export function harmlessCommand(command: CompileCommand): CompileCommand {
  return { ...command, arguments: harmlessArguments(command.arguments, command.directory) };
}

/** The options alone. */
export function harmlessOptions(command: CompilerCommand): string[] {
  return command.items.flatMap((item) => (item.kind === "option" ? harmlessOption(item, command) : []));
}

function harmlessOption(
  { name, value }: Extract<CommandItem, { kind: "option" }>,
  command: CompilerCommand,
): string[] {
  const { directory } = command;
  if (value === undefined) return ALONE.test(name) ? [name] : [];
  if (/[\n\r\0]/.test(value)) return [];
  if (FOLDER.test(name)) return [name, resolve(directory, value)];
  if (FILE.test(name)) return [name, includedFile(value, command)];
  return MACRO.test(name) && /^[A-Za-z_]/.test(value) ? [name + value] : [];
}

/** As the preprocessor looks for it: in the working directory, then where includes are. */
function includedFile(name: string, command: CompilerCommand): string {
  const places = [command.directory, ...includeFolders(command)].map((folder) => resolve(folder, name));
  return places.find((file) => existsSync(file)) ?? (places[0] as string);
}

function harmlessInput(input: CompilerInput, directory: string): string[] {
  const language = unitLanguage(input);
  if (language === undefined || input.path === "-" || /[\n\r\0]/.test(input.path)) return [];
  const path = resolve(directory, input.path);
  const isTold = parseCompilerCommand(["gcc", path], "/").inputs[0]?.language === input.language;
  return isTold ? [path] : ["-x", input.language ?? language, path, "-x", "none"];
}

/** Read again, the words hold the same units and no option that is not known here. */
function saysTheSame(words: readonly string[], { inputs, directory }: CompilerCommand): boolean {
  const again = parseCompilerCommand(words, directory);
  const meant = inputs.filter((input) => harmlessInput(input, directory).length > 0);
  return (
    words.every((word) => !word.startsWith("@")) &&
    again.inputs.map(({ path, language }) => `${language} ${path}`).join("\n") ===
      meant.map(({ path, language }) => `${language} ${resolve(directory, path)}`).join("\n") &&
    again.items.every(
      (item) =>
        item.kind === "input" ||
        (item.value === undefined
          ? ALONE.test(item.name)
          : FOLDER.test(item.name) || FILE.test(item.name) || MACRO.test(item.name) || item.name === "-x"),
    )
  );
}
