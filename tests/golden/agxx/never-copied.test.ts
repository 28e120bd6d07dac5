/**
 * Advice on constructions runs in implicit copies too, which are written out for it. Where a unit is compiled alone and
 * can't copy objects of the class, such a copy is only declared: the object is the same.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { programFolder, WEFT } from "./program-folder.js";

const FILES = {
  "task.h": `#pragma once
extern "C" int printf(const char *, ...);
struct Part { int n; };
class Task {
public:
  int n; Part part;
  Task(int n);
  static Task *first();
  int value() const { return n; }
};
int last(Task *tasks);
void named(Task *task), thrown(Task *task), deduced(Task *task), passed(Task *task);
`,
  "task.cc": `#include "task.h"
Task::Task(int n) : n(n) { part.n = n; }
Task *Task::first() { return reinterpret_cast<Task *>(sizeof(Task)); }
int last(Task *tasks) { Task &second = tasks[1]; return second.value(); }
`,
  "named.cc": '#include "task.h"\nvoid named(Task *task) { Task copy(*task); copy.n++; }\n',
  "thrown.cc":
    '#include "task.h"\nvoid thrown(Task *task) { try { throw *task; } catch (const Task &) { } }\n',
  "deduced.cc": '#include "task.h"\nvoid deduced(Task *task) { __typeof__(*task) copy = *task; copy.n++; }\n',
  "passed.cc":
    '#include "task.h"\nstruct Outer { Task task; };\nvoid passed(Task *task) { Outer a = { *task }, b(a); b.task.n++; }\n',
  "main.cc": `#include "task.h"
int main() {
  Task task(4);
  named(&task); printf("-\\n"); thrown(&task); printf("-\\n"); deduced(&task); printf("-\\n"); passed(&task);
}
`,
  "made.ah": `#pragma once
aspect Made {
  advice construction("Task") : before() { printf("%s %d\\n", "made", tjp->that()->part.n); }
};
`,
};

describe("implicit copies in units that are compiled one by one", () => {
  const { at, run } = programFolder(FILES);
  const compile = (source: string, output: string, more: readonly string[] = []) =>
    run(WEFT, ["ag++", "-p", ".", ...more, "-O1", "-Wall", "-Wextra", "-c", source, "-o", output]);
  const sources = Object.keys(FILES).filter((name) => name.endsWith(".cc"));

  test("every copy that a unit makes is advised, named or not", () => {
    for (const source of sources) compile(source, `${source}.o`);
    run("g++", [...sources.map((source) => `${source}.o`), "-o", "program"]);
    const said = run(at("program"), []).replace(/made -?\d+/g, "made");
    expect(said).toBe("made\nmade\n-\nmade\n-\nmade\n-\nmade\nmade\n");
  });

  test.each(sources)("%s: the same object as with all of them", (source) => {
    compile(source, "brief.o");
    compile(source, "whole.o", ["-r", "project.acp"]);
    expect(readFileSync(at("brief.o"))).toEqual(readFileSync(at("whole.o")));
  });

  test("where nothing can be copied, the copy is declared and has no body", () => {
    const woven = (source: string) => {
      run(WEFT, ["ag++", "-p", ".", "--weave_only", "-std=gnu++98", "-c", source, "-o", "woven.ii"]);
      return readFileSync(at("woven.ii"), "latin1");
    };
    expect(woven("task.cc")).toMatch(/inline Task\(const Task &\w+\);/);
    expect(woven("named.cc")).toMatch(/inline Task\(const Task &\w+\) :/);
  });
});
