/**
 * Units that are compiled one by one get only those functions of slices that they may need, where another unit is the
 * class's own. Nobody can tell from the objects: with `-r`, which shows the weaver all functions, they are the same.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { programFolder, WEFT } from "./program-folder.js";

const FILES = {
  "clock.h": `#pragma once
class Clock { int ticks; public: Clock(); void tick(); int now() const { return ticks; } };
class Figure { public: virtual ~Figure() {} virtual int area() { return 1; } };
class Shape : public Figure { public: Shape(); };
int measured(Figure &figure);
`,
  "clock.cc": '#include "clock.h"\nClock::Clock() : ticks(0) {}\nvoid Clock::tick() { ticks++; }\n',
  "shape.cc":
    '#include "clock.h"\nShape::Shape() {}\nint measured(Figure &figure) { return figure.area(); }\n',
  "main.cc": `#include <stdio.h>
#include "clock.h"
#define PASTED(object, name) object.name##_by_macro()
int main() {
  Clock clock; Shape shape;
  clock.tick();
  clock.called(2);
  int (Clock::*pointer)() = &Clock::addressed;
  printf("%d %d %d %d\\n", clock.now(), (clock.*pointer)(), PASTED(clock, pasted), measured(shape));
  printf("%d %d\\n", clock == 7 ? 1 : 0, clock.in_class());
}
`,
  "slices.ah": `#pragma once
slice class More {
public:
  void called(int by);
  int addressed();
  int pasted_by_macro();
  void by_called(int by);
  int never();
  int by_never();
  int in_class() { return for_in_class(); }
  int for_in_class();
  bool operator==(int other) const;
  int by_advice();
};
slice void More::called(int by) { by_called(by); }
slice void More::by_called(int by) { ticks += by; }
slice int More::addressed() { return ticks * 10; }
slice int More::pasted_by_macro() { return ticks * 100; }
slice int More::never() { return by_never(); }
slice int More::by_never() { return 1; }
slice int More::for_in_class() { return 2; }
slice bool More::operator==(int other) const { return ticks == other; }
slice int More::by_advice() { return ticks += 4; }
slice class Sized { public: int area(); };
slice int Sized::area() { return 5; }
aspect Extending {
  advice "Clock" : slice More;
  advice "Shape" : slice Sized;
  advice execution("void Clock::tick()") : after() { tjp->that()->by_advice(); }
  advice execution("% Clock::never()" || "% Clock::by_called(...)") : before() { __builtin_puts("advised"); }
};
`,
};

describe("units of a program, compiled one by one", () => {
  const { at, run } = programFolder(FILES);
  const quietly = (program: string, words: readonly string[]) => expect(run(program, words)).toBe("");
  const sources = ["main.cc", "clock.cc", "shape.cc"];
  const brief = (source: string, output: string, more: readonly string[] = []) =>
    quietly(WEFT, ["ag++", "-p", ".", ...more, "-O1", "-c", source, "-o", output]);

  test("the program does what the slices say", () => {
    for (const source of sources) brief(source, `${source}.o`);
    quietly("g++", [...sources.map((source) => `${source}.o`), "-o", "program"]);
    expect(run(at("program"), [])).toBe("advised\n7 70 700 5\n1 2\n");
  });

  test.each(sources)("%s: the same object as with all functions", (source) => {
    brief(source, "brief.o");
    brief(source, "whole.o", ["-r", "project.acp"]);
    expect(readFileSync(at("brief.o"))).toEqual(readFileSync(at("whole.o")));
  });

  test("what no word of a unit leads to is not in its text", () => {
    quietly(WEFT, ["ag++", "-p", ".", "--weave_only", "-c", "main.cc", "-o", "main.ii"]);
    const text = readFileSync(at("main.ii"), "latin1");
    const mentions = (name: string) => text.match(new RegExp(`\\b${name}\\(`, "g"))?.length;
    // Declared in the class, and no more.
    expect(["never", "by_never"].map(mentions)).toEqual([1, 1]);
  });
});
