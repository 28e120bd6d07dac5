import { expect, test } from "vitest";
import { basePathOf } from "./base-path";

test.each([
  ["/proxy/u1", "/proxy/u1"],
  ["/proxy/u1/", "/proxy/u1"],
  ["/", ""],
  [undefined, ""],
  ["//evil.example", ""],
  ["/a//b", ""],
  ["https://evil.example", ""],
  ["/a/../b", ""],
  ["/a\\b", ""],
  ["/a, /b", ""],
])("%s is shown below %s", (header, path) => {
  expect(basePathOf(header === undefined ? {} : { "x-forwarded-prefix": header }, "")).toBe(path);
});

test("the operator's word counts before a header's", () => {
  expect(basePathOf({ "x-forwarded-prefix": "/other" }, "/ide/")).toBe("/ide");
});
