import { expect, test } from "vitest";
import { COMMANDS } from "./check-arguments.js";
import { type AskedParts, createRequestTable } from "./request-table.js";

test("the arguments of every request are held against a type", () => {
  const answered = Object.keys(createRequestTable({} as AskedParts));
  expect(answered).not.toEqual([]);
  expect(answered.filter((command) => !COMMANDS.includes(command))).toEqual([]);
});
