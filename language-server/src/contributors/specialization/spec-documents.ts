/** Files of declarations, of the projects and open ones, parsed once for each text. */
import { parseSpecFile, type SpecFile } from "@weft/weaver-bridge/pipeline";
import type { ContributorHost, SourceText } from "../../workspace/index.js";

/** A file of declarations with the text that its offsets are in. */
export interface SpecDocument {
  readonly source: SourceText;
  readonly spec: SpecFile;
  /** The project's builds make what it declares. */
  readonly isListed: boolean;
}

export function isSpecPath(path: string): boolean {
  return path.endsWith(".spec");
}

export function createSpecDocuments({ documents, projects }: ContributorHost): () => readonly SpecDocument[] {
  const parsed = new Map<string, SpecDocument>();
  const read = (path: string, isListed: boolean): SpecDocument[] => {
    const source = documents.read(path);
    if (source === undefined) return [];
    const before = parsed.get(path);
    if (before?.source === source && before.isListed === isListed) return [before];
    const document = { source, spec: parseSpecFile(path, source.text), isListed };
    parsed.set(path, document);
    return [document];
  };
  return () => {
    const listed = new Set(projects().flatMap(({ specializations }) => specializations));
    const open = documents.all().flatMap(({ path }) => (isSpecPath(path) ? [path] : []));
    return [...new Set([...listed, ...open])].flatMap((path) => read(path, listed.has(path)));
  };
}
