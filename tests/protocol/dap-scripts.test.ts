/** Scripts over a recorded run: `weft debug FILE --script SCRIPT`. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeBundles } from "../support/bundles.js";
import { useSmallKernel } from "./small-kernel.js";

const WEFT = resolve(import.meta.dirname, "../../weaver-bridge/dist/weft.js");
const kernel = useSmallKernel("scripts");
const LISTS = readFileSync(join(import.meta.dirname, "chains.c"), "utf8").replace(
  "\tfor (;;)",
  '\t__asm__ volatile("outb %b0, %w1" :: "a"(0), "Nd"(0x501));\n\tfor (;;)',
);

beforeEach(async () => {
  makeBundles("weft", "debug-adapter");
  await (await kernel.replayOf("lists.c", LISTS, {})).dispose();
});

function run(script: string, ...words: string[]) {
  const file = join(kernel.folder, "question ü.py");
  writeFileSync(file, script);
  return weft(join(kernel.folder, "run.weftrun"), "--script", file, ...words);
}

function weft(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [WEFT, "debug", ...words], {
    cwd: kernel.folder,
    encoding: "utf8",
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}

test("a script follows the kernel's lists, goes to what it found, and prints nothing but its own lines", () => {
  const { status, stdout, stderr } = run(
    `import sys, weft
looks = weft.hits('execution("% look(...)")')
print(sys.argv[1:], len(looks), weft.position())
weft.goto(looks[0])
print(weft.position() == looks[0]["position"])
tasks = list(weft.list_for_each(weft.value("all"), "struct task", "tasks"))
weft.table([(int(task["pid"]), weft.text(task["comm"])) for task in tasks], ["pid", "name"])
print([int(task["pid"]) for task in weft.chain(weft.value("first"), "next")])
print([int(slot) != 0 for slot in weft.elements(weft.value("slots"))], list(weft.list_for_each(weft.value("nobody"), "struct task", "tasks")))
weft.timeline(looks, width=10)
reason = weft.why_ran(looks[1]["position"])
print(sorted(reason)[0] != "", weft.position() == looks[0]["position"])
weft.goto(looks[1])
for walk in [weft.list_for_each(weft.value("&all"), "struct task", "tasks"), weft.chain(weft.value("first"), "next")]:
    try: list(walk)
    except weft.Problem as problem: print(str(problem).split(" after")[0].split(" 0x")[0])
`,
    "one",
    "two words",
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [looks, ...lines] = stdout.trimEnd().split("\n");
  expect(looks).toBe("['one', 'two words'] 2 0");
  expect(lines.slice(0, 7)).toEqual([
    "True",
    "pid  name",
    "1    editor",
    "2    shell",
    "3    printer",
    "[3, 2, 1]",
    "[False, True, False, False, True] []",
  ]);
  expect(lines[7]).toMatch(/^ *\d+ \| *# *\| execution: void look\(\)$/);
  expect(lines.slice(9)).toEqual(["True True", "the list of", "the list comes back to"]);
});

test("how a script ends is how the command ends", () => {
  expect(run("import sys; sys.exit(3)").status).toBe(3);
  expect(run("print('before')\nweft.value('nothing_of_this_name')")).toMatchObject({
    status: 1,
    stdout: "before\n",
    stderr: expect.stringMatching(/error\[weft\/debug\/script\]: .*question ü\.py:2: No symbol "nothing_of/),
  });
  expect(run("def f(:")).toMatchObject({ status: 1, stderr: expect.stringMatching(/SyntaxError: .*line 1/) });
  expect(run("weft.hits('execution(\"% look(...)\")', most=1); weft.hits('execution(')")).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/question ü\.py:1: /),
  });
  const recording = join(kernel.folder, "run.weftrun");
  expect(weft(recording, "--script", "none.py")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("none.py can't be read"),
  });
  expect(weft(recording, "--script", "a.py", "--hits", "x").status).toBe(2);
  expect(weft(recording, "word").stderr).toContain("word: words behind the file are for a script");
});

test("modules of the working directory are not taken for those that Weft needs", () => {
  for (const name of ["json", "subprocess", "weft", "traceback"])
    writeFileSync(join(kernel.folder, `${name}.py`), "raise SystemExit(77)\n");
  const { status, stdout } = run("import json, weft\nprint(json.loads('[1]'), weft.position())");
  expect({ status, stdout }).toEqual({ status: 0, stdout: "[1] 0\n" });
});
