import fc from "fast-check";
import { expect, test } from "vitest";
import { printProblem } from "../model/index.js";
import { compileIdl } from "./compile.js";
import type { Kernel } from "./middle/kernel-abi.js";
import { ALL_OPTIMIZATIONS, DEFAULT_OPTIONS } from "./options.js";

function compile(
  text: string,
  kernel: Kernel = "x0",
  optimizations = ALL_OPTIMIZATIONS,
  files: Readonly<Record<string, string>> = {},
) {
  const readInclude = (name: string) =>
    files[name] === undefined ? undefined : { file: name, text: files[name] };
  return compileIdl({
    file: "a.idl",
    text,
    readInclude,
    kernel,
    options: { ...DEFAULT_OPTIONS, optimizations },
  });
}

/** Layouts of the operations in `body`; or the problems. */
function explained(body: string, kernel: Kernel = "x0", optimizations = ALL_OPTIMIZATIONS): string {
  const { explanation, problems } = compile(`interface i {\n${body}\n};\n`, kernel, optimizations);
  return problems.length > 0
    ? problems.map(printProblem).join("\n")
    : explanation
        .split("\n")
        .slice(3)
        .filter((line) => !/^ {4}[+.] /.test(line))
        .join("\n")
        .trimEnd();
}

function problems(text: string): string[] {
  return compile(text).problems.map(printProblem);
}

test("two shorts share a register", () => {
  expect(explained("long small(in short a, in long b, in short c);")).toMatchInlineSnapshot(`
    "  long small(in short a, in long b, in short c)
        id 0x0
        request: registers only
          EDI          id
          EDX          b, 4 bytes
          EBX[0:16]    a, 2 bytes
          EBX[16:32]   c, 2 bytes
        reply: registers only
          EDI          exception
          EDX          result, 4 bytes
        - a, c share EBX in the request"
  `);
});

test("without packing the third value goes to memory", () => {
  expect(
    explained("void small(in short a, in long b, in short c);", "x0", {
      ...ALL_OPTIMIZATIONS,
      packing: false,
    }),
  ).toMatchInlineSnapshot(`
    "  void small(in short a, in long b, in short c)
        id 0x0
        request: 1 words in memory
          EDI          id
          EBX          b, 4 bytes
          EDX[0:16]    a, 2 bytes
          +24          c, 2 bytes
        reply: registers only
          EDI          exception"
  `);
});

test("inout values stay where the request put them", () => {
  expect(
    explained("typedef long block[4]; void f(in block a, inout block b, out block c);"),
  ).toMatchInlineSnapshot(`
    "  void f(in i::block a, inout i::block b, out i::block c)
        id 0x0
        request: 8 words in memory
          EDI          id
          +24          a, 16 bytes
          +40          b, 16 bytes, inout
        reply: 8 words in memory
          EDI          exception
          +24          b, 16 bytes, inout
          +40          c, 16 bytes
          in the server's buffer the reply starts 16 bytes behind the request
        - inout values stay in place: the reply starts inside the request's buffer"
  `);
});

test("short strings are copied, long ones are not", () => {
  expect(explained("void f(in string<119> a, in string<300> b, in string c);", "v2")).toMatchInlineSnapshot(`
    "  void f(in string<119> a, in string<300> b, in string c)
        id 0x0
        request: 32 words in memory, 2 indirect
          EBX          id
          EDX          length of a
          +20          length of b
          +24          length of c
          +28          a, up to 120 x 1 bytes, to its zero
          indirect 0   b, up to 301 x 1 bytes, to its zero
          indirect 1   c, up to 8000 x 1 bytes, to its zero
                       the message ends with the real end of a
        reply: registers only
          EBX          exception
        - a: at most 120 bytes: copied into the message
        - b: at most 301 bytes: sent from where it is, as an indirect part
        - c: no bound: sent from where it is, as an indirect part"
  `);
});

test("V4 sends what exceeds its message registers as a string item", () => {
  expect(
    explained("typedef long block[100]; void f(in long a, in block b, in fpage p);", "v4"),
  ).toMatchInlineSnapshot(`
    "  void f(in long a, in i::block b, in fpage p)
        id 0x0
        request: 3 words in message registers, 1 indirect, 1 flexpage
          MR0 label    id
          MR1          a, 4 bytes
          indirect 0   b, 400 bytes
          MR2          map p
        reply: registers only
          MR0 label    exception
        - b: 400 bytes exceed the message registers: sent from where it is, as a string item"
  `);
});

test("derived interfaces keep the ids of their bases", () => {
  const { layout } = compile(
    "[uuid(2)] interface a { void f(); void g(); }; [uuid(3)] interface b : a { void h(); [uuid(0)] void k(); }; interface c : b { void l(); };",
  );
  expect(
    layout.map(({ operations }) =>
      operations.map(({ operation }) => `${operation.name} ${operation.id.toString(16)}`),
    ),
  ).toEqual([
    ["f 80", "g 81"],
    ["f 80", "g 81", "k c0", "h c1"],
    ["l 0", "f 80", "g 81", "k c0", "h c1"],
  ]);
});

test("a base whose operations would have another's numbers gets a number from its name, the same in every unit", () => {
  const text = "interface a { void f(); }; interface b { void g(); }; interface c : a, b { void h(); };";
  const { layout, problems: found } = compile(text);
  expect(found).toEqual([]);
  expect(layout.map(({ declared }) => declared.number)).toEqual([0, 869, 0]);
  expect(compile(`${text} interface d : b { void i(); };`).layout[1]?.declared.number).toBe(869);
  expect(compile(text.replace("interface b", "[uuid(3)] interface b")).layout[1]?.declared.number).toBe(3);
});

test("bases of other files keep their numbers, and a clash between them is told", () => {
  const files: Record<string, string> = {
    "p.idl": "interface p { void f(); };",
    "q.idl": "interface q { void g(); };",
  };
  const text = '#include "p.idl"\n#include "q.idl"\ninterface r : p, q { void h(); };';
  const { problems: found } = compileIdl({
    file: "a.idl",
    text,
    kernel: "x0",
    readInclude: (name) => ({ file: name, text: files[name] ?? "" }),
  });
  expect(found.map(printProblem)).toEqual([
    "a.idl:3:11: error[weft/idl/number]: r inherits two operations with one number: p::f and q::g. Give q a number of its own ([uuid(1)] interface …), or one of the operations ([uuid(9)] …).",
  ]);
});

test("operations that come from two bases under one number are told apart, whoever gives the second number", () => {
  const diamond = (number: string) =>
    `interface a { void f(); }; interface b : a { void g(); }; ${number}interface b2 : a { void h(); }; interface c : b, b2 { void i(); };`;
  for (const kernel of ["v2", "x0", "v4"] as const)
    for (const number of ["", "[uuid(7)] "])
      expect(compile(diamond(number), kernel).problems, kernel).toEqual([]);
});

test("modules are reopened, forward interfaces completed", () => {
  expect(
    problems("module m { interface i; typedef long t; }; module m { interface i { t f(in i other); }; };"),
  ).toEqual([]);
});

test("a typing error gets a hint", () => {
  expect(problems("typedef long counter; interface i { void f(in couner a); };")).toEqual([
    "a.idl:1:47: error[weft/idl/unknown-name]: no type is called couner. Did you mean counter?",
  ]);
});

test("an error leaves no outputs", () => {
  expect(compile("interface i { void f(in nothing a); };").outputs).toEqual([]);
});

test("values of constants", () => {
  const { outputs } = compile(
    'const long A = 1-2; const unsigned long B = ~0; const char C = \'a\'; const string D = "x\\"y"; const double E = 1 / 2.0; const boolean F = TRUE && 3 > 2; const long long G = 1 << 40; enum e { x, y }; const e H = y;',
  );
  const text = outputs[0]?.text ?? "";
  const values = [...text.matchAll(/^#define ([A-H]) (.*)$/gm)].map((match) => `${match[1]} ${match[2]}`);
  expect(values).toEqual([
    "A (-1)",
    "B 4294967295U",
    "C 97",
    'D "x\\"y"',
    "E 0.5",
    "F 1",
    "G 1099511627776LL",
    "H 1",
  ]);
});

test("imports in angle brackets, as DICE writes them, are searched in the include folders alone", () => {
  const asked: unknown[] = [];
  const readInclude = (name: string, { system }: { system: boolean }) => {
    asked.push([name, system]);
    return { file: name, text: "typedef long word_t;" };
  };
  const text = 'import <l4/sys/word-types.idl>; import "b.idl"; interface i { void f(in word_t s); };';
  expect(compileIdl({ file: "a.idl", text, readInclude, kernel: "x0" }).problems).toEqual([]);
  expect(asked.slice(0, 2)).toEqual([
    ["l4/sys/word-types.idl", true],
    ["b.idl", false],
  ]);
});

test("types of imported C headers need a caller who knows them", () => {
  const text = 'import "stat.h"; interface i { void f(in stat_t s); };';
  const input = { file: "a.idl", text, readInclude: () => undefined, kernel: "x0" as const };
  expect(
    compileIdl({ ...input, importHeader: () => [{ name: "stat_t", size: 12, align: 4 }] }).layout[0]
      ?.operations[0]?.request.memoryEnd,
  ).toBe(36);
  expect(compileIdl(input).problems.map((problem) => problem.code)).toEqual(["idl/import"]);
});

const TYPES = [
  "long",
  "short",
  "octet",
  "double",
  "long long",
  "string",
  "string<9>",
  "block",
  "rec",
  "items",
  "fpage",
  "Object",
  "nope",
  "any",
];
const PARAMETER = fc.tuple(
  fc.constantFrom("in", "out", "inout"),
  fc.constantFrom(...TYPES),
  fc.nat({ max: 30 }),
);

test("every interface compiles or says why not, and no two values overlap", () => {
  fc.assert(
    fc.property(
      fc.array(PARAMETER, { maxLength: 9 }),
      fc.constantFrom<Kernel>("x0", "v2", "v4"),
      (parameters, kernel) => {
        const list = parameters.map(([direction, type, n]) => `${direction} ${type} p${n}`).join(", ");
        const head =
          "typedef long block[5]; struct rec { char a; short b; }; typedef sequence<short, 20> items;";
        const { outputs, layout, problems } = compile(`${head} interface i { long f(${list}); };`, kernel);
        expect(outputs.length > 0).toBe(!problems.some((problem) => problem.severity === "error"));
        for (const { operations } of layout)
          for (const { request, reply } of operations)
            for (const message of [request, reply]) {
              const used = new Set<string>();
              for (const chunk of message?.chunks ?? []) {
                const bytes =
                  chunk.kind === "fixed-copy"
                    ? chunk.bytes
                    : chunk.kind === "variable-copy"
                      ? chunk.maximum * chunk.elementBytes
                      : chunk.kind === "map"
                        ? 8
                        : 4;
                const { place } = chunk;
                const first =
                  place.in === "register"
                    ? place.word * 4 + place.shift / 8
                    : place.in === "memory" || place.in === "block"
                      ? place.offset
                      : place.in === "indirect"
                        ? place.part
                        : 0;
                for (let byte = 0; byte < (place.in === "indirect" ? 1 : bytes); byte++) {
                  const key = `${place.in} ${first + byte}`;
                  expect(used.has(key), key).toBe(false);
                  used.add(key);
                }
              }
            }
      },
    ),
    { numRuns: 400 },
  );
});

test.each(["v2", "x0", "v4"] as const)(
  "interfaces that are inherited on very many ways give each operation once, and end: %s",
  (kernel) => {
    const layers = Array.from(
      { length: 24 },
      (_, at) =>
        `interface l${at} : m${at}, n${at} { void p${at}(in long x); };\n` +
        `interface m${at + 1} : l${at} {};\ninterface n${at + 1} : l${at} {};\n`,
    );
    const text = `interface a { void f(in long x); };\ninterface m0 : a {};\ninterface n0 : a {};\n${layers.join("")}`;
    const { problems: found, explanation } = compile(text, kernel);
    expect(found.map(printProblem)).toEqual([]);
    expect(explanation).toContain("p23");
  },
  20_000,
);

test("#include_next goes on behind the folder that a file is from", () => {
  const files = new Map([
    ["1/k.h", "#include_next <k.h>\ntypedef long first;\n"],
    ["2/k.h", "#include_next <k.h>\ntypedef long second;\n"],
    ["3/k.h", "typedef long third;\n"],
  ]);
  const { problems } = compileIdl({
    file: "a.idl",
    text: "#include <k.h>\ninterface i { void f(in first a, in second b, in third c); };",
    readInclude: (name, request) => {
      const file = `${request.next ? Number(request.from[0]) + 1 : 1}/${name}`;
      return { file, text: files.get(file) ?? "" };
    },
    kernel: "x0",
    options: DEFAULT_OPTIONS,
  });
  expect(problems).toEqual([]);
});
