import { describe, expect, test } from "vitest";
import { printProblem } from "../../model/index.js";
import { makeReport } from "../parse/report.js";
import { type CheckedUnit, checkUnit } from "./check.js";

function check(text: string, more: { acf?: string; files?: Readonly<Record<string, string>> } = {}) {
  const report = makeReport();
  const files = more.files ?? {};
  const unit: CheckedUnit = checkUnit(
    {
      file: "a.idl",
      text,
      readInclude: (name) => (files[name] === undefined ? undefined : { file: name, text: files[name] }),
      importHeader: undefined,
      defines: [],
      threadSize: 4,
      ...(more.acf === undefined ? {} : { acf: { file: "a.acf", text: more.acf } }),
    },
    report,
  );
  return { unit, problems: report.problems.map(printProblem) };
}

/** Column and message of each problem; the code and the hint are left out. */
function said(text: string): string[] {
  return check(text).problems.map((line) =>
    line.replace(/^a\.idl:1:(\d+): \w+\[weft\/idl\/[-\w]+\]: (.*?)\. .*$/, "$1 $2"),
  );
}

/** What collections of IDL in the world write, and other compilers read. */
const READ: Readonly<Record<string, string>> = {
  "an interface by its typedef can be inherited":
    "interface a { void f(); }; typedef a other; interface b : other { void g(); };",
  "a struct's typedef comes before its body": "typedef struct s s; typedef struct s { long x; } s;",
  "words of C are members": "struct s { long int; long volatile; unsigned long int x; };",
  "a module _any leaves the type any":
    "module _any { interface a { struct s { long x; }; void f(in s x); }; typedef sequence<any> t; };",
  "a direction before a global name":
    "module m { typedef long t; interface a { void f(in ::m::t x, out ::m::t y); }; };",
  "requires names interfaces that are elsewhere": "interface a; interface b requires a { };",
  "union members that attributes tell apart":
    "typedef [switch_type(long)] union { [case(1)] long a; [default] long a; } u;",
  "Samba's uint": "[pointer_default(unique)] interface a { const uint x = 3; };",
};

test.each(Object.entries(READ))("%s", (_, text) => {
  expect(check(text).problems.filter((line) => / error\[/.test(line))).toEqual([]);
});

/** Mistakes, each in one line of IDL, with where and what is said. */
const MISTAKES: Readonly<Record<string, readonly string[]>> = {
  "interface a; interface b : a {};": [
    "28 a is announced but never defined, so nothing can be inherited from it",
  ],
  "interface a : b {}; interface b : a {};": ["35 b inherits itself through a"],
  "interface a : a {};": ["15 a inherits itself"],
  "struct s { s x; };": ["12 s contains itself"],
  "typedef sequence<p> p; exception e { p x; }; interface i { void f() raises (e); };": [
    "77 no stub can carry e: member x: it contains itself",
    "21 p is a sequence of itself",
  ],
  "struct s { long a:40; float f:3; };": ["19 long has only 32 bits", "29 only integers can be bit-fields"],
  "union u switch (boolean) { case 2: long c; };": ["33 this label cannot occur: boolean is TRUE or FALSE"],
  "union u switch (long) { case 1: long a; case 1: short b; };": ["46 label 1 occurs twice in u"],
  "interface i { oneway long f(in long x); };": ["22 f is oneway, so it has no result"],
  "interface i { void f([in, relevant_bits(40)] long x); };": ["27 these are no bits of a value that has 32"],
  "interface i { void f([in, relevant_bits(3)] float x); };": [
    "27 relevant_bits applies to integers of at most 32 bits",
  ],
  "interface i { void f([in, nocache] long y); };": [
    "27 nocache says how a flexpage is cached, and this is none",
  ],
  "interface i { void f([in, nocache, l1_only] fpage p); };": ["36 l1_only and nocache exclude each other"],
  "interface i { void f([out, itrans(g)] long y); };": [
    "28 itrans converts what the server receives, and an out parameter is only sent back",
  ],
  "interface i { void f([in, otrans(g)] long y); };": [
    "27 otrans converts what the server sends back, and an in parameter is only received",
  ],
  "interface i { void f([in, prealloc] string x); };": [
    "27 prealloc is about the buffer of an output, and this has none",
  ],
  "interface i { void f([in, typ_size(3)] long l); };": [
    "27 typ_size says nothing about a value of fixed size",
  ],
  "interface i { void f([in, handle] threadid x, [in, handle] Object y); };": [
    "67 x is the destination already",
  ],
  "interface i { void f([in, handle, noxfer] threadid x); };": ["27 handle and noxfer exclude each other"],
  "interface i { void f([in] long *x); };": [
    "27 no stub can carry x: a pointer means nothing in another address space (in a [local] operation it does)",
  ],
  "interface i { [kernelmsg(idl4::pagefault)] void f(in word a); };": [
    "49 f does not fit the kernel's pagefault message",
  ],
  "interface i { [kernelmsg(2), uuid(3)] void f(in word a, in word b, in word c, out fpage p); };": [
    "16 kernelmsg and uuid exclude each other",
  ],
  "exception e { any why; }; interface i { void f() raises (e); };": [
    "58 no stub can carry e: member why: any cannot be carried: its value carries a type that is known only at run time, and L4 messages have a fixed layout",
  ],
  "const long a = b; const long b = a;": ["34 the value of a needs itself"],
  "interface i { void f([in, length_is(n)] long *a, out long n); };": [
    "47 n does not travel with the array it measures",
  ],
};

describe("mistakes are told where they are, with why and what next", () => {
  for (const [text, expected] of Object.entries(MISTAKES))
    test(text, () => {
      expect(said(text)).toEqual(expected);
      expect(check(text).problems.every((line) => /\]: .+\. [A-Z].*[.?]$/.test(line))).toBe(true);
    });
});

test("any text may be a constant", () => {
  const { unit, problems } = check(
    'const string a = "open"; const string b = a; const string c = "failed"; const string d = c;',
  );
  expect(problems).toEqual([]);
  expect(unit.declarations.map((node) => node.kind === "constant" && node.value)).toEqual([
    "open",
    "open",
    "failed",
    "failed",
  ]);
});

test("what the paper claims is understood", () => {
  const text = `
    [uuid(7)] interface i {
      void hints([in, typ_size(16), max_size(100)] string name, [in, relevant_bits(10, 31)] long page);
      [local] void near([in] long *shared);
      void page([in, nocache] fpage p, out fpage q);
      [kernelmsg(idl4::pagefault)] void fault(in word address, in word ip, in word privileges, out fpage p);
    };`;
  const { unit, problems } = check(text);
  expect(problems).toEqual([]);
  const [hints, near, page, fault] = unit.interfaces[0]?.operations ?? [];
  expect(hints?.parameters.map(({ transfer, relevantBits }) => ({ transfer, relevantBits }))).toEqual([
    { transfer: { kind: "string", wide: false, maximum: 100, typical: 16 }, relevantBits: undefined },
    { transfer: { kind: "fixed", bytes: 4 }, relevantBits: { first: 10, last: 31 } },
  ]);
  expect(near).toMatchObject({ local: true, parameters: [{ transfer: { kind: "fixed", bytes: 4 } }] });
  expect(page?.parameters.map(({ cache }) => cache)).toEqual(["none", undefined]);
  expect(fault?.kernelMessage).toBe(2);
});

describe("a configuration file", () => {
  const text = "module m { interface i { typedef long t; void f(in string<50> name, in t other); }; };";

  test("adds attributes, and wins", () => {
    const acf = '[local] interface m::i { include "own.h"; f([typ_size(8), max_size(20)] name); };';
    const { unit, problems } = check(text, { acf });
    expect(problems).toEqual([]);
    expect(unit.declarations[0]).toEqual({ kind: "include", file: "own.h" });
    expect(unit.interfaces[0]?.operations[0]).toMatchObject({
      local: true,
      parameters: [{ transfer: { maximum: 20, typical: 8 } }, {}],
    });
  });

  test("cannot change the contract or name what is not there", () => {
    const acf = "[uuid(3)] interface m::i { [oneway] f([in] name); g(); };\ninterface m::j { };";
    expect(check(text, { acf }).problems).toEqual(
      [
        "a.acf:2:11: error[weft/idl/acf]: no interface is called m::j. Did you mean m::i?",
        "a.acf:1:51: error[weft/idl/acf]: no operation or type of i is called g. Did you mean f?",
        "a.acf:1:2: error[weft/idl/acf]: uuid is part of the interface. Both sides of a call must agree on it; write it in the .idl file.",
        "a.acf:1:29: error[weft/idl/acf]: oneway is part of the interface. Both sides of a call must agree on it; write it in the .idl file.",
        "a.acf:1:40: error[weft/idl/acf]: in is part of the interface. Both sides of a call must agree on it; write it in the .idl file.",
      ].sort((a, b) => check(text, { acf }).problems.indexOf(a) - check(text, { acf }).problems.indexOf(b)),
    );
  });

  test("with wrong grammar says so and keeps the rest", () => {
    const { problems } = check(text, {
      acf: "interface m::i { long f(in string x); f([max_size(9)] name); };",
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('a.acf:1:23: error[weft/idl/syntax]: expected ";" after operation long');
  });
});

describe("navigation", () => {
  const text = `import "b.idl";
module m {
  interface later;
  enum colour { red, green };
  struct point { long x, y; };
  const long SIZE = base::N + 1;
  interface later : base::root {
    typedef point row[SIZE];
    exception full { colour what; };
    void put(in row r, in ::m::point p) raises (full);
  };
};
`;
  const files = { "b.idl": "module base { const long N = 4; interface root { void hello(); }; };" };
  const { unit, problems } = check(text, { files });
  const { declarations, references, scopes } = unit.navigation;
  const main = declarations.filter(({ nameSpan }) => nameSpan.file.name === "a.idl");

  test("every name has its place", () => {
    expect(problems).toEqual([]);
    expect(main.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      "module m",
      "interface m::later",
      "enum m::colour",
      "enumerator m::colour::red",
      "enumerator m::colour::green",
      "struct m::point",
      "member m::point::x",
      "member m::point::y",
      "constant m::SIZE",
      "interface m::later",
      "typedef m::later::row",
      "exception m::later::full",
      "member m::later::full::what",
      "operation m::later::put",
      "parameter m::later::put::r",
      "parameter m::later::put::p",
    ]);
    for (const { name, nameSpan } of main) expect(text.slice(nameSpan.start, nameSpan.end)).toBe(name);
  });

  test("every use leads to its declaration", () => {
    const uses = references
      .filter(({ span }) => span.file.name === "a.idl")
      .map(({ to, span }) => `${span.start} ${text.slice(span.start, span.end)} -> ${to.kind} ${to.path}`);
    expect(uses.map((use) => use.replace(/^\d+ /, ""))).toEqual([
      "later -> interface m::later",
      "base -> module base",
      "N -> constant base::N",
      "base -> module base",
      "root -> interface base::root",
      "point -> struct m::point",
      "SIZE -> constant m::SIZE",
      "colour -> enum m::colour",
      "row -> typedef m::later::row",
      "m -> module m",
      "point -> struct m::point",
      "full -> exception m::later::full",
    ]);
  });

  test("scopes know what can be written in them", () => {
    const inside = scopes.visibleAt("a.idl", text.indexOf("void put")).map(({ name }) => name);
    expect(inside.slice(0, 4)).toEqual(["row", "full", "put", "hello"]);
    expect(inside).toEqual(expect.arrayContaining(["point", "SIZE", "base", "octet", "fpage"]));
    const outside = scopes.visibleAt("a.idl", 0).map(({ name }) => name);
    expect(outside).toEqual(expect.arrayContaining(["m", "base", "idl4"]));
    expect(outside).not.toContain("point");
  });
});

test.each(["struct", "union"])("a %s of twice another, over and over, is told at once", (kind) => {
  const one = (at: number) => {
    const part = at === 0 ? "long" : `s${at - 1}`;
    return kind === "struct"
      ? `struct s${at} { ${part} a; ${part} b; };`
      : `union s${at} switch (long) { case 1: ${part} a; case 2: ${part} b; };`;
  };
  const types = Array.from({ length: 60 }, (_, at) => one(at));
  const { problems } = check(`${types.join(" ")} interface i { void f(in s59 x); };`);
  expect(problems[0]).toContain(`this ${kind} has more than 100000 parts`);
});
