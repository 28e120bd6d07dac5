import fc from "fast-check";
import { expect, test } from "vitest";
import { printProblem } from "../../model/index.js";
import type { Definition, Member, Parameter, TypeNode } from "./ast.js";
import { nameText } from "./expression.js";
import { parseFile } from "./parser.js";
import { makeReport } from "./report.js";
import { toSourceRange } from "./source.js";

function parse(text: string, files: Readonly<Record<string, string>> = {}, defines: readonly string[] = []) {
  const report = makeReport();
  const readInclude = (name: string) =>
    files[name] === undefined ? undefined : { file: name, text: files[name] };
  const parsed = parseFile("a.idl", text, readInclude, defines, report);
  return { parsed, problems: report.problems.map(printProblem) };
}

/** The tree in few words; problems follow. */
function check(text: string, files: Readonly<Record<string, string>> = {}): string {
  const { parsed, problems } = parse(text, files);
  return [...parsed.definitions.map((node) => show(node)), ...problems].join("\n");
}

function show(node: Definition): string {
  switch (node.kind) {
    case "module":
      return `${node.keyword} ${nameText(node.name)} { ${node.body.map(show).join("; ")} }`;
    case "interface":
      return `${attributes(node.attributes)}${node.keyword} ${node.name.text}${node.bases.map((base) => ` : ${nameText(base.name)}`).join("")}${node.body === undefined ? "" : ` { ${node.body.map(show).join("; ")} }`}`;
    case "operation":
      return `${attributes(node.attributes)}${type(node.result)} ${node.name.text}(${node.parameters.map(parameter).join(", ")})`;
    case "typedef":
      return `typedef ${attributes(node.attributes)}${type(node.type)} ${node.declarators.map((d) => `${"*".repeat(d.pointers)}${d.name?.text}${"[]".repeat(d.arrays.length)}`).join(", ")}`;
    case "type":
      return type(node.type);
    case "const":
      return `const ${node.name.text}`;
    case "exception":
      return `exception ${node.name.text} { ${node.members.map(member).join(" ")} }`;
    case "attribute":
      return `${node.readonly ? "readonly " : ""}attribute ${node.names.map((name) => name.text).join(", ")}`;
    case "import":
      return `${node.keyword} ${node.files.map((file) => file.name).join(", ")}`;
    case "quote":
      return `quote ${node.text}`;
    case "coclass":
      return `coclass ${node.name.text}`;
    case "other":
      return `${node.keyword} ${node.name?.text ?? ""}`;
  }
}

function attributes(list: readonly { name: { text: string } }[]): string {
  return list.length === 0 ? "" : `[${list.map((attribute) => attribute.name.text).join(", ")}] `;
}

function parameter(node: Parameter): string {
  return `${attributes(node.attributes)}${type(node.type)} ${"*".repeat(node.declarator.pointers)}${node.declarator.name?.text ?? ""}`;
}

function member(node: Member): string {
  return `${type(node.type)} ${node.declarators.map((d) => d.name?.text).join(", ")};`;
}

function type(node: TypeNode): string {
  switch (node.kind) {
    case "primitive":
      return node.name;
    case "named":
      return (node.tag === undefined ? "" : `${node.tag} `) + nameText(node.name);
    case "sequence":
      return `sequence<${type(node.element)}>`;
    case "struct":
      return `struct ${node.name?.text ?? ""} { ${node.members.map(member).join(" ")} }`;
    case "union":
      return `union ${node.name?.text ?? ""} (${node.discriminator === undefined ? "" : type(node.discriminator)}) ${node.cases.length}`;
    case "enum":
      return `${node.keyword} ${node.name?.text ?? ""} ${node.items.map((item) => item.name.text).join(",")}`;
    default:
      return node.kind;
  }
}

test("words are keywords by their place only", () => {
  expect(
    check("interface handle { long small(in short small, in handle in1, in long local); small local(); };"),
  ).toBe(
    "interface handle { long small([in] short small, [in] handle in1, [in] long local); signed char local() }",
  );
});

test("CORBA and DCE spellings mix", () => {
  expect(
    check(
      "[uuid(3)] interface i { [oneway] void a([in, string] char *s, handle in Object o, [in] unsigned long int n); };",
    ),
  ).toBe(
    "[uuid] interface i { [oneway] void a([in, string] char *s, [handle, in] Object o, [in] unsigned long n) }",
  );
});

test("nested angle brackets close one by one", () => {
  expect(check("typedef sequence<sequence<long>> x; typedef sequence<octet, 1 << 4> y;")).toBe(
    "typedef sequence<sequence<long>> x\ntypedef sequence<octet> y",
  );
});

test("MIDL statements are read", () => {
  expect(
    check(
      'import "unknwn.idl";\ncpp_quote("#define X \\"y\\"")\n[object, uuid(0000010e-0000-0000-C000-000000000046)] interface I : IUnknown { HRESULT f([out, retval, size_is(,*n)] I **p); }\ncoclass C { [default] interface I; }',
    ),
  ).toBe(
    'import unknwn.idl\nquote #define X "y"\n[object, uuid] interface I : IUnknown { HRESULT f([out, retval, size_is] I **p) }\ncoclass C',
  );
});

test("a universal identifier keeps its spelling", () => {
  const { parsed } = parse("[uuid(0000010e-0000-0000-C000-000000000046)] interface I;");
  const node = parsed.definitions[0];
  expect(node?.kind === "interface" && node.attributes[0]?.text).toBe("0000010e-0000-0000-C000-000000000046");
});

test("unions of every dialect", () => {
  expect(
    check(
      "union u switch (long) { case 1: case 2: long a; default: short b; }; typedef union { long a; float f; } flat; typedef [switch_type(long)] union { [case(1)] long a; [default]; } w;",
    ),
  ).toBe("union u (long) 2\ntypedef union  () 2 flat\ntypedef [switch_type] union  () 2 w");
});

test("one mistake costs one declaration", () => {
  expect(
    check(
      "interface i {\n  void a(in long x;\n  void b();\n  long;\n  void c();\n};\nstruct s { long a };\n",
    ),
  ).toMatchInlineSnapshot(`
    "interface i { void a([in] long x); void b() }
    struct s { long a; }
    a.idl:2:19: error[weft/idl/syntax]: expected , or ) after a parameter, found ";". Separate parameters by commas and close them with ).
    a.idl:4:3: error[weft/idl/syntax]: this declares nothing. Give it a name, or make it a typedef.
    a.idl:7:19: error[weft/idl/syntax]: expected ; after a member. End each member with ;."
  `);
});

test("what ends too early says where", () => {
  expect(check("module m {\n  interface i {\n    void a();\n")).toMatchInlineSnapshot(`
    "module m { interface i { void a() } }
    a.idl:3:14: error[weft/idl/syntax]: expected "}" to close interface i, found the end of the file. Write "}" to close interface i."
  `);
});

test("macros, conditions and includes", () => {
  const text =
    '#define IN(t, ...) in t __VA_ARGS__\n#define CAT(a, b) a##b\n#include "b.idl"\n#if defined(B) && VALUE > 2\ninterface CAT(i, 1) { void f(IN(long, a), IN(short, b)); };\n#else\n#error no\n#endif\n';
  expect(check(text, { "b.idl": "#ifndef B\n#define B\n#define VALUE (1 + 2)\n#endif\n" })).toBe(
    "interface i1 { void f([in] long a, [in] short b) }",
  );
});

test("a macro that names itself ends", () => {
  expect(check("#define a b\n#define b a\nconst long a = 1;")).toBe("const a");
});

test("problems stand at the use of a macro and behind line markers", () => {
  const { problems } = parse('#define BAD long 7\n# 70 "other.idl"\ntypedef BAD x;\n');
  expect(problems).toEqual([
    'other.idl:70:9: error[weft/idl/syntax]: expected a name, found "7". Write a name behind the type.',
  ]);
});

test("ranges are exact", () => {
  const text = "module m {\n  interface i { void f(in long alpha); };\n};\n";
  const { parsed } = parse(text);
  const outer = parsed.definitions[0];
  const inner = outer?.kind === "module" ? outer.body[0] : undefined;
  const operation = inner?.kind === "interface" ? inner.body?.[0] : undefined;
  if (operation?.kind !== "operation") throw new Error("no operation");
  expect(text.slice(operation.span.start, operation.span.end)).toBe("void f(in long alpha);");
  expect(text.slice(operation.parameters[0]?.span.start, operation.parameters[0]?.span.end)).toBe(
    "in long alpha",
  );
  expect(toSourceRange(operation.name.span)).toEqual({
    file: "a.idl",
    startLine: 2,
    startColumn: 22,
    endLine: 2,
    endColumn: 23,
  });
});

const WORDS =
  `interface module struct union switch case default enum typedef const exception attribute readonly oneway in out inout
  long short unsigned char string sequence fixed any Object fpage handle raises import include cpp_quote local { } ( ) [ ] < > << >> ; : :: , = * @ # ... ## "a" 'b' 0x1 12 x y z
  \n#define x y\n \n#define f(a) a#a\n f(1) \n#if 1\n \n#else\n \n#endif\n /* */ // \\\n`.split(/ +/);

test("no text makes the parser throw or hang", () => {
  const soup = fc.array(fc.constantFrom(...WORDS), { maxLength: 120 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: "binary", maxLength: 300 })), (text) => {
      parse(text);
    }),
    { numRuns: 3000 },
  );
});

test("deep nesting is a problem, not a crash", () => {
  const parts = [
    "(",
    "module m { ",
    "struct s { ",
    "sequence<",
    "-",
    "long (*",
    "1?",
    "1+",
    "[a(",
    "union u switch (long) { case 1: ",
  ];
  for (const part of parts)
    for (const before of ["const long a = ", "", "typedef ", "interface i { void f("])
      expect(() => parse(before + part.repeat(5000))).not.toThrow();
  expect(parse("module m { ".repeat(5000)).problems.some((line) => line.includes("too deeply"))).toBe(true);
});
