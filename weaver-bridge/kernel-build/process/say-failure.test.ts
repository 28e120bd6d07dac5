import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ProcessError } from "../index.js";
import { sayFailure } from "./say-failure.js";

test("a system's error is told without a stack, with what to do", () => {
  let error: unknown;
  try {
    writeFileSync("/", "");
  } catch (caught) {
    error = caught;
  }
  const { message, hint } = sayFailure(error);
  expect(message).toContain("EISDIR");
  expect(message).not.toContain("\n");
  expect(hint).toBeDefined();
});

test("a folder that may not be made is told as such, whatever the system says of its parent", () => {
  const error = Object.assign(new Error("ENOENT: no such file or directory, mkdir '/ro/.weft/units'"), {
    ...{ code: "ENOENT", syscall: "mkdir", path: "/ro/.weft/units" },
  });
  const { message, hint } = sayFailure(error);
  expect(message).toBe("the folder /ro/.weft/units can't be made");
  expect(hint).toContain("make it writable");
});

test("a missing program is told as it is, a fault of our own with its stack", () => {
  expect(sayFailure(new ProcessError("process-not-found", "gcc was not found"))).toEqual({
    message: "gcc was not found",
  });
  expect(sayFailure(new TypeError("oops")).message).toMatch(/fault of Weft itself.*oops.*\n.*at /s);
});
