/** Compared with what g++ itself says through typeid. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseInProcess } from "../../../clang-ast/src/index.js";
import type { FunctionEntity } from "../../../model/index.js";
import { mangledType } from "./mangle-type.js";

const TYPES = [
  "int",
  "const char *",
  "unsigned long long",
  "double &",
  "char **",
  "const volatile int *",
  "n::K",
  "n::K *",
  "const n::K &",
  "E",
  "int (*)(int, ...)",
  "void (*)(n::K *, n::K *, const n::K *)",
  "int n::K::*",
  "char (*)[3]",
  "wchar_t",
  "bool",
  "short",
  "unsigned char",
  "long double",
  "n::in::L",
  "void (*)(const char *, const char *)",
  "int (n::K::*)(int)",
  "n::B<short>",
  "n::B<n::K *> &",
  "D<int, char>",
  "const D<n::B<unsigned long>, D<int, int *> > *",
  "A<int, 3>",
  "n::B<const n::K>::In",
  "F<int>",
  "const F<n::B<F<> > > *",
  "F<short, char, 5>::In",
];
const HEAD =
  "namespace n { struct K { int x; }; namespace in { struct L { }; } template <class T> struct B { struct In { }; }; } template <class T, class U> struct D { }; template <class T, int N> struct A { }; template <class T = int, class U = D<T, T>, int N = 3, bool B = true, char C = 'c'> struct F { struct In { }; }; enum E { e };\n";

test("types are mangled as g++ mangles them", () => {
  const declare = (type: string, name: string) =>
    /\(\*\)|::\*\)/.test(type) ? type.replace(/(\*|::\*)\)/, `$1${name})`) : `${type} ${name}`;
  const source = `${HEAD}${TYPES.map((type, at) => `void f${at}(${declare(type, "a")}) { }`).join("\n")}\n`;
  const facts = parseInProcess(source, {
    language: "c++",
    arguments: ["-std=gnu++98", "-m64"],
    fileName: "t.cc",
  });
  const own = TYPES.map((_, at) => {
    const entity = facts.entities.find(({ name }) => name === `f${at}`) as FunctionEntity;
    return mangledType(facts, entity.parameters[0]!.type);
  });
  const folder = mkdtempSync(join(tmpdir(), "weft-mangle-"));
  try {
    // The name of a template instance holds the type with its qualifiers and references, which typeid drops.
    const program = `#include <stdio.h>\n#include <typeinfo>\n${HEAD}template <class T> struct Box {};\nint main() {\n${TYPES.map(
      (type, at) => `  { typedef ${declare(type, `T${at}`)}; puts(typeid(Box<T${at}> *).name()); }`,
    ).join("\n")}\n}\n`;
    const build = spawnSync("g++", ["-std=gnu++98", "-x", "c++", "-", "-o", join(folder, "p")], {
      input: program,
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(build.stderr).toBe("");
    const said = spawnSync(join(folder, "p"), { encoding: "utf8", timeout: 10_000 })
      .stdout.trim()
      .split("\n");
    // `P3BoxI...E`: substitutions inside count Box as the first.
    const inner = said.map((name) => /^P3BoxI(.*)E$/.exec(name)?.[1]);
    const shifted = own.map((name) =>
      name.replace(/S([0-9A-Z]*)_/g, (_, digits: string) => `S${digits === "" ? 0 : Number(digits) + 1}_`),
    );
    expect(shifted).toEqual(inner);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
