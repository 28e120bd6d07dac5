/** The unit that a compile command compiles. */
import { resolve } from "node:path";
import type { CompileCommand } from "./compile-command.js";
import {
  type CompilerCommand,
  type CompilerInput,
  parseCompilerCommand,
  unitLanguage,
} from "./compiler-command.js";

export interface CommandUnit {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
}

/** Its own source, or its only one; undefined for a command that compiles no C or C++. */
export function unitOf(command: CompileCommand): CommandUnit | undefined {
  const known = KNOWN.get(command);
  if (known !== undefined) return known.unit;
  const unit = readUnit(command);
  // What a file of options says may change.
  if (!command.arguments.some((word) => word.startsWith("@"))) KNOWN.set(command, { unit });
  return unit;
}

const KNOWN = new WeakMap<CompileCommand, { readonly unit: CommandUnit | undefined }>();

function readUnit(command: CompileCommand): CommandUnit | undefined {
  const parsed = parseCompilerCommand(command.arguments, command.directory);
  const units = parsed.inputs.filter((input) => unitLanguage(input) !== undefined);
  const input = units.find(({ path }) => path === command.file || isSame(path, command)) ?? units[0];
  return input === undefined ? undefined : { command: parsed, input };
}

const isSame = (path: string, { directory, file }: CompileCommand) =>
  resolve(directory, path) === resolve(directory, file);
