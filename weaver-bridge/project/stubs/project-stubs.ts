/** The `idl` sections of `weft.json`: stubs that a project's own make then compiles. */
import { dirname, join, resolve } from "node:path";
import {
  type CompileInput,
  checkUnit,
  compileIdl,
  DEFAULT_KERNEL,
  DEFAULT_OPTIONS,
  declarationOf,
  makeReport,
  offeredOperations,
  type PlacedOffer,
  parseIdlOptions,
  type StubName,
  sideOf,
  stubNames,
  stubTitle,
  threadSize,
  toSourceRange,
} from "../../idl/index.js";
import {
  findProjectRoot,
  globFiles,
  type IdlSection,
  loadProject,
  type Project,
} from "../../kernel-build/index.js";
import type { Problem, StubFunction } from "../../model/index.js";
import { type LoadedIdl, loadIdl } from "./load-idl.js";
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
  const outputs = new Map<string, OutputFile>();
  const { inputs, files, problems } = await projectIdl(project);
  for (const { input, out } of inputs) {
    const result = compileIdl(input);
    problems.push(...result.problems);
    for (const { name, text } of result.outputs) {
      const path = join(out, name);
      outputs.set(path, { path, text });
    }
  }
  if (write === "none" || problems.some(({ severity }) => severity === "error"))
    return { files, written: [], problems };
  const wanted = write === "all" ? [...outputs.values()] : changedOutputs([...outputs.values()]);
  writeOutputs(project.root, wanted);
  return { files, written: wanted.map(({ path }) => path), problems };
}

export interface ProjectNames {
  /** What C code may name of the project's interfaces. */
  readonly names: ReadonlyMap<string, StubName<PlacedOffer>>;
  /** Whether a file (its absolute path) is one of the generator's. */
  isGenerated(path: string): boolean;
}

/** Undefined where the project has no IDL. Files with errors say what they can; `weft check` tells the errors. */
export async function projectNames(project: Project): Promise<ProjectNames | undefined> {
  if (project.idl.length === 0) return undefined;
  const { inputs } = await projectIdl(project);
  const offers = inputs.flatMap(({ input }): PlacedOffer[] => {
    const { layout } = compileIdl(input);
    const defines = input.options?.defines ?? [];
    const checked = checkUnit(
      { importHeader: undefined, ...input, defines, threadSize: threadSize(input.kernel) },
      makeReport(),
    );
    return offeredOperations(checked, layout).map((offer) => {
      const place = declarationOf(checked, offer);
      return { ...offer, declared: place && toSourceRange(place.nameSpan) };
    });
  });
  const folders = inputs.map(({ out }) => `${out}/`);
  return { names: stubNames(offers), isGenerated: (path) => folders.some((one) => path.startsWith(one)) };
}

/** What of the generated files runs as a function of its own. */
export function stubFunctions({ names }: ProjectNames): StubFunction[] {
  return [...names].flatMap(([symbol, { role, offer }]) =>
    role === "client" || role === "service"
      ? [{ symbol, title: stubTitle(offer, role), role: sideOf(role) }]
      : [],
  );
}

/** One file, as its project means it; alone where it is in none. */
export async function idlInput(file: string): Promise<LoadedIdl> {
  const root = findProjectRoot(dirname(file));
  const project = root === undefined ? undefined : loadProject(root).value;
  const { inputs, problems } = await projectIdl(project ?? { root: dirname(file), file, idl: [] });
  const input = inputs.find((one) => one.input.file === file)?.input;
  if (input !== undefined) return { input, problems };
  const options = DEFAULT_OPTIONS;
  return loadIdl({ file, kernel: DEFAULT_KERNEL, acf: undefined, includeFolders: [], options });
}

interface ProjectInput {
  readonly input: CompileInput;
  /** Folder of the stubs, absolute. */
  readonly out: string;
}

/** Every IDL file of the project, read with what `weft.json` says of it. */
async function projectIdl(project: Pick<Project, "root" | "file" | "idl">) {
  const problems: Problem[] = [];
  const inputs: ProjectInput[] = [];
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
      const kernel = section.kernel ?? DEFAULT_KERNEL;
      const loaded = await loadIdl({ file, kernel, acf, includeFolders, options: { ...options, defines } });
      problems.push(...loaded.problems);
      if (loaded.input !== undefined)
        inputs.push({ input: loaded.input, out: resolve(project.root, section.out) });
    }
  }
  return { inputs, files, problems };
}

function badOption(project: { readonly file: string }, error: string): Problem {
  return {
    code: "project/idl-options",
    severity: "error",
    message: `${project.file}: idl.options: ${error}`,
    hint: "These are words of weft idl's command line: --no-packing, --c-types.",
  };
}

function noFiles(project: { readonly root: string }, section: IdlSection): Problem {
  return {
    code: "project/no-idl",
    severity: "warning",
    message: `no file matches ${section.files.map((pattern) => JSON.stringify(pattern)).join(", ")}`,
    hint: `Patterns are relative to ${project.root}. Correct the pattern or create the IDL file.`,
  };
}
