/**
 * Which advice meets which token of a C snippet, checked against its markers. The whole set is compared, so an
 * unexpected advice fails as loudly as a missing one. Facts come from the real libclang.
 */
import { parseInProcess } from "@weft/weaver-bridge/clang-ast";
import {
  type Language,
  type Problem,
  printProblem,
  shadowToken,
  type UnitFacts,
  type WantedFacts,
} from "@weft/weaver-bridge/model";
import { matchAspects, parseAspectFile, type ShadowMatch, wantedFacts } from "@weft/weaver-bridge/pointcut";
import { expect } from "vitest";
import { type Annotation, withAnnotations, withoutAnnotations } from "./annotations.js";
import { readFixture } from "./fixture.js";

export interface CheckedAdvice {
  /** Problems of the aspect files and of matching, as printed. */
  readonly problems: readonly string[];
  /** `file: kind of entity: reason` per match, in order. */
  readonly reasons: readonly string[];
}

/**
 * `fixture` holds C files with markers and `.ah` files. `Trace.before` names an advice by aspect and kind, outermost
 * first; an access that reads and writes shows the advice of both. Problems are returned, to be compared or ignored.
 */
export function checkAdvice(fixture: string): CheckedAdvice {
  const files = [...readFixture(fixture).files];
  const aspects = files
    .filter(([path]) => path.endsWith(".ah"))
    .map(([path, text]) => parseAspectFile(path, text));
  const problems: Problem[] = aspects.flatMap((file) => file.problems);
  const reasons: string[] = [];
  for (const [path, annotated] of files) {
    if (!/\.(?:c|cc)$/.test(path)) continue;
    const text = withoutAnnotations(annotated);
    const facts = factsOf(path, text, wantedFacts(aspects));
    const result = matchAspects(facts, aspects);
    expect(withAnnotations(text, annotationsOf(result.matches))).toBe(annotated);
    problems.push(...result.problems);
    reasons.push(...result.matches.flatMap((match) => reasonsOf(path, facts, match)));
  }
  return { problems: [...new Set(problems.map(printProblem))], reasons };
}

/** Facts of a snippet that must parse without errors. `path` decides the language. */
export function factsOf(path: string, text: string, wanted: WantedFacts = {}): UnitFacts {
  const language: Language = path.endsWith(".c") ? "c" : "c++";
  const dialect = language === "c" ? "-std=gnu11" : "-std=gnu++17";
  const facts = parseInProcess(text, { language, arguments: [dialect], fileName: path, wanted });
  const errors = facts.diagnostics.filter((item) => item.severity !== "warning");
  expect(errors.map((item) => item.message).join("\n")).toBe("");
  return facts;
}

function annotationsOf(matches: readonly ShadowMatch[]): Annotation[] {
  return matches.flatMap(({ shadow, advice }) =>
    advice.map((item) => ({
      offset: shadowToken(shadow).end,
      text: `${item.aspect.name}.${item.advice.kind}`,
    })),
  );
}

function reasonsOf(path: string, facts: UnitFacts, { shadow, advice }: ShadowMatch): string[] {
  const name = facts.entities[shadow.entity]?.name;
  return advice.map((item) => `${path}: ${shadow.kind} of ${name}: ${item.reason}`);
}
