/** The `idl` sections of `weft.json`: stubs that a project's own make then compiles. */
import { join, resolve } from "node:path";
import { compileIdl } from "../../idl/index.js";
import { globFiles, type IdlSection, type Project } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { parseIdlOptions } from "../commands/idl-arguments.js";
import { loadIdl } from "./load-idl.js";
import { changedOutputs, type OutputFile, writeOutputs } from "./write-outputs.js";

export interface ProjectStubs {
  /** IDL files read. */
  readonly files: number;
  /** Absolute paths. */
  readonly written: readonly string[];
  readonly problems: readonly Problem[];
}

/** `all` writes every output, `changed` those whose text differs, `none` only checks. Nothing is written on an error. */
export async function generateStubs(
  project: Project,
  write: "all" | "changed" | "none",
): Promise<ProjectStubs> {
  const problems: Problem[] = [];
  const outputs = new Map<string, OutputFile>();
  let files = 0;
  for (const section of project.idl) {
    const { value: options, errors } = parseIdlOptions(section.options ?? []);
    problems.push(...errors.map((error) => badOption(project, error)));
    if (options === undefined) continue;
    const found = globFiles(project.root, section.files);
    if (found.length === 0) problems.push(noFiles(project, section));
    for (const file of found) {
      files++;
      const acf = section.acf === undefined ? undefined : resolve(project.root, section.acf);
      const includeFolders = (section.include ?? []).map((folder) => resolve(project.root, folder));
      const defines = [...options.defines, ...(section.defines ?? [])];
      const kernel = section.kernel ?? "x0";
      const loaded = await loadIdl({ file, kernel, acf, includeFolders, options: { ...options, defines } });
      problems.push(...loaded.problems);
      if (loaded.input === undefined) continue;
      const result = compileIdl(loaded.input);
      problems.push(...result.problems);
      for (const { name, text } of result.outputs) {
        const path = join(resolve(project.root, section.out), name);
        outputs.set(path, { path, text });
      }
    }
  }
  if (write === "none" || problems.some(({ severity }) => severity === "error"))
    return { files, written: [], problems };
  const wanted = write === "all" ? [...outputs.values()] : changedOutputs([...outputs.values()]);
  writeOutputs(wanted);
  return { files, written: wanted.map(({ path }) => path), problems };
}

function badOption(project: Project, error: string): Problem {
  return {
    code: "project/idl-options",
    severity: "error",
    message: `${project.file}: idl.options: ${error}`,
    hint: "These are words of weft idl's command line: --no-packing, --c-types.",
  };
}

function noFiles(project: Project, section: IdlSection): Problem {
  return {
    code: "project/no-idl",
    severity: "warning",
    message: `no file matches ${section.files.map((pattern) => JSON.stringify(pattern)).join(", ")}`,
    hint: `Patterns are relative to ${project.root}. Correct the pattern or create the IDL file.`,
  };
}
