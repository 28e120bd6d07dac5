/** `weft refactor KIND …`: shows what would change and proves it; writes it only when asked to, all files or none. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import {
  findProjectRoot,
  finishTemporary,
  PROJECT_FILE,
  readRegular,
  removeTemporary,
  temporaryBeside,
} from "../../kernel-build/index.js";
import { distinctProblems, hasErrors, type Problem } from "../../model/index.js";
import {
  changedTexts,
  type Proof,
  planRefactoring,
  proveRefactoring,
  type RefactoringRequest,
  sayProof,
} from "../../prove/index.js";
import { type Refactoring, unifiedDiff } from "../../refactor/index.js";
import { EXIT, printBytes, report } from "../output.js";

export interface RefactorFlags {
  readonly project?: string | undefined;
  readonly json?: boolean;
  readonly apply?: boolean;
  /** Apply although the object code differs. */
  readonly force?: boolean;
  readonly proof?: boolean;
  /** Seconds. */
  readonly deadline?: number;
}

/** Paths in the request are absolute. */
export async function refactor(
  request: RefactoringRequest,
  start: string,
  flags: RefactorFlags,
): Promise<number> {
  const root = findProjectRoot(resolve(flags.project ?? start));
  if (root === undefined) {
    report(flags, [noProject(start)]);
    return EXIT.problems;
  }
  const { plan, proof } = await planAndProve(root, request, flags);
  const problems = distinctProblems([
    ...plan.problems,
    ...(proof?.problems ?? []),
    ...undecided(plan, flags, proof),
  ]);
  const applied = flags.apply === true && plan.changes.length > 0 && isProven(proof, flags);
  if (applied) applyAll(changedTexts(plan.changes));
  const diff = diffOf(root, plan);
  report(flags, problems, {
    title: plan.title,
    changes: plan.changes.map((change) => ({
      file: shown(root, change.file),
      kind: "create" in change ? "create" : "edit",
    })),
    diff: Buffer.from(diff, "latin1").toString("utf8"),
    ...(proof === undefined ? {} : { proof: { ...withoutProblems(proof), summary: sayProof(proof) } }),
    applied,
  });
  if (flags.json !== true) printPlan(plan, diff, proof);
  if (flags.json !== true && plan.changes.length > 0)
    process.stdout.write(closingLine(plan, proof, applied, flags));
  const isProof = proof === undefined || proof.status === "unchanged";
  return hasErrors(problems) || plan.changes.length === 0 || !isProof ? EXIT.problems : EXIT.fine;
}

async function planAndProve(
  root: string,
  request: RefactoringRequest,
  flags: RefactorFlags,
): Promise<{ readonly plan: Refactoring; readonly proof: Proof | undefined }> {
  const signal = AbortSignal.timeout((flags.deadline ?? 1800) * 1000);
  const onProgress = flags.json === true ? undefined : progressLine();
  const options = { signal, ...(onProgress && { onProgress }) };
  const plan = await planRefactoring(root, request, options);
  const isWanted = flags.proof !== false && plan.changes.length > 0;
  const proof = isWanted ? await proveRefactoring(root, plan.changes, options) : undefined;
  onProgress?.(undefined);
  return { plan, proof };
}

function printPlan({ title, changes }: Refactoring, diff: string, proof: Proof | undefined): void {
  if (changes.length > 0) process.stdout.write(`${title}\n\n`);
  printBytes(diff);
  if (proof !== undefined) process.stdout.write(`\n${sayProof(proof)}`);
}

/** What was done with the changes. */
function closingLine(
  { changes }: Refactoring,
  proof: Proof | undefined,
  applied: boolean,
  { apply }: RefactorFlags,
): string {
  if (applied) return `applied to ${changes.length} files\n`;
  return apply === true ? "" : howToApply(proof);
}

function howToApply(proof: Proof | undefined): string {
  if (proof === undefined || proof.status === "unchanged") return "nothing is written; --apply does it\n";
  return "nothing is written, and --apply alone would refuse: the object code is not proven to stay as it is; --apply --force writes all the same\n";
}

const withoutProblems = ({ problems: _, ...proof }: Proof) => proof;

function isProven(proof: Proof | undefined, { force, proof: wanted }: RefactorFlags): boolean {
  return force === true || wanted === false || proof?.status === "unchanged";
}

function undecided(plan: Refactoring, flags: RefactorFlags, proof: Proof | undefined): Problem[] {
  if (flags.apply !== true || plan.changes.length === 0 || isProven(proof, flags)) return [];
  return [
    {
      code: "refactor/not-applied",
      severity: "error",
      message: "nothing is written: the object code does not stay as it was",
      hint: "Look at the list of what differs; --force applies it all the same.",
    },
  ];
}

function diffOf(root: string, { changes }: Refactoring): string {
  return changes
    .map((change) =>
      "create" in change
        ? unifiedDiff(shown(root, change.file), undefined, [], change.create)
        : unifiedDiff(shown(root, change.file), readRegular(change.file, "latin1"), change.edits),
    )
    .join("");
}

function shown(root: string, file: string): string {
  const path = relative(root, file);
  return isAbsolute(path) ? file : path;
}

/** Everything is written beside its place first; then renamed. When one can't be, those before it are put back. */
export function applyAll(texts: ReadonlyMap<string, string>): void {
  const written: { readonly file: string; readonly temporary: string; readonly old: string | undefined }[] =
    [];
  const done: typeof written = [];
  try {
    for (const [file, text] of texts) {
      const temporary = temporaryBeside(file);
      written.push({ file, temporary, old: textOf(file) });
      mkdirFor(file);
      writeFileSync(temporary, text, "latin1");
    }
    for (const one of written) {
      finishTemporary(one.temporary, one.file);
      done.push(one);
    }
  } catch (error) {
    for (const { file, old } of done)
      if (old === undefined) rmSync(file, { force: true });
      else writeFileSync(file, old, "latin1");
    throw error;
  } finally {
    for (const { temporary } of written) removeTemporary(temporary);
  }
}

function mkdirFor(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readRegular(file, "latin1") : undefined;
}

/** One line on a terminal that is written over; nothing elsewhere. */
function progressLine():
  | ((progress: { done: number; total: number; what: string } | undefined) => void)
  | undefined {
  if (!process.stderr.isTTY) return undefined;
  return (progress) => {
    const text = progress === undefined ? "" : `${progress.done}/${progress.total} ${progress.what}`;
    process.stderr.write(`\r\x1b[K${text.slice(0, 100)}`);
  };
}

function noProject(path: string): Problem {
  return {
    code: "project/missing",
    severity: "error",
    message: `no ${PROJECT_FILE} in ${resolve(path)} or above`,
    hint: "A refactoring changes a project: name its folder with --project.",
  };
}
