// The tutorials that come with Weft, and how far this user went in each: `progress.json` beside the learner's copies.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { lookUp, unlessBroken, unlessRefused } from "@weft/weaver-bridge/model";
import { type ReadTutorial, readTutorial, type Tutorial } from "@weft/weaver-bridge/tutorial";

interface Progress {
  /** From 0. */
  readonly step: number;
  /** Names of steps. */
  readonly done: readonly string[];
}

const none: Progress = { step: 0, done: [] };

/** One folder for each tutorial that was begun; the same as that of `weft tutorial start`. */
function learnersFolder(): string {
  return process.env.WEFT_TUTORIALS || join(homedir(), "weft-tutorials");
}

/**
 * All that can be read, in their order: those that come with Weft, and those in the folders of `WEFT_TUTORIAL_PATH`. What is
 * wrong with the others the linter says.
 */
export function allTutorials(): Tutorial[] {
  const own = (process.env.WEFT_TUTORIAL_PATH ?? "").split(delimiter).filter(Boolean);
  const places = [join(process.env.WEFT_HOME ?? "", "sample-projects", "tutorials"), ...own];
  return places
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((inside) => existsSync(join(inside, "tutorial.md")))
    .flatMap((inside) => readFolder(inside).value ?? [])
    .sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
}

/** The tutorial that the folder is the learner's copy of. */
export function tutorialOf(folder: string): Tutorial | undefined {
  return allTutorials().find(({ name }) => join(learnersFolder(), name) === folder);
}

export function progressOf(name: string): Progress {
  return { ...none, ...lookUp(allProgress(), name) };
}

/** Remembers it; a folder that can't be written to forgets. */
export function keepProgress(name: string, progress: Partial<Progress>): void {
  const file = progressFile();
  const all = { ...allProgress(), [name]: { ...progressOf(name), ...progress } };
  // Where it is refused the tutorial goes on; only a later start begins at its first step.
  unlessRefused(() => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(all, undefined, 2));
    renameSync(`${file}.new`, file);
  });
}

function allProgress(): Record<string, Progress> {
  return (
    unlessBroken(() => {
      const read: unknown = JSON.parse(readFileSync(progressFile(), "utf8"));
      return typeof read === "object" && read !== null ? (read as Record<string, Progress>) : {};
    }) ?? {}
  );
}

function progressFile(): string {
  return join(learnersFolder(), "progress.json");
}

function readFolder(folder: string): ReadTutorial {
  const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return readTutorial(
    folder,
    names.map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") })),
  );
}
