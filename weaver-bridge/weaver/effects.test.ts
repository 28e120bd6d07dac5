import { expect, test } from "vitest";
import { buildLineMap, type CallShadow, type FunctionEntity, type UnitFacts } from "../model/index.js";
import { parseAspectFile, type ShadowMatch } from "../pointcut/index.js";
import { effectsOf } from "./effects.js";

const TEXT = "void g(void) { f(); f(); }\n";
const file = parseAspectFile("t.ah", 'aspect T {\n  advice call("void f()") : before() { }\n};\n');

const entity = (name: string): FunctionEntity => ({
  kind: "function",
  usr: `c:@F@${name}`,
  name,
  scope: [],
  nameRange: { start: 5, end: 6 },
  type: 1,
  isStatic: false,
  result: 0,
  parameters: [],
  variadic: false,
  isInline: false,
  noReturn: false,
  noInstrument: false,
  blockScope: false,
});

const call = (start: number): CallShadow => ({
  kind: "call",
  entity: 0,
  range: { start, end: start + 3 },
  callee: { start, end: start + 1 },
  arguments: [],
  result: 0,
  within: 1,
  topLevel: 0,
});

const facts: UnitFacts = {
  language: "c",
  types: [
    { kind: "builtin", spelling: "void", isConst: false, isVolatile: false },
    {
      kind: "function",
      spelling: "void (void)",
      isConst: false,
      isVolatile: false,
      result: 0,
      parameters: [],
      variadic: false,
    },
  ],
  entities: [entity("f"), entity("g")],
  shadows: [call(15), call(20)],
  diagnostics: [],
  lineMap: buildLineMap(TEXT, "u.c"),
  engine: "none",
};

const matchOf = (shadow: CallShadow): ShadowMatch => {
  const aspect = file.aspects[0]!;
  const advice = aspect.advice[0]!;
  return {
    shadow,
    advice: [{ aspect, file, advice, reason: "because", isNamed: true, certainty: "certain", bindings: [] }],
  };
};

test("an effect says what, where and why, and where it comes from", () => {
  const { effects } = effectsOf(facts, [matchOf(call(15))]);
  expect(effects).toMatchObject([
    {
      id: "T.0/call@u.c:1:16:f",
      title: "T: before call of f",
      reason: "because",
      origin: { file: "t.ah", startLine: 2, startColumn: 3, endLine: 2 },
      target: { file: "u.c", startLine: 1, startColumn: 16 },
      by: { tool: "aspects", name: "T" },
      order: 0,
      binding: {
        ...{ kind: "advice", when: "before", adviceIndex: 0 },
        joinPoint: {
          kind: "call",
          signature: "void f()",
          within: "void g()",
          inMacro: false,
          id: "call@u.c:1:16:f",
        },
      },
    },
  ]);
});

test("join points at one place have different ids, in a stable order", () => {
  const matches = [matchOf(call(15)), matchOf(call(15)), matchOf(call(20))];
  expect(effectsOf(facts, matches).joinPoints.map(({ id }) => id)).toEqual([
    "call@u.c:1:16:f",
    "call@u.c:1:16:f~2",
    "call@u.c:1:21:f",
  ]);
});

test("a shadow whose name the source does not show at its place comes out of a macro", () => {
  const inMacro = (source: string) =>
    effectsOf(facts, [matchOf(call(15))], { sourceText: () => source }).joinPoints[0]?.inMacro;
  expect(inMacro(TEXT)).toBe(false);
  expect(inMacro("void g(void) { CALL CALL }\n")).toBe(true);
});
