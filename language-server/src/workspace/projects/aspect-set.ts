/** The `.ah` files of a project, parsed; a file is parsed again only when its text (open or on disk) changed. */
import type { AspectFile, Problem } from "@weft/weaver-bridge/model";
import { parseAspectFile } from "@weft/weaver-bridge/pointcut";
import type { AspectDocument } from "../snapshot.js";
import type { Documents, SourceText } from "../texts/documents.js";

export interface AspectSet {
  /** In the order of `paths`; files that can't be read are left out. */
  read(paths: readonly string[]): readonly AspectDocument[];
}

export function createAspectSet(documents: Documents): AspectSet {
  const parsed = new Map<string, AspectDocument>();
  const parse = (source: SourceText): AspectDocument => {
    const known = parsed.get(source.path);
    if (known !== undefined && known.source.text === source.text) {
      if (known.source === source) return known;
      const same = { file: known.file, source };
      parsed.set(source.path, same);
      return same;
    }
    const document = { file: parseSafely(source), source };
    parsed.set(source.path, document);
    return document;
  };
  return {
    read: (paths) =>
      paths.flatMap((path) => {
        const source = documents.read(path);
        return source === undefined ? [] : [parse(source)];
      }),
  };
}

/** The parser promises not to throw; if it does, the user sees it at the file instead of losing the server. */
function parseSafely(source: SourceText): AspectFile {
  try {
    return parseAspectFile(source.path, source.bytes.bytes);
  } catch (error) {
    const range = { file: source.path, startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
    const message = `the aspect parser failed on this file: ${(error as Error).message}`;
    const problem: Problem = { code: "aspect/internal", severity: "error", range, message };
    const nothing = { aspects: [], prelude: [], pointcuts: [] };
    return { file: source.path, text: source.bytes.bytes, ...nothing, problems: [problem] };
  }
}
