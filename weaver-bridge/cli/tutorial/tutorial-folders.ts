/** Where tutorials are: those that come with Weft, and folders that are named. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { repositoryRoot } from "../../compile/places.js";
import { readRegular, requireWithin } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { problemAt, type ReadTutorial, readTutorial } from "../../tutorial/index.js";

const HEAD = "tutorial.md";

/** Where the samples of which learners get copies stand. */
export function samplesFolder(): string {
  return join(repositoryRoot(), "sample-projects");
}

/** Of a tutorial in `folder`: a folder of the samples, or, as `./kernel` or `../xv6`, one beside the tutorial. Throws where it leads elsewhere. */
export function sampleOf(folder: string, sample: string): string {
  if (!/(?:^|\/)\.\.?(?:\/|$)/.test(sample)) return join(samplesFolder(), sample);
  const place = resolve(folder, sample);
  requireWithin(dirname(folder), place);
  return place;
}

/**
 * Folders of tutorials: `place` itself, or those inside it; without one those that come with Weft, and those in the folders
 * that `WEFT_TUTORIAL_PATH` names.
 */
export function tutorialFolders(place?: string): string[] {
  if (place !== undefined) return foldersIn(place);
  const own = (process.env.WEFT_TUTORIAL_PATH ?? "").split(delimiter).filter(Boolean);
  return [join(samplesFolder(), "tutorials"), ...own].flatMap(foldersIn);
}

function foldersIn(place: string): string[] {
  const folder = resolve(place);
  if (existsSync(join(folder, HEAD))) return [folder];
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((inside) => existsSync(join(inside, HEAD)))
    .sort();
}

export function noTutorials(place: string): Problem {
  return problemAt(
    place,
    1,
    "none",
    "there is no tutorial here",
    "A tutorial is a folder with tutorial.md and one file NN-name.md for each step; name it, or a folder that holds some.",
  );
}

export function readFolder(folder: string): ReadTutorial {
  const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return readTutorial(
    folder,
    names.map((name) => ({ name, text: readRegular(join(folder, name), "utf8") })),
  );
}

/** The learner's folders, one for each tutorial, and the record of how far each went. */
export function learnersFolder(): string {
  return process.env.WEFT_TUTORIALS || join(homedir(), "weft-tutorials");
}
