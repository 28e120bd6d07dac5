/** What a pointcut selects in a snippet, as lines of text: `call int f(int) in int main()`. Facts come from libclang. */
import { parseInProcess } from "@weft/weaver-bridge/clang-ast";
import { type Language, printProblem, type UnitFacts } from "@weft/weaver-bridge/model";
import {
  matchPointcut,
  parseAspectFile,
  parsePointcut,
  signatureOf,
  wantedFacts,
} from "@weft/weaver-bridge/pointcut";
import { expect } from "vitest";

export interface Selection {
  readonly language?: Language;
  /** Text of an aspect file whose pointcuts and attributes may be used. */
  readonly aspects?: string;
}

/** Join points of a code pointcut, entities of a name pointcut; problems as printed. In the order of the text. */
export function select(text: string, pointcut: string, options: Selection = {}): string[] {
  const { language = "c++", aspects } = options;
  const files = aspects === undefined ? [] : [parseAspectFile("t.ah", aspects)];
  const parsed = parsePointcut(pointcut);
  const dialect = language === "c" ? "-std=gnu11" : "-std=gnu++17";
  const facts = parseInProcess(text, {
    language,
    arguments: [dialect],
    fileName: "t.cc",
    wanted: wantedFacts(parsed.value, files),
  });
  expect(facts.diagnostics.filter((item) => item.severity !== "warning")).toEqual([]);
  const found = matchPointcut(parsed.value, facts, { files, text: pointcut });
  return [
    ...[...parsed.problems, ...found.problems].map(printProblem),
    ...found.shadows.map(({ shadow }) => describeShadow(facts, shadow)),
    ...found.entities.map((id) => describe(facts, id)),
  ];
}

function describeShadow(facts: UnitFacts, { kind, entity, within }: UnitFacts["shadows"][number]): string {
  const own = `${kind} ${signatureOf(facts, entity)}`;
  return entity === within ? own : `${own} in ${signatureOf(facts, within)}`;
}

function describe(facts: UnitFacts, id: number): string {
  const entity = facts.entities[id];
  if (entity?.kind === "class") return [entity.key, [...entity.scope, entity.name].join("::")].join(" ");
  return signatureOf(facts, id);
}
