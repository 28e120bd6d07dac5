import { expect, test } from "vitest";
import { readFixture } from "./fixture.js";

test("splits files and takes the cursor out", () => {
  const fixture = readFixture("\n//- /a.c\nint a$0;\n//- /b.ah\naspect B {};\n");
  expect([...fixture.files]).toEqual([
    ["/a.c", "int a;\n"],
    ["/b.ah", "aspect B {};\n"],
  ]);
  expect(fixture.cursor).toEqual({ file: "/a.c", offset: 5 });
});

test("text without a file line is the main file", () => {
  expect([...readFixture("int x;\n").files]).toEqual([["/main.c", "int x;\n"]]);
});

test("refuses two cursors", () => {
  expect(() => readFixture("//- /a.c\n$0\n//- /b.c\n$0\n")).toThrow("two cursors");
});
