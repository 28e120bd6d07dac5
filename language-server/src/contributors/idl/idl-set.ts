/**
 * IDL files as the editor sees them: checked and laid out from open text, else from disk, and only again when a file that
 * they were made of has changed. Types of imported C headers are left open: asking the compiler would take too long here.
 */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  type CheckedUnit,
  checkUnit,
  clientStubs,
  compileIdl,
  compileMig,
  DEFAULT_KERNEL,
  DEFAULT_OPTIONS,
  type IdlOptions,
  type InterfaceLayout,
  isMigFile,
  type Kernel,
  type MigRoutines,
  makeReport,
  parseIdlOptions,
  type ReadInclude,
  type StubCost,
  threadSize,
} from "@weft/weaver-bridge/idl";
import {
  globFiles,
  type IdlSection,
  includeCandidates,
  ProcessError,
} from "@weft/weaver-bridge/kernel-build";
import type { Problem } from "@weft/weaver-bridge/model";
import type { ExecutedRequest, StubCountRequest } from "@weft/weaver-bridge/pipeline";
import type { ContributorHost, Documents, ProjectState, SourceText } from "../../workspace/index.js";
import { callsOf, countStubs } from "./count-stubs.js";

/** One IDL file with what it means. Spans in it are byte offsets in files named by absolute paths. */
export interface IdlDocument {
  readonly source: SourceText;
  readonly kernel: Kernel;
  readonly checked: CheckedUnit;
  /** Messages of Mach, of a `.defs` file that no project makes L4 stubs of; these have no `layout`. */
  readonly mach?: MigRoutines;
  /** Empty while the file has errors. */
  readonly layout: readonly InterfaceLayout[];
  readonly problems: readonly Problem[];
  /** By the stubs' C names, once they were counted. */
  readonly counts?: ReadonlyMap<string, StubCost>;
  /** Folder of the stubs, absolute; undefined for a file that no project lists. */
  readonly out: string | undefined;
}

export interface IdlSet {
  /** IDL files that the project lists, and `open` ones beside them. */
  read(project: ProjectState, open: readonly string[]): readonly IdlDocument[];
  /** Ends what is being counted. */
  dispose(): void;
}

export function isIdlPath(path: string): boolean {
  return path.endsWith(".idl") || path.endsWith(".defs");
}

interface Known {
  readonly document: IdlDocument;
  readonly section: IdlSection | undefined;
  /** What the stubs' instructions are counted from; undefined while there are errors. */
  readonly stubs: StubCountRequest | undefined;
  /** The application whose calls are stepped. */
  readonly calls: (() => ExecutedRequest) | undefined;
  /** Files that were read, with their texts. */
  readonly inputs: ReadonlyMap<string, string | undefined>;
}

/** Pause in typing after which stubs are compiled to be counted. */
const COUNT_PAUSE_MS = 700;

/** `counted` is told when a file's stubs have been counted; without it they are not. */
export function createIdlSet(
  documents: Documents,
  counted?: (path: string) => void,
  log?: ContributorHost["log"],
): IdlSet {
  const known = new Map<string, Known>();
  const waiting = new Map<string, { readonly timer: NodeJS.Timeout; readonly abort: AbortController }>();
  const stopCounting = (path: string) => {
    clearTimeout(waiting.get(path)?.timer);
    waiting.get(path)?.abort.abort();
    waiting.delete(path);
  };
  const count = (path: string, made: Known) => {
    stopCounting(path);
    const { stubs } = made;
    if (counted === undefined || stubs === undefined) return;
    const abort = new AbortController();
    let current = made;
    const tell = (counts: ReadonlyMap<string, StubCost>) => {
      if (known.get(path) !== current) return;
      current = { ...current, document: { ...current.document, counts } };
      known.set(path, current);
      counted(path);
    };
    const start = () =>
      void countStubs({ stubs, calls: made.calls, layout: made.document.layout }, tell, abort.signal)
        .then((why) => {
          if (why !== undefined) log?.("debug", `not all calls of ${path} were run: ${why}`);
        })
        .catch((error: Error) => {
          // Without a compiler, or cancelled by an edit, there are no counts.
          const isExpected = abort.signal.aborted || error instanceof ProcessError;
          log?.(isExpected ? "debug" : "error", `stubs of ${path} are not counted: ${error.message}`);
        });
    waiting.set(path, { timer: setTimeout(start, COUNT_PAUSE_MS), abort });
  };
  const read = (path: string, section: IdlSection | undefined, root: string): IdlDocument | undefined => {
    const before = known.get(path);
    if (before !== undefined && before.section === section && isCurrent(before.inputs, documents))
      return before.document;
    const made = makeDocument(path, section, root, documents);
    if (made === undefined) {
      known.delete(path);
      stopCounting(path);
    } else {
      known.set(path, made);
      count(path, made);
    }
    return made?.document;
  };
  return {
    read(project, open) {
      const listed = project.idl.flatMap((section) =>
        globFiles(project.root, section.files).map((path) => [path, section] as const),
      );
      const files = new Map<string, IdlSection | undefined>([
        ...open.map((path) => [path, undefined] as const),
        ...listed,
      ]);
      return [...files].flatMap(([path, section]) => read(path, section, project.root) ?? []);
    },
    dispose() {
      for (const path of [...waiting.keys()]) stopCounting(path);
    },
  };
}

function isCurrent(inputs: ReadonlyMap<string, string | undefined>, documents: Documents): boolean {
  return [...inputs].every(([path, text]) => documents.read(path)?.text === text);
}

function makeDocument(
  path: string,
  section: IdlSection | undefined,
  root: string,
  documents: Documents,
): Known | undefined {
  const source = documents.read(path);
  if (source === undefined) return undefined;
  const inputs = new Map<string, string | undefined>([[path, source.text]]);
  const bytesOf = (file: string) => {
    const text = documents.read(file);
    inputs.set(file, text?.text);
    return text?.bytes.bytes;
  };
  const isMach = section === undefined && isMigFile(path);
  const folders = isMach
    ? foldersAround(path)
    : (section?.include ?? []).map((folder) => resolve(root, folder));
  const readInclude: ReadInclude = (name, request) => {
    for (const file of includeCandidates(name, request, folders)) {
      const text = bytesOf(file);
      if (text !== undefined) return { file, text };
    }
    return undefined;
  };
  const kernel = section?.kernel ?? DEFAULT_KERNEL;
  const options = optionsOf(section);
  const acfFile = section?.acf === undefined ? besideOf(path) : resolve(root, section.acf);
  const acfText = acfFile === undefined ? undefined : bytesOf(acfFile);
  const input = {
    file: path,
    text: source.bytes.bytes,
    readInclude,
    importHeader: undefined,
    ...(acfFile === undefined || acfText === undefined ? {} : { acf: { file: acfFile, text: acfText } }),
  };
  const checked = checkUnit(
    { ...input, defines: options.defines, threadSize: threadSize(kernel) },
    makeReport(),
  );
  const { importHeader: _, ...plain } = input;
  if (isMach) {
    const { problems, layout } = compileMig({ ...plain, defines: [], machine: "i686" });
    const document = {
      source,
      kernel,
      checked,
      layout: [],
      mach: layout?.routines ?? [],
      problems,
      out: undefined,
    };
    return { document, section, stubs: undefined, calls: undefined, inputs };
  }
  const { layout, problems, outputs } = compileIdl({ ...plain, kernel, options });
  const stubs = clientStubs(path, layout);
  const out = section === undefined ? undefined : resolve(root, section.out);
  return {
    document: { source, kernel, checked, layout, problems, out },
    section,
    stubs: stubs.stubs.length === 0 ? undefined : { outputs, ...stubs },
    calls: () => callsOf({ ...plain, kernel, options }),
    inputs,
  };
}

/** Where `<hurd/hurd_types.defs>` may lie for a file of the same tree: beside and in `include`, up to the root. */
function foldersAround(path: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    folders.push(folder, join(folder, "include"));
  return folders;
}

function besideOf(path: string): string | undefined {
  const acf = path.replace(/\.(idl|defs)$/, ".acf");
  return existsSync(acf) ? acf : undefined;
}

/** As the build reads them; words that are none are told by the build. */
function optionsOf(section: IdlSection | undefined): IdlOptions {
  const options = parseIdlOptions(section?.options ?? []).value ?? DEFAULT_OPTIONS;
  return { ...options, defines: [...options.defines, ...(section?.defines ?? [])] };
}
