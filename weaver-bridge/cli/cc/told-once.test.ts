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
