/** Verdicts and layouts are those of migcom 1.8+git20231217; `npm run bench -- mig` asks it about thousands more. */
import { expect, test } from "vitest";
import { type CompileResult, compileIdl } from "../compile.js";
import { compileMig } from "../compile-mig.js";
import type { MigMessage } from "./layout.js";

const HEAD = "subsystem a 100;\ntype mach_port_t = MACH_MSG_TYPE_COPY_SEND;\n";

function check(text: string, machine: "i686" | "x86_64" = "i686", file = "a.defs") {
  return compileMig({ file, text, readInclude: () => undefined, defines: [], machine });
}

function errorsOf(text: string): string[] {
  return check(text).problems.flatMap(({ severity, message }) => (severity === "error" ? [message] : []));
}

const GOOD = `;; SKIP 3; nowaittime; waittime 100; msgoption A-B.c/d$; import <a b>; import "a.h"; rcsid "x"; serverdemux d;
Type x = int; type y = x; type z = (MACH_MSG_TYPE_INTEGER_32, 24); type v = (1|2, (8 + 8) * 2);
type a = array[0] of int; type b = ^int; type c = ^array[3] of int; type d = array[1-2] of int;
type a = array [ * : 3 ] of int; type b = c_string[*:8]; type c = struct[2] of C_String[4];
type x = int intran: t f(int) outtran: int g(t) destructor: d(t); type y = int ctype: c cusertype: u intranpayload: t f;
type x = MACH_MSG_TYPE_MOVE_SEND | polymorphic; type y = (2, 32, dealloc[], IsLong, retcode);
type vi = array[*:4] of int; routine r(p: mach_port_t; x: z = vi); routine r2(p: mach_port_t; x: vi);
type x = polymorphic; routine r(requestport p: x; inout y: x); routine q(x: mach_port_t; requestport p: mach_port_t);
routine r(p: mach_port_t; function: int; error: int; string: int); routine q(p: mach_port_t; p: int);
routine r(p: mach_port_t; inout x: y = ^array[] of int); simpleroutine q(p: mach_port_t; sreplyport q: mach_port_t; waittime w: int);
routine r(p: mach_port_t; out q: y = array[*:4] of int, countinout); routine q(p: mach_port_t; q: y = array[] of int, servercopy, dealloc[]);`;

const BAD = `subsystem b 200; |type x = INT;|skip x;|type x = (2, 32, foo);|type x = array[] of array[2] of int;
type x = array[2] of array[*:3] of int;|type x = ^ ^ int;|type x = ^array[*:3] of int;|type x = struct { };|type x = struct { int a, b; };
type p = ^int; type x = struct { p a; };|type x = struct { nope a; };|type x = c_string[];|type x = array[*:2] of int intran: t f(x);
type x = array[*:2] of int destructor: d(x);|type x = (MACH_MSG_TYPE_INTEGER_32 | MACH_MSG_TYPE_INTEGER_16, 32);|type x = (300, 32);
type x = MACH_MSG_TYPE_REAL;|type x = (2, 70000);|type x = MACH_MSG_TYPE_BIT;|type x = unsigned;|type int = int;|type x = array[4/0] of int;
type x = 0x10;|type x = array[-1] of int;|type x = int // no comment|type type = int;|routine r();|routine r(p: int);|routine r(p: mach_port_t;);
routine r(p: mach_port_t, x: int);|routine r(p: mach_port_t; x: nope);|routine r(p: mach_port_t; inout x: y = array[*:3] of int);
routine r(p: mach_port_t; replyport q: int);|routine r(p: mach_port_t; waittime q: short);|simpleroutine r(p: mach_port_t; out q: int);
function r(p: mach_port_t): int;|msgoption A B;|import a;|rcsid a;|routine r(p: mach_port_t)|type x_$ = int;|@`;

test("what GNU MIG accepts is accepted", () => {
  for (const line of GOOD.split("\n")) expect(errorsOf(HEAD + line), line).toEqual([]);
});

test("what GNU MIG refuses is refused in one sentence or more, each with a hint", () => {
  for (const text of BAD.split(/[|\n](?! MACH)/).filter((piece) => piece.trim().length > 1)) {
    const { problems, layout } = check(HEAD + text);
    expect(problems.filter(({ severity }) => severity === "error").length, text).toBeGreaterThan(0);
    expect(
      problems.every(({ hint, range }) => hint !== undefined && range?.file === "a.defs"),
      text,
    ).toBe(true);
    expect(layout, text).toBeUndefined();
  }
});

test("a file of types alone is for others to include; routines need a subsystem", () => {
  expect(check("type x = int;")).toMatchObject({ explanation: undefined, problems: [] });
  expect(errorsOf("type p = polymorphic; routine r(a: p);")).toEqual(["routine r belongs to no subsystem"]);
  expect(errorsOf("type x = int; subsystem a 1;")).toEqual(["types and routines stand before the subsystem"]);
});

const MESSAGES = `${HEAD}type three = array[3] of char;
type st = struct { int a; char b; };
type vs = array[*:10] of int;
type data = array[] of mach_port_t;
type out_t = ^array[] of char;
routine r(p: mach_port_t; c: char; a: three; inout n: short; v: vs; d: data; o: out_t; q: mach_port_t; out s: st);
`;

const places = (message: MigMessage | undefined) => [
  message?.bytes,
  ...(message?.fields ?? []).map(({ name, descriptor, offset }) => `${name} ${descriptor.offset} ${offset}`),
];

test("messages stand where mig's structs have them, on both machines", () => {
  const [small] = check(MESSAGES).layout?.routines ?? [];
  expect(places(small?.request)).toEqual([
    2176,
    "c 24 28",
    "a 32 36",
    "n 40 44",
    "v 48 52",
    "d 92 104",
    "o 2152 2164",
    "q 2168 2172",
  ]);
  expect(places(small?.reply)).toEqual([52, "RetCode 24 28", "n 32 36", "s 40 44"]);
  const [wide] = check(MESSAGES, "x86_64").layout?.routines ?? [];
  expect(places(wide?.request)).toEqual([
    2216,
    "c 32 40",
    "a 48 56",
    "n 64 72",
    "v 80 88",
    "d 128 136",
    "o 2184 2192",
    "q 2200 2208",
  ]);
  expect([small?.request.id, small?.reply?.id, small?.request.complex, small?.reply?.complex]).toEqual([
    100,
    200,
    "always",
    "never",
  ]);
});

test("what mig would not send is told where the cause is", () => {
  const odd = (size: number, more: string) =>
    check(`${HEAD}type t = array[*:${size}] of char; simpleroutine r(p: mach_port_t; x: t${more});`).problems;
  expect(odd(15, "; y: int")).toMatchObject([
    {
      code: "idl/mig-unsent",
      message: expect.stringContaining("the last 4 bytes of the request"),
      range: { startLine: 3 },
    },
  ]);
  expect([...odd(16, "; y: int"), ...odd(15, "")]).toEqual([]);
});

function stubs(text: string, kernel: "v2" | "x0" | "v4" = "v4"): CompileResult {
  return compileIdl({ file: "a.defs", text, readInclude: () => undefined, kernel });
}

test("L4 stubs: what L4 can't carry is refused where it stands, what has no effect is told", () => {
  const at = (text: string) =>
    stubs(HEAD + text).problems.map(
      ({ severity, message, range }) => `${range?.startColumn} ${severity} ${message}`,
    );
  expect(at("routine r(p: mach_port_t; q: mach_port_t);")).toEqual([
    expect.stringMatching(/^30 error .*a port right cannot be carried/),
  ]);
  expect(at("type x = polymorphic; routine r(p: mach_port_t; out q: x);")[0]).toContain("polymorphic");
  expect(at("simpleroutine r(p: mach_port_t; q: t = ^array[] of int, dealloc; waittime w: int);")).toEqual([
    expect.stringMatching(/^33 warning q: Dealloc/),
    expect.stringMatching(/^75 warning w: the waiting time/),
  ]);
  expect(stubs("type x = int;").problems).toEqual([]);
});

test("L4 stubs: routines keep their numbers, skipped ones included", () => {
  const { layout } = stubs(
    `${HEAD}routine a(p: mach_port_t); skip 2; routine b(p: mach_port_t; x: int; out y: int);`,
  );
  expect(layout[0]?.operations.map(({ operation }) => [operation.name, operation.id])).toEqual([
    ["a", 0],
    ["b", 3],
  ]);
  expect(layout[0]?.declared.name).toBe("a");
});
