import { expect, test } from "vitest";
import { mayOpen } from "./may-open";

test.each([
  ["https://example.org/?command:a", undefined, true],
  ["file:///a.c#3", {}, true],
  ["command:a?[]", undefined, false],
  ["command:a", { allowCommands: false }, false],
  ["COMMAND:a", { fromUserGesture: true }, false],
  ["command:a?[]", { allowCommands: ["b"] }, false],
  ["command:a?[1]", { allowCommands: ["b", "a"] }, true],
  ["command:a", { allowCommands: true }, true],
])("%s, with %j: %s", (link, options, may) => {
  expect(mayOpen(link, options)).toBe(may);
});
