/**
 * The learner's copy of a sample: made anew, or brought to the state in which a step begins. What builds and the IDE left
 * (`build`, `.weft`) stays out of it; the folder itself is kept, because it may be open.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { globFiles, writeAtomically } from "../../kernel-build/index.js";
import { editedFile, editOf, type SolveAction, type Tutorial } from "../../tutorial/index.js";

const MADE = new Set(["build", ".weft", ".git", "node_modules"]);

/**
 * Makes `folder` the copy of the sample with the actions done, and removes other files from it. Throws an Error for
 * people where the sample is missing or an edit can't be made.
 */
export function makeCopy(
  tutorial: Tutorial,
  sample: string,
  folder: string,
  actions: readonly SolveAction[] = [],
): void {
  if (filesIn(sample).length === 0)
    throw new Error(`${tutorial.name}: there is no sample ${tutorial.sample}: ${sample} has no files`);
  const left = new Set(globFiles(sample, tutorial.without));
  const wanted = filesIn(sample).filter((file) => !left.has(join(sample, file)));
  for (const file of filesIn(folder)) if (!wanted.includes(file)) rmSync(join(folder, file), { force: true });
  for (const file of wanted) {
    const bytes = readFileSync(join(sample, file));
    if (isSame(join(folder, file), bytes)) continue;
    writeAtomically(join(folder, file), bytes);
    chmodSync(join(folder, file), statSync(join(sample, file)).mode | 0o200);
  }
  // What editors and patterns of weft.json expect to be there, even where nothing is in it.
  for (const inside of new Set(filesIn(sample).map(dirname)))
    mkdirSync(join(folder, inside), { recursive: true });
  for (const action of actions) edit(folder, action);
}

/** Does the edit of an action in the copy; nothing for other actions. */
export function edit(folder: string, action: SolveAction): void {
  const file = editedFile(action);
  if (file === undefined) return;
  const made = editOf(action, readText(join(folder, file)));
  if (made === undefined) return;
  if ("problem" in made) throw new Error(made.problem);
  writeAtomically(join(folder, made.file), made.text);
}

/** Paths inside the folder, without what is made. */
export function filesIn(folder: string, inside = ""): string[] {
  const here = statSync(join(folder, inside), { throwIfNoEntry: false });
  if (here?.isDirectory() !== true) return [];
  return readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    if (MADE.has(entry.name)) return [];
    const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
    return entry.isDirectory() ? filesIn(folder, path) : entry.isFile() ? [path] : [];
  });
}

export function readText(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
    ? readFileSync(path, "utf8")
    : undefined;
}

function isSame(path: string, bytes: Buffer): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === bytes.length && readFileSync(path).equals(bytes);
}
