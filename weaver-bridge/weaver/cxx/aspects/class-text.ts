/**
 * The class of one aspect: its own text, with advice that is woven in this unit as member functions.
 *
 *     advice execution("% f(...)") : before() { ++n; }    ->    inline void __weft_advice_A_0() { ++n; }
 */
import { type Advice, type AspectFile, buildLineMap } from "../../../model/index.js";
import { aspectLines } from "../../aspect-text/aspect-lines.js";
import { aspectBody, sectionsOf } from "../../aspect-text/aspect-tail.js";
import { applyEdits, lineMarker } from "../../text/text-edits.js";
import type { AdviceScans } from "./advice-scans.js";
import { type AspectUses, adviceSymbol } from "./aspect-uses.js";
import {
  type DeclaredAspect,
  genericAspectof,
  instanceGetter,
  isAbstract,
  lastName,
} from "./declared-aspects.js";

/** `friends`: declarations of those that may see what is private in the class. */
export function classText(
  scans: AdviceScans,
  uses: AspectUses,
  declared: DeclaredAspect,
  friends: (except: string) => string,
): string {
  const { aspect, file } = declared;
  const own = scans.ownAspectOf(aspect);
  const pieces = [classHead(scans, declared), ` ${friends(aspect.name)}`];
  const mayBeAsked = uses.hasObject(aspect) || scans.files.some(({ text }) => text.includes("aspectof"));
  if (own === undefined && !isAbstract(declared) && mayBeAsked) pieces.push(` ${instanceGetter(aspect)}`);
  const told = new Set<DeclaredAspect>();
  for (const section of sectionsOf(scans.files, "c++")) {
    if (section.file !== file || section.aspect !== aspect || section.kind !== "class") continue;
    for (const other of nestedBefore(scans, declared, section.range.start)) {
      if (told.has(other) || !uses.isNeeded(other.aspect)) continue;
      told.add(other);
      pieces.push(`/*${other.aspect.name}*/${classText(scans, uses, other, friends)}`);
    }
    const piece = scans.text(file, section.range) ?? "";
    pieces.push(`\n${own?.aspect === aspect ? genericAspectof(piece) : piece}`);
  }
  pieces.push("public:\n", ...adviceFunctions(scans, uses, declared), "\n};\n");
  return pieces.join("");
}

function classHead({ text }: AdviceScans, { aspect, file }: DeclaredAspect): string {
  const { baseClause, open } = aspectBody(aspect, file.text);
  const base = baseClause === undefined ? undefined : text(file, baseClause);
  const marker = lineMarker(file.file, aspectLines(file).positionAt(open).line, false);
  return `\n${marker}\nclass ${lastName(aspect)}${base === undefined ? "" : ` :\n${base}\n`} {`;
}

/** Aspects in the class of another that stand before the offset. */
function nestedBefore({ all }: AdviceScans, { aspect, file }: DeclaredAspect, before: number) {
  return all.filter(
    (other) =>
      other.file === file &&
      other.aspect.name === `${aspect.name}::${lastName(other.aspect)}` &&
      other.aspect.range.start < before,
  );
}

export function adviceFunctions(scans: AdviceScans, uses: AspectUses, declared: DeclaredAspect): string[] {
  return declared.aspect.advice
    .filter((advice) => uses.isUsed(advice))
    .map((advice) => adviceFunction(scans, advice, declared.file, scans.isStatic(advice, declared)));
}

function adviceFunction(
  { text, scan }: AdviceScans,
  advice: Advice,
  file: AspectFile,
  isStatic: boolean,
): string {
  const { insertions, generic } = scan(advice)!;
  const parameters = advice.parameters.map(({ range }) => text(file, range)?.trimEnd() ?? "");
  const { line } = aspectLines(file).positionAt(advice.header.start);
  const list = [...(generic ? ["JoinPoint *tjp"] : []), ...parameters].join(",\n");
  const head = generic ? "template <class JoinPoint> " : "";
  const storage = isStatic ? "static " : "";
  const body = withKeywords(text(file, advice.body) as string, insertions).trimEnd();
  return `\n${lineMarker(file.file, line, true)}\n${head}${storage}inline __attribute__((always_inline)) void ${adviceSymbol(advice)}(\n${list}\n)\n${body}\n`;
}

function withKeywords(body: string, insertions: readonly { at: number; text: string }[]): string {
  const edits = insertions.map(({ at, text }) => ({
    start: at,
    end: at,
    text,
    role: "open" as const,
    rank: 0,
  }));
  return applyEdits(body, edits, buildLineMap(body)).text;
}
