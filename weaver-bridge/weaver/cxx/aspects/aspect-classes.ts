/**
 * Aspects as classes, at the end of the unit, with their own text: bases, members and nested types stay as written;
 * advice that is woven in this unit becomes member functions.
 *
 *     advice execution("% f(...)") : before() { ++n; }    ->    inline void __weft_advice_A_0() { ++n; }
 *
 * Advice that touches no member of its aspect is static, and without other use the aspect's object does not exist.
 */
import {
  type Advice,
  type Aspect,
  type AspectFile,
  buildLineMap,
  type GeneratedFunction,
} from "../../../model/index.js";
import { aspectLines } from "../../aspect-text/aspect-lines.js";
import { aspectBody, type ExpandedTail, sectionsOf, sectionText } from "../../aspect-text/aspect-tail.js";
import { tokenize } from "../../text/c-tokens.js";
import { applyEdits, type Edit, lineMarker } from "../../text/text-edits.js";
import type { CxxLevel } from "../glue/operation.js";
import { type ScannedAdvice, scanAdvice } from "./advice-scan.js";
import {
  aspectofMember,
  type DeclaredAspect,
  genericAspectof,
  indexAspects,
  instanceGetter,
  isAbstract,
  lastName,
} from "./declared-aspects.js";
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

interface Used {
  readonly labels: Set<string>;
  readonly effects: string[];
  readonly scan: ScannedAdvice;
}

/** `standing`: aspects that are classes in the unit's own text, by name, with the offset of their `}`. */
export function createAspectClasses(
  files: readonly AspectFile[],
  tail: ExpandedTail,
  standing: ReadonlyMap<string, number> = new Map(),
): AspectClasses {
  const scans = new Map<Advice, ScannedAdvice | undefined>();
  const used = new Map<Advice, Used>();
  const { all, byName, basesOf, ownAspectOf } = indexAspects(files);
  const ownerOf = (advice: Advice) => all.find(({ aspect }) => aspect.advice.includes(advice));
  const needed = new Set<Aspect>();
  /** Aspects whose object is used. A function that returns it would be use enough for the compiler. */
  const objects = new Set<string>();
  const mentioned = files.some((file) => file.text.includes("aspectof"));
  const text = (file: AspectFile, range: { start: number; end: number }) =>
    sectionText(tail, files, file, range, "c++");

  const scan = (advice: Advice): ScannedAdvice | undefined => {
    if (!scans.has(advice)) {
      const owner = ownerOf(advice);
      const body = owner === undefined ? undefined : text(owner.file, advice.body);
      scans.set(advice, body === undefined ? undefined : scanAdvice(body));
    }
    return scans.get(advice);
  };

  /** With what `aspectof()` asks of the join point. */
  const scanFor = (advice: Advice, woven: Aspect): ScannedAdvice | undefined => {
    const own = scan(advice);
    const owner = ownAspectOf(woven);
    const getter = owner === undefined ? undefined : aspectofMember(owner);
    if (own === undefined || owner === undefined || getter === undefined) return own;
    const asked = scanAdvice(owner.file.text.slice(getter.range.start, getter.range.end));
    if (!asked.generic || !needsObjectOf(advice, woven)) return own;
    return {
      ...own,
      needsJoinPoint: true,
      escapes: own.escapes || asked.escapes,
      functions: new Set([...own.functions, ...asked.functions]),
      names: new Set([...own.names, ...asked.names]),
      argumentIndices:
        own.argumentIndices === undefined || asked.argumentIndices === undefined
          ? undefined
          : new Set([...own.argumentIndices, ...asked.argumentIndices]),
    };
  };

  const needsObjectOf = (advice: Advice, woven: Aspect): boolean => {
    const owner = ownerOf(advice);
    return owner === undefined || !isStaticAdvice(advice, owner) || ownAspectOf(woven) !== undefined;
  };

  /** Whether code of the aspect that names `identifiers` needs its object. */
  const needsObject = (declared: DeclaredAspect, identifiers: ReadonlySet<string>): boolean => {
    if (identifiers.has("this")) return true;
    const { aspect } = declared;
    if (aspect.bases.length > basesOf(declared).length) return true;
    const own = aspect.members.some(
      ({ kind, name, range }) =>
        (kind === "data" || kind === "function") &&
        identifiers.has(name) &&
        !isStatic(declared.file.text.slice(range.start, range.end)),
    );
    return own || basesOf(declared).some((base) => needsObject(base, identifiers));
  };

  const isStaticAdvice = (advice: Advice, owner: DeclaredAspect): boolean =>
    !needsObject(owner, scan(advice)!.identifiers) && ownAspectOf(owner.aspect) === undefined;

  const need = (declared: DeclaredAspect): void => {
    if (needed.has(declared.aspect)) return;
    needed.add(declared.aspect);
    for (const base of basesOf(declared)) need(base);
    const outer = byName.get(declared.aspect.name.split("::").slice(0, -1).join("::"));
    if (outer !== undefined) need(outer);
    const own = classText(declared);
    const maybe = all.filter(({ aspect }) => !needed.has(aspect) && own.includes(lastName(aspect)));
    if (maybe.length === 0) return;
    const names = new Set(tokenize(own).map((token) => token.text));
    for (const other of maybe) if (names.has(lastName(other.aspect))) need(other);
  };

  const classText = ({ aspect, file }: DeclaredAspect): string =>
    sectionsOf(files, "c++")
      .filter((section) => section.file === file && section.aspect === aspect)
      .map((section) => text(file, section.range) ?? "")
      .join("");

  const use = (level: CxxLevel) => {
    const { advice, aspect } = level.match;
    const owner = ownerOf(advice)!;
    const woven = byName.get(aspect.name) ?? owner;
    need(woven);
    need(owner);
    const symbol = adviceSymbol(advice);
    let entry = used.get(advice);
    if (entry === undefined) used.set(advice, (entry = { labels: new Set(), effects: [], scan: level.scan }));
    entry.labels.add(level.effect.title);
    entry.effects.push(level.effect.id);
    const own = ownAspectOf(aspect);
    if (isStaticAdvice(advice, owner)) return { object: `::${owner.aspect.name}::`, symbol };
    objects.add(aspect.name);
    const generic = own !== undefined && isGenericAspectof(own);
    return { object: `::${aspect.name}::aspectof(${generic ? JOIN_POINT_POINTER : ""})->`, symbol };
  };

  const isGenericAspectof = (declared: DeclaredAspect): boolean => {
    const member = aspectofMember(declared);
    const { file } = declared;
    return member !== undefined && scanAdvice(file.text.slice(member.range.start, member.range.end)).generic;
  };

  const renderAspect = (declared: DeclaredAspect): string => {
    const { aspect, file } = declared;
    const pieces: string[] = [];
    const own = ownAspectOf(aspect);
    const { baseClause, open } = aspectBody(aspect, file.text);
    const base = baseClause === undefined ? undefined : text(file, baseClause);
    const place = aspectLines(file).positionAt(open);
    const marker = lineMarker(file.file, place.line, false);
    pieces.push(`\n${marker}\nclass ${lastName(aspect)}${base === undefined ? "" : ` :\n${base}\n`} {`);
    pieces.push(` ${ownFriends(aspect.name)}`);
    if (own === undefined && !isAbstract(declared) && (objects.has(aspect.name) || mentioned))
      pieces.push(` ${instanceGetter(aspect)}`);
    for (const section of sectionsOf(files, "c++")) {
      if (section.file !== file || section.aspect !== aspect || section.kind !== "class") continue;
      const nested = all.filter(
        (other) =>
          other.file === file &&
          needed.has(other.aspect) &&
          other.aspect.name === `${aspect.name}::${lastName(other.aspect)}` &&
          other.aspect.range.start < section.range.start &&
          !pieces.some((piece) => piece.startsWith(`/*${other.aspect.name}*/`)),
      );
      for (const other of nested) pieces.push(`/*${other.aspect.name}*/${renderAspect(other)}`);
      const piece = text(file, section.range) ?? "";
      pieces.push(`\n${own === declared || own?.aspect === aspect ? genericAspectof(piece) : piece}`);
    }
    pieces.push("public:\n", ...adviceFunctions(declared), "\n};\n");
    return pieces.join("");
  };

  const adviceFunctions = (declared: DeclaredAspect): string[] =>
    declared.aspect.advice
      .filter((advice) => used.has(advice))
      .map((advice) => adviceFunction(advice, declared, isStaticAdvice(advice, declared)));

  const adviceFunction = (advice: Advice, { file }: DeclaredAspect, isStaticFunction: boolean): string => {
    const body = text(file, advice.body) as string;
    const { insertions, generic } = scan(advice)!;
    const edits = insertions.map(({ at, text: inserted }) => ({
      start: at,
      end: at,
      text: inserted,
      role: "open" as const,
      rank: 0,
    }));
    const edited = applyEdits(body, edits, buildLineMap(body)).text.trimEnd();
    const parameters = advice.parameters.map(({ range }) => text(file, range)?.trimEnd() ?? "");
    const { line } = aspectLines(file).positionAt(advice.header.start);
    const list = [...(generic ? ["JoinPoint *tjp"] : []), ...parameters].join(",\n");
    const head = generic ? "template <class JoinPoint> " : "";
    const storage = isStaticFunction ? "static " : "";
    return `\n${lineMarker(file.file, line, true)}\n${head}${storage}inline __attribute__((always_inline)) void ${adviceSymbol(advice)}(\n${list}\n)\n${edited}\n`;
  };

  const isNeeded = (file: AspectFile) => file.aspects.some((aspect) => needed.has(aspect));

  /** What several files include, the preprocessor has put into the first of them, whose own aspects may not be needed. */
  const render = (): string => {
    const last = files.findLastIndex((file) => isNeeded(file) && includes(file));
    return files
      .map((file, index) => (isNeeded(file) ? renderFile(file) : index < last ? renderIncluded(file) : ""))
      .join("");
  };

  const renderIncluded = (file: AspectFile): string => {
    if (!includes(file)) return "";
    const preludes = file.prelude.map((range) => text(file, range) ?? "").join("\n");
    return /^(?!#)\s*\S/m.test(preludes) ? `\n${quietly(withFriends(preludes, ownFriends()))}` : "";
  };

  const renderFile = (file: AspectFile): string => {
    const open: string[] = [];
    const pieces: string[] = [];
    for (const section of sectionsOf(files, "c++")) {
      if (section.file !== file) continue;
      if (section.kind === "prelude") {
        const piece = text(file, section.range) ?? "";
        const written = file.text.slice(section.range.start, section.range.end).trim();
        const namespace = /^(?:inline\s+)?namespace\s+([\w:]+)\s*\{$/.exec(written);
        if (namespace !== null) open.push(namespace[1] as string);
        else if (/^(?:inline\s+)?namespace\b.*\{$|^extern\b.*\{$/.test(written)) open.push("");
        else if (written === "}") open.pop();
        pieces.push(`\n${withFriends(piece, ownFriends())}`);
        continue;
      }
      const { aspect } = section;
      if (aspect === undefined || !needed.has(aspect) || section.range.start !== firstSections.get(aspect))
        continue;
      if (standing.has(aspect.name)) continue;
      const scope = aspect.name.split("::").slice(0, -1);
      if (byName.has(scope.join("::"))) continue;
      const missing = scope.slice(open.join("::").split("::").filter(Boolean).length);
      const head = missing.map((name) => `namespace ${name} {`).join(" ");
      pieces.push(`\n${head}${renderAspect({ aspect, file })}${missing.map(() => "}").join(" ")}\n`);
    }
    return pieces.join("");
  };

  const firstSections = new Map<Aspect, number>();
  for (const { aspect, range } of sectionsOf(files, "c++"))
    if (aspect !== undefined && !firstSections.has(aspect)) firstSections.set(aspect, range.start);

  /** Aspects at namespace scope: others can't be named before their class is complete. */
  const outermost = () =>
    all.filter(
      ({ aspect }) => needed.has(aspect) && !byName.has(aspect.name.split("::").slice(0, -1).join("::")),
    );

  const friends = () => outermost().map(({ aspect }) => aspect.name);
  const ownFriends = (except = "") => friendDeclarations(friends(), except);

  return {
    scan: scanFor,
    use,
    render,
    forward: () =>
      outermost()
        .map(({ aspect }) => {
          const scope = aspect.name.split("::").slice(0, -1);
          return `${scope.map((name) => `namespace ${name} { `).join("")}class ${lastName(aspect)};${" }".repeat(scope.length)}`;
        })
        .join(" "),
    friends,
    standingEdits: () =>
      all.flatMap((declared, rank): Edit[] => {
        const at = standing.get(declared.aspect.name);
        const functions = at === undefined ? [] : adviceFunctions(declared);
        if (at === undefined || functions.length === 0) return [];
        const text = ` public:\n${functions.join("")}`;
        return [{ start: at, end: at, text, role: "open", rank, from: "aspect" }];
      }),
    get generated() {
      return [...used].map(([advice, { labels, effects }]): GeneratedFunction => {
        const [first = ""] = labels;
        return {
          symbol: adviceSymbol(advice),
          role: "advice",
          effects,
          label: labels.size === 1 ? first : `${first} and ${labels.size - 1} more`,
        };
      });
    },
  };
}

const includes = (file: AspectFile) =>
  file.prelude.some(({ start, end }) => /^[ \t]*#[ \t]*include\b/m.test(file.text.slice(start, end)));

/** Without warnings that nothing uses it. */
const quietly = (text: string) =>
  `#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored "-Wunused"\n${text}\n#pragma GCC diagnostic pop\n`;

/** Stands in {@link AspectClasses.use} for a pointer to the join point. */
export const JOIN_POINT_POINTER = "__weft_joinpoint__";

export function adviceSymbol({ aspect, index }: Advice): string {
  return `__weft_advice_${aspect.replaceAll("::", "_")}_${index}`;
}

function isStatic(text: string): boolean {
  const head = text.slice(0, Math.max(0, text.search(/[({=;]/)));
  return /\b(?:static|typedef|enum)\b/.test(head);
}
