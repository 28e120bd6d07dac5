/**
 * Refactorings, each as a triple that reads without a harness: `before/` is a project, together with the folder of
 * `refactor-bases` that `action.json` names as its `base`; `action.json` is what is asked for, `after.txt` the diff, what
 * was left and why, and what the proof with the real compiler says.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { printProblem } from "@weft/weaver-bridge/model";
import {
  changedTexts,
  planRefactoring,
  proveRefactoring,
  type RefactoringRequest,
  sayProof,
} from "@weft/weaver-bridge/prove";
import { describe, expect, test } from "vitest";
import { unifiedDiff } from "../../weaver-bridge/refactor/index.js";

const folder = join(dirname(fileURLToPath(import.meta.url)), "refactor");
const bases = join(dirname(folder), "refactor-bases");

describe("refactorings", () => {
  for (const name of readdirSync(folder).sort())
    test(name, async () => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "weft-refactor-")));
      try {
        const { base, ...action } = JSON.parse(
          readFileSync(join(folder, name, "action.json"), "utf8"),
        ) as Action;
        if (base !== undefined) cpSync(join(bases, base), root, { recursive: true });
        cpSync(join(folder, name, "before"), root, { recursive: true });
        const before = listing(root);
        const told = (await outcome(root, action)).replaceAll(`${root}/`, "").replaceAll(root, "PROJECT");
        expect(listing(root), "planning and proving write nothing").toEqual(before);
        const file = join(folder, name, "after.txt");
        if (process.env.UPDATE_GOLDEN === "1") writeFileSync(file, told);
        else expect(told).toBe(readFileSync(file, "utf8"));
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    });
});

type Action = RefactoringRequest & {
  /** A folder of files that several cases begin with. */
  readonly base?: string;
  readonly file?: string;
  readonly at?: { readonly file: string; readonly line: number };
};

async function outcome(root: string, action: Omit<Action, "base">): Promise<string> {
  const plan = await planRefactoring(root, {
    ...action,
    ...(action.file === undefined ? {} : { file: resolve(root, action.file) }),
    ...(action.at === undefined ? {} : { at: { ...action.at, file: resolve(root, action.at.file) } }),
  } as RefactoringRequest);
  const problems = plan.problems.map((problem) => `${printProblem(problem)}\n`).join("");
  if (plan.changes.length === 0) return `nothing is changed\n${problems}`;
  const proof = await proveRefactoring(root, plan.changes);
  const texts = changedTexts(plan.changes);
  const diff = plan.changes
    .map((change) =>
      "create" in change
        ? unifiedDiff(relative(root, change.file), undefined, [], change.create)
        : unifiedDiff(relative(root, change.file), readFileSync(change.file, "latin1"), change.edits),
    )
    .join("");
  expect(texts.size).toBe(plan.changes.length);
  const unproven = proof.problems.map((problem) => `${printProblem(problem)}\n`).join("");
  return `${plan.title}\n\n${diff}\n${problems}${unproven}${sayProof(proof)}`;
}

function listing(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => !file.endsWith("/"))
    .sort();
}
