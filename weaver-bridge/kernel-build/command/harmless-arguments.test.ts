import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { removeTemporary, temporaryFolder } from "../files/atomic-write.js";
import { runProcess } from "../process/run-process.js";
import { confined, hasSandbox, isUntrusted, runNothingOfTheirs } from "../process/untrusted-run.js";
import { harmlessArguments } from "./harmless-arguments.js";

const WORDS = [
  ...[
    "-I",
    "-D",
    "-U",
    "-include",
    "-isystem",
    "-x",
    "-o",
    "-c",
    "--",
    "-",
    "-B",
    "-wrapper",
    "-std=c99",
    "-m32",
  ],
  ...[
    "-fplugin=./p.so",
    "@a",
    "@/b",
    "-I@a",
    "-D@a",
    "a.c",
    "-a.c",
    "@a.c",
    "c",
    "none",
    "c++",
    "-specs=s",
    "-Xclang",
  ],
  ...[
    "-load",
    "gcc",
    "./gcc",
    "env",
    "",
    " ",
    "a\nb.c",
    "-DX=1\n-fplugin=p",
    "--include=@a",
    "-iquote@a",
    "=x",
  ],
];

/** A reading of its own: which words a driver takes for options, and which for files. */
function driverReads(words: readonly string[]): { options: string[]; values: string[]; files: string[] } {
  const read = { options: [] as string[], values: [] as string[], files: [] as string[] };
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as string;
    if (!word.startsWith("-")) read.files.push(word);
    else read.options.push(word);
    if (/^-(I|include|imacros|isystem|iquote|idirafter|x)$/.test(word)) read.values.push(words[++at] ?? "");
  }
  return read;
}

test("whatever a command says, what is made of it has only known options, absolute files, and no word to expand", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string())), (argv) => {
      const words = harmlessArguments(["gcc", ...argv], "/folder");
      const { options, values, files } = driverReads(words);
      expect(words[0]).toBe("gcc");
      expect(words.filter((word) => word.startsWith("@") || word === "--" || word === "-")).toEqual([]);
      expect(files.filter((file) => !file.startsWith("/"))).toEqual([]);
      expect(
        values.filter((value) => !/^(\/|c$|c\+\+$|none$|cpp-output$|c\+\+-cpp-output$)/.test(value)),
      ).toEqual([]);
      const known =
        /^-(I|include|imacros|isystem|iquote|idirafter|x|c|m32|std=c99|D[A-Za-z_].*|U[A-Za-z_].*)$/s;
      expect(options.filter((option) => !known.test(option))).toEqual([]);
      expect(harmlessArguments(words, "/elsewhere")).toEqual(words);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["gcc -x c b.txt a.cc -c", "gcc -c -x c /f/b.txt -x none -x c /f/a.cc -x none"],
  ["gcc -c a.c b.cc", "gcc -c /f/a.c /f/b.cc"],
  ["gcc -c a.o a.S", "gcc -c"],
])("%s is %s", (said, made) => {
  expect(harmlessArguments(said.split(" "), "/f").join(" ")).toBe(made);
});

test("a text that would have the compiler load a folder's precompiled header is not compiled", async () => {
  runNothingOfTheirs("/folder");
  try {
    const text = '#pragma GCC pch_preprocess "/folder/a.h.gch"\nint a;\n';
    const run = (input: string) =>
      runProcess(["gcc", "-x", "cpp-output", "-fsyntax-only", "-"], { directory: "/", input });
    await expect(run(text)).rejects.toMatchObject({ code: "process-refused" });
    expect((await run("int a;\n")).code).toBe(0);
  } finally {
    delete process.env.WEFT_UNTRUSTED;
  }
});

test("programs and words that are not known do not pass while nothing of a folder may run", () => {
  expect(isUntrusted()).toBe(false);
  runNothingOfTheirs("/folder");
  try {
    const refused = [
      ["./gcc", "-E", "-"],
      ["/folder/gcc", "-E", "-"],
      ["sh", "-c", "true"],
      ["gcc", "-E", "@/folder/a"],
      ["gcc", "-E", "-o", "relative", "-"],
      ["gcc", "-E", "--", "-"],
      ["gcc", "-fplugin=/folder/p.so", "-"],
      ["env", "LC_ALL=C", "/folder/gcc", "-E", "-"],
      ["gcc", "-Xclang", "-load"],
      ["gcc", "-I", "-fplugin=/p"],
      ["gcc", "-E", "/dev/zero"],
      ["gcc", "-E", "-include", "/dev/zero", "-"],
    ];
    for (const argv of refused) expect([argv, typeof confined(argv, [])]).toEqual([argv, "string"]);
    const passed = confined(["env", "LC_ALL=C", "gcc", "-E", "-DX=@a", "-x", "c", "-"], []);
    expect(passed.slice(-6)).toEqual([expect.stringMatching(/^\/.*\/gcc$/), "-E", "-DX=@a", "-x", "c", "-"]);
  } finally {
    delete process.env.WEFT_UNTRUSTED;
  }
});

test("programs that programs look for are the system's, too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-path-"));
  const own = temporaryFolder("weft-own-");
  const before = process.env.PATH;
  process.env.PATH = `.:tools:${folder}:${folder}/bin:${before}`;
  process.env.WEFT_UNTRUSTED = folder;
  mkdirSync(join(folder, "bin"));
  for (const name of ["as", "bin/as"])
    writeFileSync(join(folder, name), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
  try {
    const asked = ["gcc", "-x", "c", "-c", "-o", join(own, "a.o"), "-"];
    expect((await runProcess(asked, { directory: folder, input: "int a;\n" })).code).toBe(0);
    runNothingOfTheirs(folder);
    expect(process.env.PATH).toBe(
      before
        ?.split(":")
        .filter((place) => existsSync(place))
        .join(":"),
    );
  } finally {
    process.env.PATH = before;
    delete process.env.WEFT_UNTRUSTED;
    rmSync(folder, { recursive: true });
    removeTemporary(own);
  }
});

test("a compiler that the machine does not have is told as that, so that the next name is tried", async () => {
  runNothingOfTheirs("/folder");
  try {
    const run = (name: string) => runProcess([name, "-E", "-"], { directory: "/" });
    await expect(run("gcc-99")).rejects.toMatchObject({ code: "process-not-found" });
    await expect(run("./gcc-99")).rejects.toMatchObject({ code: "process-refused" });
    await expect(run("sh")).rejects.toMatchObject({ code: "process-refused" });
  } finally {
    delete process.env.WEFT_UNTRUSTED;
  }
});

test("what runs for an untrusted folder may write in the temporary folder that it names, in no other", async () => {
  const [own, others] = [temporaryFolder("weft-own-"), temporaryFolder("weft-others-")];
  symlinkSync(others, join(own, "link"));
  runNothingOfTheirs("/folder");
  try {
    const make = async (name: string) =>
      (await runProcess(["mkdir", join(own, name)], { directory: "/" })).code;
    const walled = hasSandbox();
    expect([await make("in"), await make("link/in")]).toEqual([0, walled ? 1 : 0]);
    expect([readdirSync(own).sort(), readdirSync(others)]).toEqual([["in", "link"], walled ? [] : ["in"]]);
  } finally {
    delete process.env.WEFT_UNTRUSTED;
    removeTemporary(own);
    removeTemporary(others);
  }
});
