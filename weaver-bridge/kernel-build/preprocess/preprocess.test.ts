import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { parseCompilerCommand } from "../command/compiler-command.js";
import { completeRule, dependencyRequest, parseDependencies, printDependencies } from "./dependency-file.js";
import { preprocess } from "./preprocess.js";

const COMPILERS = ["gcc", CLANG];

/** Two headers of the same name: the one beside the unit must win, as in the compiler. */
function folder(): string {
  const root = mkdtempSync(join(tmpdir(), "weft pre é-"));
  mkdirSync(join(root, "sub/out"), { recursive: true });
  const unit =
    '#include <stddef.h>\n#include "u.h"\n#ifndef X\n#error no X\n#endif\n' +
    "const char *file = __FILE__, *base = __BASE_FILE__;\nint main(void) { return X + K; }\n";
  for (const at of ["", "sub/"]) {
    writeFileSync(join(root, at, "u.c"), unit);
    writeFileSync(join(root, at, "u.h"), `#define X ${at === "" ? 1 : 2}\n`);
    writeFileSync(join(root, at, "with space.c"), unit);
  }
  writeFileSync(join(root, "k.h"), "#define K 7\nint k;\n");
  return root;
}

const TAIL = '# 1 "<weft-tail>"\nint tail = X;\n';

describe.each(COMPILERS)("%s", (compiler) => {
  describe.each(["u.c", "sub/u.c", "./sub/../u.c", "sub/with space.c"])("%s", (unit) => {
    test.each([["-include k.h"], ["-DK=1 -g"], ["-include k.h -std=gnu11 -m32 -ffreestanding -O2"]])(
      "with %s the text up to the tail is the compiler's own -E",
      async (flags) => {
        const root = folder();
        const words = [compiler, ...flags.split(" "), "-c", unit];
        const command = parseCompilerCommand(words, root);
        const own = execFileSync(compiler, [...words.slice(1, -2), "-E", unit], {
          cwd: root,
          encoding: "latin1",
        });
        const result = await preprocess(command, command.inputs[0]!, { tail: TAIL });
        if (!result.ok) throw new Error(result.diagnostics);
        const at = result.text.indexOf('# 1 "<weft-tail>"');
        expect(result.text.slice(0, at).trimEnd()).toBe(own.trimEnd());
        expect(result.text.slice(at)).toContain(
          `int tail = ${unit.startsWith("sub/w") || unit === "sub/u.c" ? 2 : 1};`,
        );
        expect(result.diagnostics).toBe("");
      },
    );

    test("an editor's text takes the file's place", async () => {
      const root = folder();
      const command = parseCompilerCommand([compiler, "-include", "k.h", "-c", unit], root);
      const text = readFileSync(join(root, unit), "latin1");
      const saved = await preprocess(command, command.inputs[0]!, {});
      const unsaved = await preprocess(command, command.inputs[0]!, { overlay: text });
      const edited = await preprocess(command, command.inputs[0]!, {
        overlay: text.replace("X + K", "X - K"),
      });
      expect(unsaved).toEqual(saved);
      expect(edited.ok && edited.text).toMatch(/return [12] - 7/);
    });
  });

  test("the unit is the file that the compiler begins with", async () => {
    const root = folder();
    const text = '#pragma GCC system_header\n#include_next "u.h"\nint level = __INCLUDE_LEVEL__, x = X;\n';
    writeFileSync(join(root, "first.c"), text);
    const words = [compiler, "-Isub", "-w", "-c", "first.c"];
    const own = execFileSync(compiler, ["-Isub", "-w", "-E", "first.c"], { cwd: root, encoding: "latin1" });
    const command = parseCompilerCommand(words, root);
    const result = await preprocess(command, command.inputs[0]!, {});
    expect(result.ok && result.text.trimEnd()).toBe(own.trimEnd());
  });

  test("an empty unit is as empty as with the compiler", async () => {
    const root = folder();
    writeFileSync(join(root, "empty.c"), "");
    const command = parseCompilerCommand([compiler, "-c", "empty.c"], root);
    const own = execFileSync(compiler, ["-E", "empty.c"], { cwd: root, encoding: "latin1" });
    const result = await preprocess(command, command.inputs[0]!, { tail: TAIL.replace("X", "1") });
    expect(result.ok && result.text.slice(0, result.text.indexOf('# 1 "<weft-tail>"')).trimEnd()).toBe(
      own.trimEnd(),
    );
  });

  test("standard input is the unit's text", async () => {
    const root = folder();
    const command = parseCompilerCommand([compiler, "-x", "c", "-c", "-", "-o", "x.o"], root);
    const result = await preprocess(command, command.inputs[0]!, {
      overlay: "#define X 5\nint a = X;\n",
      tail: TAIL,
    });
    expect(result.ok && result.text).toMatch(/int a = 5;[\s\S]*<weft-tail>"\nint tail = 5;/);
  });

  test("errors in the unit are a result with the compiler's words", async () => {
    const root = folder();
    writeFileSync(join(root, "broken.c"), '#include "nowhere.h"\n');
    const command = parseCompilerCommand([compiler, "-c", "broken.c"], root);
    const result = await preprocess(command, command.inputs[0]!, { tail: TAIL });
    expect(result.ok).toBe(false);
    expect(result.diagnostics).toMatch(/broken\.c:1:\d+: fatal error: .*nowhere\.h/);
  });

  test.each([
    ["-MMD -c u.c"],
    ["-MD -c sub/u.c"],
    ["-MD -c u.c -o sub/out/x.obj"],
    ["-MMD -c u.c -o sub/noext"],
    ["-MMD -MT tgt -MQ $x -MP -c u.c -o sub/x.o"],
    ["-MMD -MF sub/q.dep -c u.c"],
    ["-Wp,-MMD,sub/.u.o.d -c u.c -o sub/x.o"],
    ["-Wp,-MMD,sub/.u.o.d -MT zork -c u.c -o sub/x.o"],
    ["-MMD -S u.c"],
    ["-MMD u.c -o sub/prog"],
    ["-MMD u.c"],
  ])("the make rule of %s is the compiler's own", async (flags) => {
    const own = folder();
    const words = [compiler, "-include", "k.h", ...flags.split(" ")];
    execFileSync(compiler, words.slice(1), { cwd: own });
    const command = parseCompilerCommand(words, own);
    const request = dependencyRequest(command, command.inputs[0]!)!;
    const expected = parseDependencies(readFileSync(join(own, request.file), "utf8"));
    const result = await preprocess(command, command.inputs[0]!, {
      tail: TAIL,
      dependencyOptions: request.options,
    });
    if (!result.ok) throw new Error(result.diagnostics);
    expect(completeRule(result.dependencies!, command.inputs[0]!.path, [])).toEqual(expected);
  });
});

test("a missing compiler is a typed error that names it", async () => {
  const command = parseCompilerCommand(["no-such-gcc", "-c", "u.c"], folder());
  await expect(preprocess(command, command.inputs[0]!, {})).rejects.toMatchObject({
    code: "process-not-found",
  });
});

test("a cancelled run rejects and leaves no process", async () => {
  const root = folder();
  writeFileSync(join(root, "slow"), "#!/bin/sh\nexec sleep 1000\n", { mode: 0o755 });
  const command = parseCompilerCommand([join(root, "slow"), "-c", "u.c"], root);
  const cancel = new AbortController();
  const run = preprocess(command, command.inputs[0]!, { signal: cancel.signal });
  cancel.abort();
  await expect(run).rejects.toMatchObject({ code: "process-cancelled" });
});

test("a rule printed and read again is the same, strange names included", () => {
  const rule = { targets: ["a b.o", "$x"], prerequisites: ["a b.c", "d#.h", "$y.h"], phony: true };
  expect(parseDependencies(printDependencies(rule))).toEqual(rule);
});

test.each([
  ["a\nb.c", "a line break stands in the name"],
  ["a\ufffdb.c", "the name of the unit is not UTF-8"],
])("a unit whose name can't be carried is told so: %j", async (name, words) => {
  const command = parseCompilerCommand(["gcc", "-c", name], folder());
  const result = await preprocess(command, command.inputs[0]!, {});
  expect(result).toMatchObject({ ok: false, diagnostics: expect.stringContaining(words) });
});

describe("a header that is a pipe", () => {
  const unitWithPipe = () => {
    const root = mkdtempSync(join(tmpdir(), "weft-pre-"));
    writeFileSync(join(root, "a.c"), '#include "p.h"\n');
    execFileSync("mkfifo", [join(root, "p.h")]);
    const command = parseCompilerCommand(["gcc", "-c", "a.c"], root);
    return { root, run: () => preprocess(command, command.inputs[0]!, {}) };
  };

  test("to which nobody writes is told, and nobody waits for it, in a folder that is trusted too", async () => {
    const { run } = unitWithPipe();
    await expect(run()).rejects.toMatchObject({
      code: "process-deadline",
      message: expect.stringMatching(/^gcc was stopped: .*p\.h is a pipe/),
    });
  }, 20_000);

  test("is read when whoever writes takes his time", async () => {
    const { root, run } = unitWithPipe();
    const writer = spawn("sh", ["-c", "exec 3>p.h; sleep 4; echo 'int x;' >&3"], { cwd: root });
    const result = await run();
    writer.kill();
    expect(result).toMatchObject({ ok: true, text: expect.stringContaining("int x;") });
  }, 20_000);
});
