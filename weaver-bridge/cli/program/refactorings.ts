/** The subcommands of `weft refactor` and their options. */
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import type { RefactoringRequest } from "../../prove/index.js";
import type { RefactorFlags } from "../commands/refactor.js";
import type { Done } from "./done.js";

interface AspectFlags extends RefactorFlags {
  readonly name?: string;
  readonly into?: string;
}

export function addRefactorings(program: Command, done: Done): void {
  const group = program
    .command("refactor")
    .description(
      "moves code between kernel and aspects: shows the diff, proves that the object code stays, writes with --apply",
    );
  addExtractPair(group, done);
  addExtractFeature(group, done);
  addInline(group, done);
  addPushIn(group, done);
  addPullOut(group, done);
}

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
    .option("--json", "print JSON");
}

function toAspect(command: Command): Command {
  return command
    .option("--name <name>", "name of the new aspect")
    .option("--into <file>", "the new aspect file; by default beside the project's others");
}

const absolute = (path: string | undefined) => (path === undefined ? undefined : resolve(path));

async function run(
  request: RefactoringRequest,
  start: string,
  flags: RefactorFlags,
  done: Done,
): Promise<void> {
  done(await (await import("../commands/refactor.js")).refactor(request, start, flags));
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
      "what is compiled only with MACRO (#ifdef, #else of #ifndef), as an aspect of the configurations that define it",
    ),
  ).action(async (feature: string, dir: string | undefined, flags: AspectFlags) => {
    const { name, into } = flags;
    await run(
      { kind: "extract-feature", feature, name, into: absolute(into) },
      resolve(dir ?? "."),
      flags,
      done,
    );
  });
}

function addInline(group: Command, done: Done): void {
  subcommand(group, "inline <aspect> [dir]", "advice as plain code at its join points")
    .option("--advice <index>", "only this advice of the aspect, counted from 0", Number)
    .option("--at <file:line>", "only the join points in this line; the pointcut leaves their function out")
    .action(
      async (
        aspect: string,
        dir: string | undefined,
        flags: RefactorFlags & { advice?: number; at?: string },
      ) => {
        const [, path = "", line = ""] = /^(.*):(\d+)$/.exec(flags.at ?? "") ?? [];
        const at = flags.at === undefined ? undefined : { file: resolve(path), line: Number(line) };
        await run({ kind: "inline", aspect, index: flags.advice, at }, resolve(dir ?? "."), flags, done);
      },
    );
}

function addPushIn(group: Command, done: Done): void {
  subcommand(group, "push-in <aspect> [dir]", "introduced members into the struct or class itself")
    .option("--introduction <index>", "only this introduction of the aspect, counted from 0", Number)
    .action(
      async (aspect: string, dir: string | undefined, flags: RefactorFlags & { introduction?: number }) =>
        run({ kind: "push-in", aspect, index: flags.introduction }, resolve(dir ?? "."), flags, done),
    );
}

function addPullOut(group: Command, done: Done): void {
  toAspect(
    subcommand(
      group,
      "pull-out <file:line>",
      "the member that is declared there into an introduction of a new aspect",
    ),
  ).action(async (place: string, flags: AspectFlags) => {
    const [, path = place, line = "0"] = /^(.*):(\d+)$/.exec(place) ?? [];
    const file = resolve(path);
    const { name, into } = flags;
    await run(
      { kind: "pull-out", file, line: Number(line), name, into: absolute(into) },
      dirname(file),
      flags,
      done,
    );
  });
}
