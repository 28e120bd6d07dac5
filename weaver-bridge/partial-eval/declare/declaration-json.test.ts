import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { sayFact } from "./declaration.js";
import { declarationsFromJson } from "./declaration-json.js";
import { readDeclarations } from "./read-declarations.js";

const schema = readFileSync(new URL("../../schemas/specialization.schema.json", import.meta.url), "utf8");
const isRight = new Ajv().compile(JSON.parse(schema));

const withoutSpans = (value: object): object =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === "span" ? undefined : one)));
const plain = (text: string) => text.replace(/\s/g, "");

test.each([
  [
    "specialize f as g { n == 2; p->ops == &memory; p->ops->list[2] == N + 1; p nonnull; q noalias; dispatch; keep a, b; }",
    {
      function: "f",
      residual: "g",
      params: {
        n: { eq: 2 },
        p: {
          nonnull: true,
          fields: { ops: { eq: "&memory", fields: { list: { fields: { "[2]": { eq: "N + 1" } } } } } },
        },
        q: { noalias: true },
      },
      dispatch: true,
      keep: ["a", "b"],
    },
  ],
  [
    "specialize f as g { extern a() pure; extern b(int) writes x, y; }",
    { function: "f", residual: "g", externals: { a: "pure", b: { writes: ["x", "y"] } } },
  ],
  [
    "specialize f as g { n in 1, N + 1; compare h; assume k > 3; }",
    { function: "f", residual: "g", assume: ["n in 1, N + 1", "k > 3"], compare: "h" },
  ],
  [
    "specialize f as g { exclusive p->a, level; (p->flags & 3) == 1; }",
    { function: "f", residual: "g", exclusive: ["p->a", "level"], assume: ["(p->flags & 3) == 1"] },
  ],
  [
    "specialize f as f_specialized { box.part == 'x'; }",
    { function: "f", params: { box: { fields: { ".part": { eq: "'x'" } } } } },
  ],
  [
    "specialize f as g at run time { static pc, pc[], n; dynamic k; length == 60; }",
    {
      function: "f",
      residual: "g",
      params: { length: { eq: 60 } },
      atRunTime: { static: ["pc", "pc[]", "n"], dynamic: ["k"] },
    },
  ],
])("%s", (text, json) => {
  const file = { specialize: [json] };
  expect(isRight(file), JSON.stringify(isRight.errors)).toBe(true);
  const [said, image] = [readDeclarations(text), declarationsFromJson(file)].map(
    ({ declarations, mistakes }) => {
      expect(mistakes).toEqual([]);
      return declarations.map(({ facts, later, offset: _, spans: _spans, ...rest }) => ({
        ...withoutSpans(rest),
        facts: facts.map((fact) => plain(sayFact(fact))).sort(),
        given: later?.given.map(({ name, hasMemory }) => `${name} ${hasMemory}`),
        dynamic: later?.dynamic,
      }));
    },
  );
  expect(image).toEqual(said);
});

test("keys for people are let through, and what is wrong stands at its key", () => {
  const text = `{ "note": "x", "specialize": [
  { "function": "f", "name": "y", "params": { "n": { "eq": 1, "why": "z", "equ": 2 } } } ], "limit": {} }`;
  const { declarations, mistakes } = declarationsFromJson(JSON.parse(text), text);
  expect(declarations).toHaveLength(1);
  expect(mistakes.map(({ offset, end }) => text.slice(offset, end))).toEqual(['"limit"', '"equ"']);
});

test("limits of the file are those of each declaration", () => {
  const limits = { unroll: 3, residualStatements: 40, depth: 2, variants: 5, bytes: 600 };
  const file = { $schema: "x", specialize: [{ function: "f" }], limits, program: { files: ["a.c"] } };
  expect(isRight(file)).toBe(true);
  const { declarations, files } = declarationsFromJson(file);
  expect(declarations[0]?.limits).toEqual({ unroll: 3, statements: 40, depth: 2, variants: 5, bytes: 600 });
  expect(files).toEqual(["a.c"]);
});

test.each([
  [{}, 'there is no "specialize" with declarations'],
  [{ specialize: {} }, 'there is no "specialize" with declarations'],
  [{ specialize: [7] }, "specialize[0]: an object is expected here"],
  [{ specialize: [{ residual: "g" }] }, 'specialize[0]: a declaration has no "function"'],
  [{ specialize: [{ function: "f", residual: "9" }] }, "specialize[0].residual: a name is expected here"],
  [
    { specialize: [{ function: "f", atRunTim: {} }] },
    'specialize[0]: "atRunTim" is not known here; known are: function, residual, params, dispatch, keep, atRunTime, externals, assume, exclusive, require, compare, limits',
  ],
  [
    { specialize: [{ function: "f", atRunTime: true }] },
    "specialize[0].atRunTime: an object is expected here",
  ],
  [
    { specialize: [{ function: "f", atRunTime: { static: [] } }] },
    'specialize[0].atRunTime: names nothing that is known: "static": ["PARAMETER"]',
  ],
  [
    { specialize: [{ function: "f", atRunTime: { static: ["n", "n[3]"] } }] },
    "specialize[0].atRunTime.static: a list of names is expected here",
  ],
  [
    { specialize: [{ function: "f", params: { n: { eq: 1.5 } } }] },
    "specialize[0].params.n.eq: a whole number, or a constant expression of C as text, is expected here",
  ],
  [
    { specialize: [{ function: "f", params: { n: { fields: { "a b": {} } } } }] },
    "specialize[0].params.n.fields: a b is no member; write NAME, .NAME or [3]",
  ],
  [
    { specialize: [{ function: "f", dispatch: 1 }] },
    "specialize[0].dispatch: true or false is expected here",
  ],
  [
    { specialize: [{ function: "f" }], limits: { unroll: 0 } },
    "limits.unroll: a number above 0 is expected here",
  ],
  [
    { specialize: [{ function: "f" }], program: { files: "a.c" } },
    "program.files: a list of names is expected here",
  ],
])("%j is told, and the schema refuses it", (file, said) => {
  expect(isRight(file)).toBe(false);
  expect(declarationsFromJson(file).mistakes.map(({ message }) => message)).toContain(said);
});

test("what functions leave alone, and what has to be known, stand in a declaration or in the file", () => {
  const { declarations, mistakes } = declarationsFromJson({
    ...{ externals: { suser: "pure" }, require: { static: ["return"] } },
    specialize: [
      { function: "f", externals: { now: { pure: true }, tick: { pure: false } }, require: ["n"] },
    ],
  });
  expect(mistakes).toEqual([]);
  const [{ pure, required } = { pure: [], required: [] }] = declarations;
  expect([pure, required.map(({ name }) => name)]).toEqual([
    ["suser", "now"],
    ["return", "n"],
  ]);
});

test("assumptions are read as in the text, and what is none is told at its place", () => {
  const { declarations, mistakes } = declarationsFromJson({
    specialize: [
      { function: "f", assume: ["n > 3", "p -> state != STOPPED", "n = 3", "for each p -> kind in 1, 2"] },
    ],
  });
  expect(declarations[0]?.assumed).toMatchObject([
    { subject: "n", relation: ">", values: ["3"] },
    { subject: "p->state", relation: "!=", values: ["STOPPED"] },
    { subject: "p->kind", relation: "in", values: ["1", "2"], isEach: true },
  ]);
  expect(mistakes.map(({ message }) => message)).toEqual([
    "specialize[0].assume: no assumption: n = 3. Write: assume PARAMETER > VALUE; ==, <, <=, >= and != are known as well",
  ]);
});

test("what is not used yet is said, and the rest goes on", () => {
  const { declarations, mistakes } = declarationsFromJson({
    ...{ kind: "static", externals: { suser: { pure: true, noreturn: true } } },
    specialize: [{ function: "f", params: { n: { eq: 2 }, m: { dynamic: true } }, survives: [] }],
  });
  expect(declarations).toMatchObject([{ facts: [{ subject: "n", value: "2" }] }]);
  expect(mistakes.map(({ message, isUnused }) => [message.split(" is ")[0], isUnused])).toEqual([
    ['"kind"', true],
    ['externals.suser: "noreturn"', true],
    ['specialize[0]: "survives"', true],
  ]);
});

test("limits of a declaration stand before those of the file, and what is said of a function may be one word", () => {
  const file = {
    limits: { unroll: 3, depth: 2 },
    externals: { panic: "noreturn", suser: "pure" },
    specialize: [
      { function: "f", limits: { unroll: 60 } },
      { function: "g", residual: "h" },
    ],
  };
  expect(isRight(file), JSON.stringify(isRight.errors)).toBe(true);
  const { declarations, mistakes } = declarationsFromJson(file);
  expect(declarations.map(({ limits: { unroll, depth } }) => [unroll, depth])).toEqual([
    [60, 2],
    [3, 2],
  ]);
  expect(declarations[1]?.pure).toEqual(["suser"]);
  expect(mistakes).toMatchObject([
    { isUnused: true, message: expect.stringMatching(/^externals\.panic: "noreturn"/) },
  ]);
});
