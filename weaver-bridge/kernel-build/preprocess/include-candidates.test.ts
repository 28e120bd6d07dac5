import { expect, test } from "vitest";
import { includeCandidates } from "./include-candidates.js";

test.each([
  ["b.h", { from: "x/a.idl", system: false, next: false }, ["x/b.h", "1/b.h", "2/b.h"]],
  ["b.h", { from: "x/a.idl", system: true, next: false }, ["1/b.h", "2/b.h"]],
  ["b.h", { from: "1/b.h", system: true, next: true }, ["2/b.h"]],
  ["s/b.h", { from: "1/s/b.h", system: false, next: true }, ["2/s/b.h"]],
  ["b.h", { from: "2/b.h", system: true, next: true }, []],
  ["b.h", { from: "x/a.idl", system: true, next: true }, ["1/b.h", "2/b.h"]],
])("%s, asked for as %j", (name, request, files) => {
  expect(includeCandidates(name, request, ["1", "2"])).toEqual(files);
});
