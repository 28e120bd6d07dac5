/** The subcommands of `weft refactor` and their options. */
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import type { RefactorFlags } from "./commands/refactor.js";
import type { RefactoringRequest } from "../prove/index.js";

type Done = (code: number) => void;

interface AspectFlags extends RefactorFlags {
  readonly name?: string;
  readonly into?: string;
}

export const REFACTORINGS: readonly ((group: Command, done: Done) => void)[] = [addExtractPair, addExtractFeature];

function subcommand(group: Command, usage: string, description: string): Command {
  return group
    .command(usage)
    .description(description)
    .option("--project <dir>", "the project's folder; by default the nearest weft.json")
    .option("--dry-run", "write nothing (this is the default)")
    .option("--apply", "write the files, all or none, if the object code stays as it was")
    .option("--force", "with --apply: also if it does not")
    .option("--no-proof", "do not build anything")
    .option("--deadline <seconds>", "give up then, with nothing written; 1800 by default", Number)
    .option("--json", "print JSON")
    .exitOverride()
    .showHelpAfterError();
}

function toAspect(command: Command): Command {
  return command
    .option("--name <name>", "name of the new aspect")
    .option("--into <file>", "the new aspect file; by default beside the project's others");
}

const absolute = (path: string | undefined) => (path === undefined ? undefined : resolve(path));

async function run(request: RefactoringRequest, start: string, flags: RefactorFlags, done: Done): Promise<void> {
  done(await (await import("./commands/refactor.js")).refactor(request, start, flags));
}

function addExtractPair(group: Command, done: Done): void {
  toAspect(
    subcommand(
      group,
      "extract-pair <file>",
      "statements that functions begin and end with, as advice; in all functions that have them",
    ),
  )
    .option("--begin <line>", "line of the first statement, in any function that has it", Number)
    .option("--end <line>", "line of the last statement, at one of the ends of the same function", Number)
    .option("--around", "one around instead of before and after")
    .action(async (path: string, flags: AspectFlags & { begin?: number; end?: number; around?: boolean }) => {
      const file = resolve(path);
      const { begin, end, around, name, into } = flags;
      await run(
        { kind: "extract-pair", file, begin, end, around, name, into: absolute(into) },
        dirname(file),
        flags,
        done,
      );
    });
}

function addExtractFeature(group: Command, done: Done): void {
  toAspect(
    subcommand(
      group,
      "extract-feature <macro> [dir]",
      "what stands under #ifdef MACRO, as an aspect of the configurations that define it",
    ),
  ).action(async (feature: string, dir: string | undefined, flags: AspectFlags) => {
    const { name, into } = flags;
    await run({ kind: "extract-feature", feature, name, into: absolute(into) }, resolve(dir ?? "."), flags, done);
  });
}
