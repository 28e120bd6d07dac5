/** Assembly files of a project: no join points are in them, and what they write of guarded terms is not read. */
import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { aliasProblem, assemblyMentions } from "../guards/index.js";
import { type Project, readLatin1 } from "../kernel-build/index.js";
import { type AssemblyWays, type Problem, unlessRefused } from "../model/index.js";
import { rangeAt, type SpecFile } from "../pipeline/index.js";

const ASSEMBLY = /\.(?:S|s|sx|asm)$/;
const SKIPPED = new Set(["node_modules", ".git", ".weft"]);

/** Absolute, in order. Of a project whose image is there those that have an object. */
export function assemblyFiles(project: Project): string[] {
  const roots = [...new Set([project.root, resolve(project.root, project.build?.directory ?? ".")])];
  const all = [...new Set(roots.flatMap(filesBelow))];
  const made = new Set(all.filter((file) => file.endsWith(".o")).flatMap(endings));
  const files = all.filter((file) => ASSEMBLY.test(file)).sort();
  const built = files.filter((file) =>
    roots.some((root) => made.has(relative(root, file).replace(ASSEMBLY, ""))),
  );
  const image = project.build?.image;
  const isBuilt = image !== undefined && existsSync(resolve(project.root, image));
  return (isBuilt && built.length > 0 ? built : files).filter((file) => !isMade(file));
}

/** A listing by objdump, or what a compiler made of C: nobody wrote it. */
function isMade(file: string): boolean {
  const head = readLatin1(file)?.slice(0, 400) ?? "";
  return /^\s*\S+:\s+file format /.test(head) || /^[^\S\n]*\.file\s+"[^"\n]*\.(?:c|i|cc|cpp)"/m.test(head);
}

/** `build/arch/trap.o`: that, `arch/trap` and `trap`. */
function endings(object: string): string[] {
  const steps = object.replace(/\.o$/, "").split(sep);
  return steps.map((_, index) => steps.slice(index).join(sep));
}

function filesBelow(folder: string): string[] {
  const entries = unlessRefused(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() && /\.(?:S|s|sx|asm|o)$/.test(entry.name) ? [path] : [];
  });
}

/** Ways by which `files` may write what a guard keeps; `ways` are those of all units. */
export function assemblyProblems(
  files: readonly string[],
  specs: readonly SpecFile[],
  ways: readonly AssemblyWays[],
): Problem[] {
  const guards = specs.flatMap((spec) => spec.guards);
  // What no unit declares is nothing that C knows; a variable is known by its own name.
  const variables = guards
    .filter(({ type }) => type === undefined)
    .map(({ terms }) => ({ subject: terms[0] ?? "", objects: terms, given: [] }));
  return files.flatMap((file) => {
    const text = readLatin1(file);
    if (text === undefined) return [unreadable(file)];
    // In NASM's files a semicolon begins a remark.
    const code = file.endsWith(".asm") ? text.replace(/;[^\n]*/g, (one) => " ".repeat(one.length)) : text;
    return assemblyMentions(code, guards, [...variables, ...ways]).map((one): Problem => {
      const { range, ...problem } = aliasProblem(one);
      return { ...problem, range: rangeAt(file, text, range.start, "latin1") };
    });
  });
}

const unreadable = (file: string): Problem => ({
  code: "guards/unread",
  severity: "error",
  range: { file, startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
  message: "whether it names what a guard keeps is not known: it can't be read",
  hint: "Make it readable, or remove it.",
});
