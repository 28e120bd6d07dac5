/** A revision of a project as a folder of its own: `git archive` into a temporary folder, nothing in `.git` changes. */
import { lstatSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { removeTemporary, runProcess, STATE_FOLDER, temporaryFolder } from "../kernel-build/index.js";
import { type Problem, unlessRefused } from "../model/index.js";
import { changesSince, type TreeChanges } from "./diff-changes.js";
import { git } from "./diff-git.js";
import { isTooLarge } from "./revision-size.js";
import { archiveStored } from "./stored-archive.js";

export interface RevisionTree {
  /** The project's folder as of the revision. */
  readonly root: string;
  /** Full hash of the commit. */
  readonly commit: string;
  /** What the working tree has otherwise; undefined where Git can't tell. */
  changes(): Promise<TreeChanges | undefined>;
  dispose(): void;
}

const DEADLINE = 300_000;

/** `root` is the project's folder inside a Git working tree. Rejects with ProcessError when git can't be run. */
export async function checkOut(root: string, revision: string): Promise<RevisionTree | Problem> {
  const top = await git(root, ["rev-parse", "--show-toplevel"]);
  if (top === undefined) return noGit(root);
  const commit = await git(root, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{commit}`,
  ]);
  if (commit === undefined) return noRevision(revision);
  if (await isTooLarge(top, commit)) return tooLarge(revision);
  const folder = temporaryFolder("weft-diff-");
  const dispose = () => removeTemporary(folder);
  try {
    const archive = join(folder, "tree.tar");
    const made = await archiveStored(top, commit, archive);
    const tree = join(folder, "tree");
    const unpacked =
      made !== undefined &&
      (await succeeds(["mkdir", tree], folder)) &&
      (await succeeds(["tar", "-xf", archive, "-C", tree], folder));
    if (!unpacked) {
      dispose();
      return notUnpacked(revision);
    }
    rmSync(archive, { force: true });
    await linkIgnored(top, tree);
    return {
      root: join(tree, relative(top, root)),
      commit,
      changes: () => changesSince(top, commit),
      dispose,
    };
  } catch (error) {
    dispose();
    throw error;
  }
}

/**
 * What Git ignores is of no revision, and units may need it (generated headers, sources that a recipe fetches): it is taken
 * as it is now.
 */
async function linkIgnored(top: string, tree: string): Promise<void> {
  const list = await git(top, [
    ...["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"],
  ]);
  for (const name of list?.split("\0") ?? []) {
    const path = name.replace(/\/$/, "");
    const link = join(tree, path);
    if (path === "" || isState(path) || isThere(link)) continue;
    // A folder of today may be a link of then, that leads elsewhere.
    const folder = unlessRefused(() => realpathSync(nearestFolder(dirname(link))));
    if (!`${folder}/`.startsWith(`${realpathSync(tree)}/`)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(top, path), link);
  }
}

/** Git names what is in Weft's folder one by one where only that folder's own file says that all is ignored. */
const isState = (path: string) => path.split("/").includes(STATE_FOLDER);

/** Also a link that leads nowhere. */
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** The first on the way up that is there. */
function nearestFolder(folder: string): string {
  return isThere(folder) ? folder : nearestFolder(dirname(folder));
}

async function succeeds(argv: readonly string[], directory: string): Promise<boolean> {
  return (await runProcess(argv, { directory, deadline: DEADLINE })).code === 0;
}

function noGit(root: string): Problem {
  return {
    code: "diff/no-git",
    severity: "error",
    message: `${root} is not in a Git working tree`,
    hint: "Compare two configurations instead: weft diff --config A --config B.",
  };
}

function noRevision(revision: string): Problem {
  return {
    code: "diff/no-revision",
    severity: "error",
    message: `Git knows no revision ${revision}`,
    hint: "Name a commit, a branch or a tag.",
  };
}

function tooLarge(revision: string): Problem {
  return {
    code: "diff/too-large",
    severity: "error",
    message: `revision ${revision} has more files than a kernel has, or more than 8 GB of them`,
    hint: "Nothing of it was written. Compare revisions of the kernel's own repository.",
  };
}

function notUnpacked(revision: string): Problem {
  return {
    code: "diff/not-unpacked",
    severity: "error",
    message: `revision ${revision} could not be written to ${tmpdir()}`,
    hint: "Look whether the disk is full.",
  };
}
