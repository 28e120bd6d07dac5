/** The refactoring under way: planned from the texts in the editor, kept until the next one so that it can be proven. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { findProjectRoot, readRegular } from "@weft/weaver-bridge/kernel-build";
import { type Problem, printProblem } from "@weft/weaver-bridge/model";
import {
  type ProofOptions,
  planRefactoring,
  proveRefactoring,
  type RefactoringRequest,
  sayProof,
} from "@weft/weaver-bridge/prove";
import type { Documents } from "./texts/documents.js";
import { createLineIndex, type Place } from "./texts/line-index.js";

export interface PlannedFile {
  /** Absolute. */
  readonly path: string;
  /** The text that the edits are for, the editor's where it is open; absent for a new file. */
  readonly old?: string;
  readonly edits: readonly { readonly start: Place; readonly end: Place; readonly text: string }[];
}

export interface PlannedRefactoring {
  readonly title: string;
  readonly files: readonly PlannedFile[];
  /** What stays as it is and why, a line each. */
  readonly remarks: readonly string[];
}

export interface ProvenRefactoring {
  /** `none`: nothing was planned. */
  readonly status: "unchanged" | "changed" | "failed" | "none";
  readonly title: string;
  /** For people. */
  readonly summary: string;
}

export interface Refactorings {
  /** `path` is a file of the project. Rejects with ProcessError when cancelled. */
  plan(path: string, question: RefactoringRequest, options: ProofOptions): Promise<PlannedRefactoring>;
  prove(options: ProofOptions): Promise<ProvenRefactoring>;
}

export function createRefactorings(documents: Documents): Refactorings {
  let last:
    | {
        readonly root: string;
        readonly plan: Awaited<ReturnType<typeof planRefactoring>>;
        readonly unsaved: ReadonlyMap<string, string>;
      }
    | undefined;
  return {
    plan: async (path, question, options) => {
      const root = findProjectRoot(dirname(path));
      if (root === undefined)
        return {
          title: "",
          files: [],
          remarks: [
            "The file belongs to no project: there is no weft.json above it. Create one in the folder of the project and try again",
          ],
        };
      const unsaved = unsavedIn(documents, root);
      const plan = await planRefactoring(root, question, { ...options, unsaved });
      last = plan.changes.length === 0 ? undefined : { root, plan, unsaved };
      return {
        title: plan.title,
        files: plan.changes.map((change) => plannedFile(change, unsaved)),
        remarks: plan.problems.map((problem) => remark(problem).replaceAll(`${root}/`, "")),
      };
    },
    prove: async (options) => {
      if (last === undefined)
        return {
          status: "none",
          title: "",
          summary: "There is no refactoring to prove: choose one with the light bulb first",
        };
      const { root, plan, unsaved } = last;
      const proof = await proveRefactoring(root, plan.changes, { ...options, unsaved });
      const problems = proof.problems.map((problem) => `${printProblem(problem)}\n`).join("");
      return {
        status: proof.status,
        title: plan.title,
        summary: `${sayProof(proof)}${problems}`.replaceAll(`${root}/`, ""),
      };
    },
  };
}

/** As a sentence for a message: the place leads, codes are for lists of problems. */
function remark({ range, message, hint }: Problem): string {
  const place = range === undefined ? "" : `${range.file}:${range.startLine}: `;
  return `${place}${message}${hint === undefined ? "" : `. ${hint}`}`;
}

/** Open texts of the project that are not those on disk; latin1. */
function unsavedIn(documents: Documents, root: string): ReadonlyMap<string, string> {
  const open = documents.all().filter(({ path }) => path.startsWith(`${root}/`));
  return new Map(
    open.flatMap(({ path, bytes }) =>
      existsSync(path) && readRegular(path, "latin1") === bytes.bytes ? [] : [[path, bytes.bytes]],
    ),
  );
}

function plannedFile(
  change: Awaited<ReturnType<typeof planRefactoring>>["changes"][number],
  unsaved: ReadonlyMap<string, string>,
): PlannedFile {
  const start = { line: 0, character: 0 };
  if ("create" in change)
    return { path: change.file, edits: [{ start, end: start, text: utf8(change.create) }] };
  const bytes = unsaved.get(change.file) ?? readRegular(change.file, "latin1");
  const old = utf8(bytes);
  const lines = createLineIndex(old);
  const place = (offset: number) => lines.placeAt(utf8(bytes.slice(0, offset)).length);
  return {
    path: change.file,
    old,
    edits: change.edits.map(({ range, text }) => ({
      start: place(range.start),
      end: place(range.end),
      text: utf8(text),
    })),
  };
}

/** Texts of the bridge are latin1: bytes. */
function utf8(text: string): string {
  return Buffer.from(text, "latin1").toString("utf8");
}
