/** Reads and parses aspect files; what can't be read is a problem like any other. */
import { createHash } from "node:crypto";

import { extname, resolve } from "node:path";
import type { Project, ProjectThread } from "../kernel-build/index.js";
import { readRegular } from "../kernel-build/index.js";
import type { AspectFile, Problem } from "../model/index.js";
import { parseAspectFile, parseAspectSource, problemsBetween } from "../pointcut/index.js";
import { currentThreadFile } from "../weaver/index.js";

export interface LoadedAspects {
  readonly files: readonly AspectFile[];
  /** Unreadable files, the files' own problems and those between them. */
  readonly problems: readonly Problem[];
  /** Of the names and contents, so that a unit compiled against others can be told. */
  readonly digest: string;
}

/** `paths` are taken relative to `directory`; the files get absolute names. `texts` (latin1) stand for files on disk. */
export function loadAspects(
  paths: readonly string[],
  directory: string,
  project?: Pick<Project, "file" | "currentThread">,
  texts: ReadonlyMap<string, string> = new Map(),
): LoadedAspects {
  const hash = createHash("sha1");
  const found: AspectFile[] = [];
  const problems: Problem[] = [];
  for (const path of paths) {
    const file = resolve(directory, path);
    try {
      const text = texts.get(file) ?? readRegular(file, "latin1");
      hash.update(`${file}\0${text}\0`, "latin1");
      const parsed = parsedAspects(file, text);
      if (parsed.ordinarySource === true && !declaresAspects(parsed)) continue;
      found.push(parsed);
      problems.push(...parsed.problems);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      problems.push(unreadable(file, error as NodeJS.ErrnoException));
    }
  }
  if (project?.currentThread !== undefined) {
    hash.update(JSON.stringify(project.currentThread));
    found.push(threadFile(project.file, project.currentThread));
  }
  const files = seenBefore(found);
  return { files, problems: [...problems, ...problemsBetween(files)], digest: hash.digest("hex") };
}

const KNOWN = new Map<string, { readonly text: string; readonly parsed: AspectFile }>();
const MOST_KNOWN = 1000;

let seen: (readonly AspectFile[])[] = [];
const MOST_SEEN = 8;

/** The array that held the same files the last time: what is made of a set of aspects is kept with its array. */
function seenBefore(files: readonly AspectFile[]): readonly AspectFile[] {
  const same = seen.find(
    (known) => known.length === files.length && known.every((file, at) => file === files[at]),
  );
  seen = [same ?? files, ...seen.filter((known) => known !== same)].slice(0, MOST_SEEN);
  return same ?? files;
}

/** Parsed once by a process that answers many calls. */
function parsedAspects(file: string, text: string): AspectFile {
  const known = KNOWN.get(file);
  if (known?.text === text) return known.parsed;
  const parsed = SOURCE_ENDINGS.includes(extname(file).slice(1))
    ? parseAspectSource(file, text)
    : parseAspectFile(file, text);
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(file, { text, parsed });
  return parsed;
}

function threadFile(file: string, thread: ProjectThread): AspectFile {
  const text = JSON.stringify(thread);
  const known = KNOWN.get(`${file} thread`);
  if (known?.text === text) return known.parsed;
  const { expression, struct, before } = thread;
  const field = before === undefined ? {} : { beforeField: before };
  const parsed = currentThreadFile(file, expression, { struct, ...field });
  KNOWN.set(`${file} thread`, { text, parsed });
  return parsed;
}

/** Endings of sources in which aspects may stand beside ordinary code. */
export const SOURCE_ENDINGS = ["cc", "cpp", "cxx", "c++", "C", "c", "h", "hh", "hpp", "hxx", "inl"];

function declaresAspects({ aspects, slices = [], pointcuts, attributes = [] }: AspectFile): boolean {
  return aspects.length + slices.length + pointcuts.length + attributes.length > 0;
}

function unreadable(file: string, error: NodeJS.ErrnoException): Problem {
  const missing = error.code === "ENOENT";
  return {
    code: missing ? "aspect/missing" : "aspect/unreadable",
    severity: "error",
    message: missing
      ? `the aspect file ${file} does not exist`
      : `the aspect file ${file} can't be read: ${error.message}`,
    hint:
      error.code === "EACCES" || error.code === "EPERM"
        ? "Make it readable (chmod u+r), or leave it out of the aspects."
        : "Correct its name on the command line or in weft.json.",
  };
}
