import { expect, test } from "vitest";
import { toldOnce } from "./told-once.js";

const once = (text: string) => toldOnce(Buffer.from(text, "latin1")).toString("latin1");

const FIRST =
  "t.ah: In function 'one':\n\x1b[01mt.ah:2:5:\x1b[m error: 'x' undeclared\n    2 | x\n      | ^\n" +
  "t.ah:2:5: note: each undeclared identifier is reported only once\n";
const AGAIN =
  "t.ah: In function 'two':\n\x1b[01mt.ah:2:5:\x1b[m error: 'x' undeclared\n    2 | x\n      | ^\n";
const OTHER = "t.ah: In function 'two':\nt.ah:3:1: warning: unused\n    3 | y\n";

test("a diagnostic of an aspect file is told once, with its lines and heading", () => {
  expect(once(FIRST + AGAIN)).toBe(FIRST);
  expect(once(FIRST + AGAIN + OTHER.replace(/^.*\n/, ""))).toBe(FIRST + OTHER);
  expect(once(`${FIRST}${AGAIN}cc1: all warnings being treated as errors\n`)).toBe(
    `${FIRST}cc1: all warnings being treated as errors\n`,
  );
});

test("the kernel's own diagnostics stay as they are", () => {
  const kernel = "a.c:1:1: warning: w\n  1 | w\na.c:1:1: warning: w\n  1 | w\n";
  expect(once(kernel)).toBe(kernel);
  expect(once(FIRST + kernel)).toBe(FIRST + kernel);
});

test("what a template brings about is told once, with the way to it", () => {
  const from = (place: string, joinPoint: string) =>
    `t.ah: In instantiation of 'static void A::f(JoinPoint*) [with JoinPoint = ${joinPoint}]':\n` +
    `${place}:   required from 'static void {anonymous}::__weft::g(__P0&) [with __P0 = int]'\n${place}:   required from here\n` +
    `t.ah:5:3: error: 'struct ${joinPoint}' has no member named 'x'\n    5 | x\n      | ^\n`;
  const first = from("m.cc:1:2", "__weft_jp_0<int, C>");
  expect(once(first + from("m.cc:7:2", "__weft_jp_1<long>"))).toBe(first);
  const other = from("m.cc:7:2", "__weft_jp_1<long>").replace("'x'", "'y'");
  expect(once(first + other)).toBe(first + other);
});

test("notes go with what they are about", () => {
  const first =
    "t.ah:5:3: error: no member\n    5 | x\nm.cc:1:2: note: in instantiation of f<1>\n    1 | f\n";
  const again = first.replace("m.cc:1:2", "m.cc:9:9").replace("f<1>", "f<2>");
  const other = "m.cc:4:4: warning: w\n    4 | w\nm.cc:5:5: note: n\n";
  expect(once(first + again + other)).toBe(first + other);
});
