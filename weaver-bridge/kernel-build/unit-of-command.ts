/** The unit that a compile command compiles. */
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
  const parsed = parseCompilerCommand(command.arguments, command.directory);
  const units = parsed.inputs.filter((input) => unitLanguage(input) !== undefined);
  const input = units.find((unit) => unit.path === command.file) ?? units[0];
  return input === undefined ? undefined : { command: parsed, input };
}
