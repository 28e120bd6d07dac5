/** What the stub generator needs from disk: IDL files, includes, the configuration file, types of imported C headers. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  baseName,
  type CompileInput,
  type IdlOptions,
  type ImportedType,
  importedHeaders,
  type Kernel,
  type ReadInclude,
} from "../../idl/index.js";
import { includeCandidates, readRegular } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { headerTypes } from "../../pipeline/index.js";

export interface IdlRequest {
  readonly file: string;
  readonly kernel: Kernel;
  /** `BASE.acf` beside the file when it is there and this is undefined. */
  readonly acf: string | undefined;
  readonly includeFolders: readonly string[];
  readonly options: IdlOptions;
}

export interface LoadedIdl {
  readonly input: CompileInput | undefined;
  /** Files that are missing, headers that don't compile. */
  readonly problems: readonly Problem[];
}

export async function loadIdl(request: IdlRequest): Promise<LoadedIdl> {
  const text = readText(request.file);
  if (text === undefined) return { input: undefined, problems: [missing(request.file)] };
  const acfFile = request.acf ?? beside(request.file);
  const acf = acfFile === undefined ? undefined : readText(acfFile);
  if (request.acf !== undefined && acf === undefined)
    return { input: undefined, problems: [missing(request.acf)] };
  const readInclude = includeReader(request.includeFolders);
  const { defines } = request.options;
  const headers = importedHeaders({ file: request.file, text, readInclude, defines });
  const problems: Problem[] = [];
  const known = new Map<string, readonly ImportedType[]>();
  for (const { name, from, wanted } of headers) {
    const result = await headerTypes({
      header: name,
      from: resolve(from),
      names: wanted,
      includeFolders: request.includeFolders,
      defines,
    });
    if (result.ok) known.set(`${from}\0${name}`, result.types);
    else problems.push(brokenHeader(name, from, result.why));
  }
  const input: CompileInput = {
    file: request.file,
    text,
    readInclude,
    importHeader: (name, from) => known.get(`${from}\0${name}`),
    kernel: request.kernel,
    options: request.options,
    ...(acf === undefined || acfFile === undefined ? {} : { acf: { file: acfFile, text: acf } }),
  };
  return { input, problems };
}

export function includeReader(folders: readonly string[]): ReadInclude {
  return (name, request) => {
    for (const file of includeCandidates(name, request, folders)) {
      const text = readText(file);
      if (text !== undefined) return { file, text };
    }
    return undefined;
  };
}

/** The text of a file that a user names, latin1. */
export function readIdlText(file: string): { readonly text: string } | { readonly problem: Problem } {
  const text = readText(file);
  return text === undefined ? { problem: missing(file) } : { text };
}

function readText(file: string): string | undefined {
  return existsSync(file) && statSync(file).isFile() ? readRegular(file, "latin1") : undefined;
}

function beside(file: string): string | undefined {
  const acf = `${join(dirname(file), baseName(file))}.acf`;
  return existsSync(acf) ? acf : undefined;
}

function missing(file: string): Problem {
  return {
    code: "idl/missing",
    severity: "error",
    message: `${file} does not exist`,
    hint: "Correct its name; it is taken relative to the working directory.",
  };
}

function brokenHeader(name: string, from: string, why: string): Problem {
  return {
    code: "idl/import",
    severity: "error",
    message: `${name}, which ${from} imports, does not compile: ${why}`,
    hint: "Headers are read with gcc -m32; add folders with -I and macros with -D.",
  };
}
