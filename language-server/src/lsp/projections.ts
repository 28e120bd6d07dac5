/**
 * The virtual C documents through which clangd serves `.ah` files. Since a projection has the shape of its file,
 * positions are the same on both sides; only uris are exchanged, and answers about blanked text are dropped.
 */
import { dirname, join } from "node:path";
import type { Language } from "@weft/weaver-bridge/model";
import type { Diagnostic } from "vscode-languageserver/node";
import { type JoinPointHeader, joinPointHeader } from "../analysis/projection/join-point-header.js";
import { isVerbatim, type Projection, projectAspect } from "../analysis/projection/projection.js";
import { type ClangdCommand, retarget } from "../clangd/compile-commands.js";
import { writeOnce } from "../clangd/header-overlay.js";
import {
  type AspectDocument,
  aspectDocumentAt,
  isKlasyPath,
  ownFolder,
  type Place,
  pathOfUri,
  uriOfPath,
  type Workspace,
} from "../workspace/index.js";

export interface Projected {
  readonly path: string;
  readonly uri: string;
  readonly virtualPath: string;
  readonly virtualUri: string;
  /** Of the virtual document: grows when its text changes. */
  readonly version: number;
  readonly projection: Projection;
  /** False while no unit is known that the aspect reaches: then nothing declares the kernel's names. */
  readonly hasUnit: boolean;
  readonly document: AspectDocument;
  readonly command: ClangdCommand;
  /** UTF-16 ranges of bodies whose `tjp` has no known type. */
  readonly untyped: readonly { readonly start: number; readonly end: number }[];
}

export interface Projections {
  /** For files that only clangd reads; gone when the server ends. */
  readonly folder: string;
  /**
   * Computes the file's projection from the newest snapshot, to be read with these `options`. Undefined for a file that is
   * not an open `.ah` file.
   */
  update(path: string, options: readonly string[]): Projected | undefined;
  get(path: string): Projected | undefined;
  /** The same as a new version. */
  renew(path: string): Projected | undefined;
  byVirtualUri(uri: string): Projected | undefined;
  /** True for the generated headers. */
  isHeader(path: string | undefined): boolean;
  remove(path: string): Projected | undefined;
  all(): readonly Projected[];
}

const SUFFIXES: Readonly<Record<Language, string>> = { c: ".weft.c", "c++": ".weft.cc" };
/** Where an aspect's layout is formatted. */
export const FORMATTED = ".weft-format.cc";

/** True for the path or the uri of a virtual document. */
export function isProjection(path: string): boolean {
  return [...Object.values(SUFFIXES), FORMATTED].some((suffix) => path.endsWith(suffix));
}

export function createProjections(workspace: Workspace): Projections {
  const byPath = new Map<string, Projected>();
  const folder = ownFolder("weft-language-server-");
  return {
    folder,
    update(path, options) {
      const snapshot = workspace.snapshot();
      const document = aspectDocumentAt(snapshot, path);
      // Bodies of KLASY files are C only when their escapes are undone.
      if (document?.source.version === undefined || isKlasyPath(path)) return undefined;
      const header = joinPointHeader(snapshot, document);
      const headerPath = writeOnce(folder, header.text, ".h", "utf8");
      const { bytes } = document.source;
      const before = byPath.get(path);
      const projection = projectAspect(document, header.language);
      const virtualPath = path + SUFFIXES[header.language];
      const projected: Projected = {
        path,
        uri: document.source.uri,
        virtualPath,
        virtualUri: uriOfPath(virtualPath),
        version: before?.projection.text === projection.text ? before.version : (before?.version ?? 0) + 1,
        projection,
        hasUnit: header.unit !== undefined,
        document,
        command: commandFor(workspace, virtualPath, header, [...options, "-include", headerPath]),
        untyped: header.untyped.map(({ body }) => ({
          start: bytes.toUtf16(body.start),
          end: bytes.toUtf16(body.end),
        })),
      };
      byPath.set(path, projected);
      return projected;
    },
    get: (path) => byPath.get(path),
    renew(path) {
      const known = byPath.get(path);
      const renewed = known && { ...known, version: known.version + 1 };
      if (renewed !== undefined) byPath.set(path, renewed);
      return renewed;
    },
    byVirtualUri(uri) {
      // clangd spells uris in its own way, so paths are compared.
      const path = isProjection(uri) ? pathOfUri(uri) : undefined;
      return [...byPath.values()].find(({ virtualPath }) => virtualPath === path);
    },
    isHeader: (path) => path?.startsWith(join(folder, "/")) === true,
    remove(path) {
      const projected = byPath.get(path);
      byPath.delete(path);
      return projected;
    },
    all: () => [...byPath.values()],
  };
}

function commandFor(
  workspace: Workspace,
  virtual: string,
  { unit, language }: JoinPointHeader,
  options: readonly string[],
): ClangdCommand {
  // Advice may use what is private in the classes that it is woven into.
  const kind = language === "c" ? ["-xc"] : ["-xc++", "-fno-access-control"];
  const extra = [...kind, ...options];
  if (unit === undefined)
    return {
      workingDirectory: dirname(virtual),
      compilationCommand: ["clang", language === "c" ? "-std=gnu17" : "-std=gnu++17", ...extra, virtual],
    };
  const command = workspace.commandFor(unit);
  const isInput = (argument: string) =>
    !argument.startsWith("-") && unit.endsWith(argument.replace(/^(\.\.?\/)+/, ""));
  return {
    workingDirectory: command.directory,
    // Woven into the unit, an include in quotes is looked for beside the unit.
    compilationCommand: retarget(command.argv, isInput, virtual, [...extra, "-iquote", dirname(unit)]),
  };
}

/** Of a virtual document, as LSP names it. */
export function clangdLanguage({ language }: Projection): string {
  return language === "c" ? "c" : "cpp";
}

/** True where the cursor stands in C. */
export function isInC(projected: Projected, place: Place): boolean {
  return isVerbatim(projected.projection, projected.document.source.lines.offsetAt(place));
}

/** clangd's diagnostics of the projection that mean something in the `.ah` file. */
export function diagnosticsOfProjection(
  projected: Projected,
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  const { lines } = projected.document.source;
  if (!projected.hasUnit) return [];
  return diagnostics.filter(({ range, code, message }) => {
    const offset = lines.offsetAt(range.start);
    if (!isVerbatim(projected.projection, offset)) return false;
    if (
      code === "unused-includes" ||
      /^in included file/i.test(typeof message === "string" ? message : message.value)
    )
      return false;
    if (projected.projection.slices.some(({ start, end }) => start <= offset && offset < end))
      return String(code).startsWith("expected");
    // An aspect's code has to work in every dialect of its units.
    if (String(message).startsWith("'template' keyword outside")) return false;
    const body = projected.untyped.find(({ start, end }) => start <= offset && offset < end);
    return body === undefined || !projected.document.source.text.slice(body.start, body.end).includes("tjp");
  });
}

/** Exchanges every virtual uri in an answer for the file's own; places in the generated header are dropped. */
export function answerFromProjection(projections: Projections, answer: unknown): unknown {
  if (Array.isArray(answer))
    return answer
      .filter((item) => !isInHeader(projections, item))
      .map((item) => answerFromProjection(projections, item));
  if (typeof answer === "string") return projections.byVirtualUri(answer)?.uri ?? answer;
  if (typeof answer !== "object" || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      isProjection(key) ? (projections.byVirtualUri(key)?.uri ?? key) : key,
      answerFromProjection(projections, value),
    ]),
  );
}

function isInHeader(projections: Projections, item: unknown): boolean {
  if (typeof item !== "object" || item === null) return false;
  const { uri, targetUri } = item as { uri?: unknown; targetUri?: unknown };
  return [uri, targetUri].some(
    (place) => typeof place === "string" && place.endsWith(".h") && projections.isHeader(pathOfUri(place)),
  );
}

/** Keeps the semantic tokens (LSP's relative encoding) that stand in C. */
export function tokensOfProjection(projected: Projected, data: readonly number[]): number[] {
  const kept: number[] = [];
  let [line, character, lastLine, lastCharacter] = [0, 0, 0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [deltaLine = 0, deltaCharacter = 0, ...rest] = data.slice(at, at + 5);
    line += deltaLine;
    character = deltaLine === 0 ? character + deltaCharacter : deltaCharacter;
    if (!isInC(projected, { line, character })) continue;
    kept.push(line - lastLine, line === lastLine ? character - lastCharacter : character, ...rest);
    [lastLine, lastCharacter] = [line, character];
  }
  return kept;
}
