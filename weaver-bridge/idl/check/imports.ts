/** What `import` brings: IDL files, read here, and types of C headers, which the caller knows. */
import type { Definition, ImportNode, NamedTypeNode } from "../parse/ast.js";
import { nameText } from "../parse/expression.js";
import type { ParsedFile } from "../parse/parser.js";
import type { ReadInclude } from "../parse/read-include.js";
import { makeReport, type Report } from "../parse/report.js";
import { readFile } from "./read-file.js";
import type { ImportedType } from "./resolver.js";

export interface ImportInput {
  readonly file: string;
  readonly text: string;
  readonly readInclude: ReadInclude;
  /** Types of a C header named by `import "x.h"`; undefined when it cannot be read. */
  readonly importHeader: ((name: string, from: string) => readonly ImportedType[] | undefined) | undefined;
  readonly defines: readonly string[];
}

export interface Imports {
  readonly files: ParsedFile[];
  readonly types: Map<string, ImportedType>;
  missing: boolean;
}

/** Reads what `import` names, depth first, each file once. Mistakes inside imported files are theirs to show. */
export function loadImports(input: ImportInput, parsed: ParsedFile, report: Report): Imports {
  const imports: Imports = { files: [], types: new Map(), missing: false };
  const seen = new Set<string>([input.file]);
  const visit = (file: ParsedFile, into: Report) => {
    for (const { name, system, span } of importsOf(file.definitions)) {
      if (isDiceRunTime(name)) continue;
      if (isHeader(name)) {
        const types = input.importHeader?.(name, span.file.name);
        for (const type of types ?? []) imports.types.set(type.name, type);
        if (types === undefined) {
          imports.missing = true;
          const say = input.importHeader === undefined ? into.warning : into.error;
          say(
            "idl/import",
            span,
            `the types of ${name} are not known here`,
            "Stubs that use them cannot be made; check that the header exists and compiles.",
          );
        }
        continue;
      }
      const found = input.readInclude(name, { from: span.file.name, system, next: false });
      if (found === undefined) {
        imports.missing = true;
        into.error("idl/import", span, `cannot find ${name}`, "Check the name and the include folders (-I).");
      } else if (!seen.has(found.file)) {
        seen.add(found.file);
        const quiet = makeReport();
        const inner = readFile(found.file, found.text, input.readInclude, input.defines, quiet);
        visit(inner, quiet);
        imports.files.push(inner);
      }
    }
  };
  visit(parsed, report);
  return imports;
}

function importsOf(definitions: readonly Definition[]): readonly ImportNode["files"][number][] {
  return definitions.flatMap((node) => {
    if (node.kind === "import") return node.keyword === "import" ? [...node.files] : [];
    return node.kind === "module" || (node.kind === "interface" && node.body !== undefined)
      ? importsOf(node.body ?? [])
      : [];
  });
}

/** C headers that imported files name: inherited operations may need their types. */
export function headersOf(files: readonly ParsedFile[]): string[] {
  return files.flatMap(({ definitions }) =>
    importsOf(definitions)
      .map(({ name }) => name)
      .filter((name) => isHeader(name) && !isDiceRunTime(name)),
  );
}

/** Headers of DICE's own run time, whose types are known here and clash with those of our support headers. */
export function isDiceRunTime(name: string): boolean {
  return /^dice\/dice(-\w+)*\.h$/.test(name);
}

export function isHeader(name: string): boolean {
  return /\.(h|hh|hpp)$/i.test(name);
}

/** A C header that is imported, and every name that could be one of its types. */
export interface HeaderImport {
  readonly name: string;
  /** The file that imports it. */
  readonly from: string;
  /** As C spells them: `stat_t`, `struct stat`. */
  readonly wanted: readonly string[];
}

/** For callers that must ask a compiler about headers before they check: what to ask. */
export function importedHeaders(input: Omit<ImportInput, "importHeader">): HeaderImport[] {
  const quiet = makeReport();
  const parsed = readFile(input.file, input.text, input.readInclude, input.defines, quiet);
  const headers: { name: string; from: string }[] = [];
  const importHeader = (name: string, from: string) => {
    headers.push({ name, from });
    return [];
  };
  const { files } = loadImports({ ...input, importHeader }, parsed, quiet);
  if (headers.length === 0) return [];
  const wanted = new Set<string>();
  for (const file of [parsed, ...files]) collectTypeNames(file.definitions, wanted);
  return headers.map((header) => ({ ...header, wanted: [...wanted] }));
}

/** Every named type below `node`, whatever holds it. */
function collectTypeNames(node: unknown, into: Set<string>): void {
  if (Array.isArray(node)) for (const item of node) collectTypeNames(item, into);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  if ((node as NamedTypeNode).kind === "named") {
    const { name, tag } = node as NamedTypeNode;
    const text = nameText(name).replace(/^::/, "");
    into.add(tag === undefined || tag === "interface" || tag === "bitmap" ? text : `${tag} ${text}`);
  }
  for (const [key, value] of Object.entries(node)) if (key !== "span") collectTypeNames(value, into);
}
