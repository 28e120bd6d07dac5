import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCompilerCommand } from "./compiler-command.js";
import { checkOfInput, commandForInput, compileArguments, preprocessArguments } from "./derived-command.js";
import { splitWords } from "./response-file.js";

function print(line: string): string {
  const command = parseCompilerCommand(splitWords(line), "/w");
  const inputs = command.inputs.map((input) => `${input.path}:${input.language ?? "linker"}`).join(" ");
  return `${command.mode} ${inputs} -> ${command.output ?? "default"}`;
}

describe("modes, inputs and outputs", () => {
  test.each([
    ["gcc -c a.c", "object a.c:c -> default"],
    ["gcc -c a.c -o out/a.o", "object a.c:c -> out/a.o"],
    ["gcc -oout.o -c a.c", "object a.c:c -> out.o"],
    ["gcc -S a.c -o -", "assembly a.c:c -> -"],
    ["gcc -E a.c", "preprocess a.c:c -> default"],
    ["gcc -E -c a.c", "preprocess a.c:c -> default"],
    ["gcc -M a.c", "preprocess a.c:c -> default"],
    ["gcc -MM -MF d a.c", "preprocess a.c:c -> default"],
    ["gcc -fsyntax-only a.c", "syntax a.c:c -> default"],
    ["gcc a.c b.o -lm -o p", "link a.c:c b.o:linker -> p"],
    ["gcc --version", "other  -> default"],
    ["gcc -v", "other  -> default"],
    ["gcc -v -c a.c", "object a.c:c -> default"],
    ["gcc -### -c a.c", "other a.c:c -> default"],
    ["gcc -dumpmachine", "other  -> default"],
    ["gcc -print-file-name=include", "other  -> default"],
    ["gcc", "other  -> default"],
    ["gcc -c -x c - -o o.o", "object -:c -> o.o"],
    ["gcc -c -xc++ a.c -x none b.c", "object a.c:c++ b.c:c -> default"],
    ["gcc -c --language=c a.txt", "object a.txt:c -> default"],
    ["gcc -c a.s b.S", "object a.s:assembler b.S:assembler-with-cpp -> default"],
    ["gcc -c a.i b.ii c.cc d.C", "object a.i:cpp-output b.ii:c++-cpp-output c.cc:c++ d.C:c++ -> default"],
    ["gcc a.h", "link a.h:c-header -> default"],
    [
      "gcc -c -I inc -Iinc2 -D X -DY=1 -U Z -include a.h -isystem sys -idirafter aft a.c",
      "object a.c:c -> default",
    ],
    ["gcc -c -MD -MF dep.d -MT tgt -MQ tgt2 -MP a.c", "object a.c:c -> default"],
    ["gcc -c -Wp,-MMD,dep.d -Xpreprocessor -DX -Xassembler -L a.c", "object a.c:c -> default"],
    ["gcc --param max-inline-insns-single=4 --param=x=1 -c a.c", "object a.c:c -> default"],
    ["gcc -T link.ld -e start -u sym -z now -Xlinker --gc-sections a.o -o k", "link a.o:linker -> k"],
    ["gcc -aux-info proto.txt -dumpbase x -dumpdir y/ -c a.c", "object a.c:c -> default"],
    ["gcc -B tools -L lib -l m -A test=1 -c a.c", "object a.c:c -> default"],
    ["clang -target i686-linux-gnu -c a.c", "object a.c:c -> default"],
    ["clang -Xclang -ast-dump -mllvm -x -arch i386 -c a.c", "object a.c:c -> default"],
    ["clang --sysroot s -isysroot t -gcc-toolchain u -ivfsoverlay v -c a.c", "object a.c:c -> default"],
    ["clang -c -- -strange.c", "object -strange.c:c -> default"],
    ["ccache gcc -c a.c", "object a.c:c -> default"],
    ["/usr/bin/env LANG=C gcc -c b.c", "object b.c:c -> default"],
    ["env -i -u HOME LANG=C nice -n 5 ccache gcc -c b.c", "object b.c:c -> default"],
    ["LANG=C CCACHE_DIR=/c ccache gcc -c b.c", "object b.c:c -> default"],
    ["nice -10 gcc -c b.c", "object b.c:c -> default"],
    ["timeout -k 5 60 gcc -c b.c", "object b.c:c -> default"],
    ["gcc -pipe -save-temps=obj -c a.c", "object a.c:c -> default"],
    ["gcc -c @missing.rsp a.c", "object @missing.rsp:linker a.c:c -> default"],
  ])("%s", (line, expected) => expect(print(line)).toBe(expected));
});

test("the compiler is what follows the launchers", () => {
  const command = parseCompilerCommand(["ccache", "/opt/bin/clang-19", "-c", "a.c"], "/w");
  expect(command.compiler).toEqual(["ccache", "/opt/bin/clang-19"]);
});

test("response files are expanded, nested and quoted as the compilers do", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-rsp-"));
  writeFileSync(join(folder, "outer.rsp"), `-DNAME="a b" '-I in c'\n@inner.rsp -D\\"Q`);
  writeFileSync(join(folder, "inner.rsp"), "-c a.c\n-o 'out dir/a.o'");
  const command = parseCompilerCommand(["gcc", "@outer.rsp"], folder);
  expect(command.output).toBe("out dir/a.o");
  expect(command.items.flatMap((item) => (item.kind === "option" ? item.words : [item.input.path]))).toEqual([
    "-DNAME=a b",
    "-I in c",
    "-c",
    "a.c",
    "-o",
    "out dir/a.o",
    '-D"Q',
  ]);
});

test("a response file that names itself ends", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-rsp-"));
  writeFileSync(join(folder, "self.rsp"), "-c @self.rsp a.c");
  expect(parseCompilerCommand(["gcc", "@self.rsp"], folder).mode).toBe("object");
});

describe("derived commands", () => {
  const command = parseCompilerCommand(
    splitWords(
      "gcc -m32 -O2 -g3 -Iinc -DX=1 -include k.h -MMD -MF d.d -Wp,-MD,q,-DZ -save-temps -pipe -lm -c a.c -o b/a.o",
    ),
    "/w",
  );
  const [input] = command.inputs;

  test("the preprocessor run keeps what shapes the text and drops modes, outputs, dependencies and linking", () => {
    expect(preprocessArguments(command, input!).join(" ")).toBe(
      "-m32 -O2 -g -Iinc -DX=1 -include k.h -Wp,-DZ -E -x c",
    );
  });

  test("the compile of woven text drops what only the preprocessor reads", () => {
    const words = compileArguments(command, input!, { text: "-", output: "t.o", mode: "object" });
    expect(words.join(" ")).toBe("-m32 -O2 -g -save-temps -c -o t.o -x cpp-output -");
  });

  test("one of several inputs keeps its own language", () => {
    const several = parseCompilerCommand(splitWords("gcc -c -O2 -x c one.txt -x none two.s three.c"), "/w");
    expect(several.inputs.map((one) => commandForInput(several, one).join(" "))).toEqual([
      "gcc -c -O2 -x c one.txt",
      "gcc -c -O2 -x assembler two.s",
      "gcc -c -O2 -x c three.c",
    ]);
  });

  test("a check of one input makes no file, and no option without what it belongs to", () => {
    const made = "gcc -c -O2 -MD -MF one.d -MT one.o -Wp,-MMD,.one.d -Wp,-DX -save-temps -o one.o one.c";
    const whole = parseCompilerCommand(splitWords(made), "/w");
    expect(checkOfInput(whole, whole.inputs[0]!).join(" ")).toBe("gcc -O2 -Wp,-DX -fsyntax-only -x c one.c");
  });
});

test("no words make the parser throw", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom("-o", "-x", "-c", "-MF", "-Wp,-MD", "--", "-", "a.c"))),
      (words) => {
        const command = parseCompilerCommand(words, "/w");
        for (const input of command.inputs) {
          preprocessArguments(command, input);
          commandForInput(command, input);
        }
      },
    ),
  );
});
