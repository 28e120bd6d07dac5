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
} from "../../model/index.js";
import { aspectBody, type ExpandedTail, sectionsOf, sectionText } from "../aspect-tail.js";
import { closingBracket, tokenize } from "../c-tokens.js";
import { applyEdits, lineMarker } from "../text-edits.js";
import { type ScannedAdvice, scanAdvice } from "./advice-scan.js";
import type { CxxLevel } from "./operation.js";

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
  readonly generated: readonly GeneratedFunction[];
}

interface Used {
  readonly labels: Set<string>;
  readonly effects: string[];
  readonly scan: ScannedAdvice;
}

interface Declared {
  readonly aspect: Aspect;
  readonly file: AspectFile;
}

export function createAspectClasses(files: readonly AspectFile[], tail: ExpandedTail): AspectClasses {
  const scans = new Map<Advice, ScannedAdvice | undefined>();
  const used = new Map<Advice, Used>();
  const all: Declared[] = files.flatMap((file) => file.aspects.map((aspect) => ({ aspect, file })));
  const byName = new Map(all.map((declared) => [declared.aspect.name, declared]));
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
    const getter = owner === undefined ? undefined : aspectofOf(owner);
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

  const basesOf = ({ aspect }: Declared): Declared[] =>
    aspect.bases.flatMap((name) => lookUp(byName, aspect, name) ?? []);

  /** Whether code of the aspect that names `identifiers` needs its object. */
  const needsObject = (declared: Declared, identifiers: ReadonlySet<string>): boolean => {
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

  const isStaticAdvice = (advice: Advice, owner: Declared): boolean =>
    !needsObject(owner, scan(advice)!.identifiers) && ownAspectOf(owner.aspect) === undefined;

  const ownAspectOf = (aspect: Aspect): Declared | undefined => {
    const declared = all.find((candidate) => candidate.aspect === aspect);
    if (declared === undefined) return undefined;
    if (aspect.members.some(({ kind, name }) => kind === "function" && name === "aspectof")) return declared;
    return basesOf(declared)
      .map((base) => ownAspectOf(base.aspect))
      .find((found) => found !== undefined);
  };

  const need = (declared: Declared): void => {
    if (needed.has(declared.aspect)) return;
    needed.add(declared.aspect);
    for (const base of basesOf(declared)) need(base);
    const outer = byName.get(declared.aspect.name.split("::").slice(0, -1).join("::"));
    if (outer !== undefined) need(outer);
    const names = new Set(tokenize(classText(declared)).map((token) => token.text));
    for (const other of all) if (names.has(lastName(other.aspect))) need(other);
  };

  const classText = ({ aspect, file }: Declared): string =>
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

  const aspectofOf = ({ aspect }: Declared) =>
    aspect.members.find(({ kind, name }) => kind === "function" && name === "aspectof");

  const isGenericAspectof = (declared: Declared): boolean => {
    const member = aspectofOf(declared);
    const { file } = declared;
    return member !== undefined && scanAdvice(file.text.slice(member.range.start, member.range.end)).generic;
  };

  const renderAspect = (declared: Declared): string => {
    const { aspect, file } = declared;
    const pieces: string[] = [];
    const own = ownAspectOf(aspect);
    const { baseClause, open } = aspectBody(aspect, file.text);
    const base = baseClause === undefined ? undefined : text(file, baseClause);
    const place = buildLineMap(file.text, file.file).positionAt(open);
    const marker = lineMarker(file.file, place.line, false);
    pieces.push(`\n${marker}\nclass ${lastName(aspect)}${base === undefined ? "" : ` :\n${base}\n`} {`);
    pieces.push(" friend struct ::__weft;");
    if (own === undefined && !isAbstractClass(declared) && (objects.has(aspect.name) || mentioned))
      pieces.push(
        ` template <class __A> friend struct ::__weft_instance; public: static ${lastName(aspect)} *aspectof() { return &::__weft_instance<${lastName(aspect)}>::object; } private:`,
      );
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
    pieces.push("public:\n");
    for (const advice of aspect.advice) {
      const entry = used.get(advice);
      if (entry === undefined) continue;
      pieces.push(adviceFunction(advice, declared, isStaticAdvice(advice, declared)));
    }
    pieces.push("\n};\n");
    return pieces.join("");
  };

  const adviceFunction = (advice: Advice, { file }: Declared, isStaticFunction: boolean): string => {
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
    const { line } = buildLineMap(file.text, file.file).positionAt(advice.header.start);
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
    return /^(?!#)\s*\S/m.test(preludes) ? `\n${quietly(preludes)}` : "";
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
        pieces.push(`\n${piece}`);
        continue;
      }
      const { aspect } = section;
      if (aspect === undefined || !needed.has(aspect) || section.range.start !== firstSection(aspect, file))
        continue;
      const scope = aspect.name.split("::").slice(0, -1);
      if (byName.has(scope.join("::"))) continue;
      const missing = scope.slice(open.join("::").split("::").filter(Boolean).length);
      const head = missing.map((name) => `namespace ${name} {`).join(" ");
      pieces.push(`\n${head}${renderAspect({ aspect, file })}${missing.map(() => "}").join(" ")}\n`);
    }
    return pieces.join("");
  };

  const firstSection = (aspect: Aspect, file: AspectFile) =>
    sectionsOf(files, "c++").find((section) => section.file === file && section.aspect === aspect)?.range
      .start;

  /** Aspects at namespace scope: others can't be named before their class is complete. */
  const outermost = () =>
    all.filter(
      ({ aspect }) => needed.has(aspect) && !byName.has(aspect.name.split("::").slice(0, -1).join("::")),
    );

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
    friends: () => outermost().map(({ aspect }) => aspect.name),
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

/** `static A *aspectof() { … tjp … }` as a template over the join point. */
function genericAspectof(text: string): string {
  const tokens = tokenize(text);
  const at = tokens.findIndex((token, index) => token.text === "aspectof" && tokens[index + 1]?.text === "(");
  if (at === -1) return text;
  const open = tokens.findIndex((token, index) => index > at && token.text === "{");
  const close = closingBracket(tokens, open);
  let first = at;
  while (first > 0 && !/^[;{}:]$/.test(tokens[first - 1]?.text ?? "")) first--;
  const [start, parenthesis, brace, end] = [tokens[first], tokens[at + 1], tokens[open], tokens[close]];
  if (start === undefined || parenthesis === undefined || brace === undefined || end === undefined)
    return text;
  const scanned = scanAdvice(text.slice(brace.start, end.end));
  if (!scanned.generic) return text;
  const edits = [
    { at: start.start, text: "template <class JoinPoint> " },
    { at: parenthesis.end, text: "JoinPoint *tjp" },
    ...scanned.insertions.map((insertion) => ({ at: insertion.at + brace.start, text: insertion.text })),
  ].map((edit) => ({ start: edit.at, end: edit.at, text: edit.text, role: "open" as const, rank: 0 }));
  return applyEdits(text, edits, buildLineMap(text)).text;
}

export function adviceSymbol({ aspect, index }: Advice): string {
  return `__weft_advice_${aspect.replaceAll("::", "_")}_${index}`;
}

const lastName = ({ name }: Aspect) => name.slice(name.lastIndexOf(":") + 1);

function isStatic(text: string): boolean {
  const head = text.slice(0, Math.max(0, text.search(/[({=;]/)));
  return /\b(?:static|typedef|enum)\b/.test(head);
}

/** Its class can't be instantiated: a pure virtual function or pointcut. */
function isAbstractClass({ aspect, file }: Declared): boolean {
  return (
    aspect.pointcuts.some(({ expression }) => expression === undefined) ||
    aspect.members.some(
      ({ kind, range }) => kind === "function" && /=\s*0\s*;$/.test(file.text.slice(range.start, range.end)),
    )
  );
}

/** As names are looked up: in the enclosing scopes, innermost first. */
function lookUp(byName: ReadonlyMap<string, Declared>, aspect: Aspect, name: string): Declared | undefined {
  const scope = aspect.name.split("::").slice(0, -1);
  const bare = name.replace(/^::/, "");
  for (let depth = name.startsWith("::") ? 0 : scope.length; depth >= 0; depth--) {
    const found = byName.get([...scope.slice(0, depth), bare].join("::"));
    if (found !== undefined) return found;
  }
  return undefined;
}
