/** One unit of a `weft cc`, and how its compile ends. */
import {
  type CompileCommand,
  type CompilerCommand,
  type CompilerInput,
  defaultOutput,
  type Fact,
} from "../../kernel-build/index.js";
import type { SpecFile, UnitAnalysis } from "../../pipeline/index.js";
import type { CcContext } from "./cc-context.js";
import type { ReadOnce } from "./read-once.js";
import type { UnitResiduals } from "./unit-residuals.js";

export type UnitOutcome =
  | { readonly kind: "woven" | "compiled" | "failed"; readonly code: number }
  /** Linking: the unit needs no object of its own, the link command compiles it. */
  | { readonly kind: "left-to-linker" };

export interface UnitContext extends CcContext {
  readonly residuals?: UnitResiduals | undefined;
  /** Files that declare guards; undefined where none does. */
  readonly guards?: readonly SpecFile[] | undefined;
}

export interface Unit {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  readonly read: ReadOnce | undefined;
  readonly context: UnitContext;
  readonly object: string | undefined;
  readonly analysis?: UnitAnalysis;
  /** For the answer that is kept of the call, see `kept-answers.ts`. */
  readonly state?: readonly Fact[] | undefined;
}

export const listOf = (read: ReadOnce | undefined) => (read === undefined ? [] : [read]);

export interface AnalysedUnit extends Unit {
  readonly analysis: UnitAnalysis;
}

export function compileOf({
  command,
  input,
  object,
}: Pick<Unit, "command" | "input" | "object">): CompileCommand {
  const mode = command.mode === "assembly" ? "assembly" : "object";
  const output = object === undefined ? (command.output ?? defaultOutput(input, mode)) : command.output;
  const named = output === undefined ? {} : { output };
  return { directory: command.directory, file: input.path, arguments: command.argv, ...named };
}

/**
 * Aspect files whose changes make has to see. Under `weft build` none: it knows which units they concern before it starts
 * make.
 */
export function watchedAspects({ aspects, residuals, guards }: UnitContext): string[] {
  const specs = new Set([...(residuals?.specs ?? []), ...(guards ?? []).map(({ file }) => file)]);
  return process.env.WEFT_PROJECT ? [...specs] : [...aspects.files.map(({ file }) => file), ...specs];
}
