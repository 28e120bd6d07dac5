/**
 * A revision's files, byte for byte as they are stored. `git archive` does more in a repository of somebody: attributes leave
 * files out, convert and filter them, and put words about the commit into their text, for which it checks its signature by
 * the program that the repository's settings name. So it is asked in a repository of ours that has no settings, whose own
 * attributes, which go before all others, ask for none of it, and which finds its objects in theirs.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { git, gitOfOurs } from "./diff-git.js";

const PLAIN = "* -export-ignore -export-subst -filter -ident -text -eol -working-tree-encoding\n";

/** Writes the commit's tree to `archive`, in whose folder it works. Undefined where Git can't. */
export async function archiveStored(
  top: string,
  commit: string,
  archive: string,
): Promise<string | undefined> {
  const objects = await git(top, ["rev-parse", "--git-path", "objects"]);
  const format = await git(top, ["rev-parse", "--show-object-format"]);
  if (objects === undefined || format === undefined) return undefined;
  const folder = join(dirname(archive), "git");
  const files: Readonly<Record<string, string>> = {
    HEAD: "ref: refs/heads/none\n",
    config: `[core]\nrepositoryformatversion = 1\nbare = true\n[extensions]\nobjectFormat = ${format}\n`,
    "info/attributes": PLAIN,
    "objects/info/alternates": `${JSON.stringify(resolve(top, objects))}\n`,
    "refs/none": "",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return gitOfOurs(dirname(archive), [
    `--git-dir=${folder}`,
    "archive",
    "--format=tar",
    "-o",
    archive,
    commit,
  ]);
}
