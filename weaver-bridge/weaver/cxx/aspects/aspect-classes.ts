/**
 * Aspects as classes, at the end of the unit, with their own text: bases, members and nested types stay as written;
 * advice that is woven in this unit becomes member functions (`class-text.ts`).
 * * Advice that touches no member of its aspect is static, and without other use the aspect's object does not exist.
 */
import type { Advice, Aspect, AspectFile, GeneratedFunction } from "../../../model/index.js";
import { type ExpandedTail, sectionsOf, type TailSection } from "../../aspect-text/aspect-tail.js";
import type { Edit } from "../../text/text-edits.js";
import type { CxxLevel } from "../operation.js";
import type { ScannedAdvice } from "./advice-scan.js";
import { type AdviceScans, createAdviceScans } from "./advice-scans.js";
import { type AspectUses, createAspectUses } from "./aspect-uses.js";
import { adviceFunctions, classText } from "./class-text.js";
import { type DeclaredAspect, lastName } from "./declared-aspects.js";
import { friendDeclarations, withFriends } from "./friends.js";

export interface AspectClasses {
  /** Undefined when the preprocessor left the advice out of this unit. */
  scan(advice: Advice, woven: Aspect): ScannedAdvice | undefined;
  /** Notes the use; how glue calls the advice: `::A::` or `::A::aspectof()->`, and the function's name. */
  use(level: CxxLevel): { object: string; symbol: string };
  /** Classes of the aspects in use, with the ordinary text of their files. */
  render(): string;
  /** Declarations for the start of the unit. */
  forward(): string;
  /** Qualified names of the aspects that the unit may know from its start. */
  friends(): string[];
  /** Advice of aspects whose classes stand in the unit's own text. */
  standingEdits(): Edit[];
  readonly generated: readonly GeneratedFunction[];
}

/** `standing`: aspects that are classes in the unit's own text, by name, with the offset of their `}`. */
export function createAspectClasses(
  files: readonly AspectFile[],
  tail: ExpandedTail,
  standing: ReadonlyMap<string, number> = new Map(),
): AspectClasses {
  const scans = createAdviceScans(files, tail);
  const uses = createAspectUses(scans);
  const outermost = () => outermostAspects(scans, uses);
  const friends = () => outermost().map(({ aspect }) => aspect.name);
  const ownFriends = (except = "") => friendDeclarations(friends(), except);
  return {
    scan: scans.scanFor,
    use: uses.use,
    render: () => classesOfFiles(scans, uses, standing, ownFriends),
    forward: () => outermost().map(forwardDeclaration).join(" "),
    friends,
    standingEdits: () =>
      scans.all.flatMap((declared, rank): Edit[] => {
        const at = standing.get(declared.aspect.name);
        const functions = at === undefined ? [] : adviceFunctions(scans, uses, declared);
        if (at === undefined || functions.length === 0) return [];
        const text = ` public:\n${functions.join("")}`;
        return [{ start: at, end: at, text, role: "open", rank, from: "aspect" }];
      }),
    get generated() {
      return uses.generated();
    },
  };
}

/** Aspects at namespace scope: others can't be named before their class is complete. */
function outermostAspects({ all, byName }: AdviceScans, { isNeeded }: AspectUses): DeclaredAspect[] {
  return all.filter(({ aspect }) => isNeeded(aspect) && !byName.has(scopeOf(aspect).join("::")));
}

const scopeOf = ({ name }: Aspect) => name.split("::").slice(0, -1);

function forwardDeclaration({ aspect }: DeclaredAspect): string {
  const scope = scopeOf(aspect);
  return `${scope.map((name) => `namespace ${name} { `).join("")}class ${lastName(aspect)};${" }".repeat(scope.length)}`;
}

/** What several files include, the preprocessor has put into the first of them, whose own aspects may not be needed. */
function classesOfFiles(
  scans: AdviceScans,
  uses: AspectUses,
  standing: ReadonlyMap<string, number>,
  friends: (except?: string) => string,
): string {
  const { files } = scans;
  const isNeeded = (file: AspectFile) => file.aspects.some(uses.isNeeded);
  const last = files.findLastIndex((file) => isNeeded(file) && includes(file));
  return files
    .map((file, index) => {
      if (isNeeded(file)) return fileText(scans, uses, standing, friends, file);
      return index < last && includes(file) ? includedText(scans, file, friends()) : "";
    })
    .join("");
}

const includes = (file: AspectFile) =>
  file.prelude.some(({ start, end }) => /^[ \t]*#[ \t]*include\b/m.test(file.text.slice(start, end)));

function includedText({ text }: AdviceScans, file: AspectFile, friends: string): string {
  const preludes = file.prelude.map((range) => text(file, range) ?? "").join("\n");
  return /^(?!#)[^\S\n]*\S|^[^\S\n]*\n[^\S\n]*\S/m.test(preludes)
    ? `\n${quietly(withFriends(preludes, friends))}`
    : "";
}

/** Without warnings that nothing uses it. */
const quietly = (text: string) =>
  `#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored "-Wunused"\n${text}\n#pragma GCC diagnostic pop\n`;

/** The file's ordinary text, with the classes of its aspects in their namespaces. */
function fileText(
  scans: AdviceScans,
  uses: AspectUses,
  standing: ReadonlyMap<string, number>,
  friends: (except?: string) => string,
  file: AspectFile,
): string {
  const scopes = createOpenScopes();
  const seen = new Set<Aspect>();
  const own = ({ aspect, range, kind }: TailSection): string => {
    if (kind === "prelude") {
      scopes.read(file.text.slice(range.start, range.end).trim());
      return `\n${withFriends(scans.text(file, range) ?? "", friends())}`;
    }
    if (aspect === undefined || seen.has(aspect)) return "";
    seen.add(aspect);
    const scope = scopeOf(aspect);
    const isNested = scans.byName.has(scope.join("::"));
    if (!uses.isNeeded(aspect) || standing.has(aspect.name) || isNested) return "";
    const missing = scopes.missing(scope);
    const head = missing.map((name) => `namespace ${name} {`).join(" ");
    const text = classText(scans, uses, { aspect, file }, friends);
    return `\n${head}${text}${missing.map(() => "}").join(" ")}\n`;
  };
  return sectionsOf(scans.files, "c++")
    .filter((section) => section.file === file)
    .map(own)
    .join("");
}

/** Namespaces that the text of a file opens and closes around its aspects. */
function createOpenScopes() {
  const open: string[] = [];
  return {
    /** A piece of text between aspects. */
    read(piece: string) {
      const namespace = /^(?:inline\s+)?namespace\s+([\w:]+)\s*\{$/.exec(piece);
      if (namespace !== null) open.push(namespace[1] as string);
      else if (/^(?:inline\s+)?namespace\b.*\{$|^extern\b.*\{$/.test(piece)) open.push("");
      else if (piece === "}") open.pop();
    },
    /** Of the scope of an aspect, what is not open. */
    missing: (scope: readonly string[]) => scope.slice(open.join("::").split("::").filter(Boolean).length),
  };
}
