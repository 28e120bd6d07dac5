/** Names by which code that Weft did not compile may call the program's functions: assembler, linker scripts, objects. */
import { readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { noneIfNotRun, type Project, readRegular, runProcess } from "../../kernel-build/index.js";
import { unlessRefused } from "../../model/index.js";

const DEADLINE_MS = 120_000;
const TEXTS = /\.(?:S|s|sx|asm|ld|lds|x)$/;
const OBJECTS = /\.(?:o|a)$/;
const SKIPPED = new Set(["node_modules", ".git", ".weft"]);
/** Files per `nm`: command lines are limited. */
const BATCH = 200;

/** `own` are the objects of known units. Undefined when objects can't be read. */
export async function foreignNames(
  project: Project,
  own: ReadonlySet<string>,
): Promise<ReadonlySet<string> | undefined> {
  const names = new Set<string>();
  const objects: string[] = [];
  for (const file of filesOf(project)) {
    if (TEXTS.test(file))
      for (const [word] of readRegular(file, "latin1").matchAll(/[A-Za-z_]\w*/g)) names.add(word);
    else if (OBJECTS.test(file) && !own.has(file)) objects.push(file);
  }
  const ownNames = new Set([...own].map((file) => basename(file)));
  for (let at = 0; at < objects.length; at += BATCH) {
    const argv = ["nm", "-A", "-u", ...objects.slice(at, at + BATCH)];
    const run = await runProcess(argv, { directory: project.root, deadline: DEADLINE_MS }).catch(
      noneIfNotRun,
    );
    if (run?.code !== 0) return undefined;
    for (const [, member, symbol = ""] of run.output
      .toString("latin1")
      .matchAll(/^[^\n]*?\.[oa]:(?:([^:\n]+):)?\s+[a-zA-Z] (\S+)$/gm))
      if (member === undefined || !ownNames.has(member)) names.add(symbol);
  }
  return names;
}

export const archivesAndObjects = (project: Project): string[] =>
  filesOf(project).filter((file) => OBJECTS.test(file));

function filesOf(project: Project): string[] {
  const roots = new Set([project.root, resolve(project.root, project.build?.directory ?? ".")]);
  return [...new Set([...roots].flatMap(filesBelow))];
}

function filesBelow(folder: string): string[] {
  const entries = unlessRefused(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
