import fc from "fast-check";
import { expect, test } from "vitest";
import { buildLineMap } from "./line-map.js";
import { fileOfMarker, markerName } from "./marker-name.js";

test("names come back, and their bytes are the file system's", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (name) => fileOfMarker(markerName(name)) === name));
  expect(markerName("é.ah")).toBe(Buffer.from("é.ah").toString("latin1"));
});

test("bytes that are no UTF-8 stay as they are", () => expect(fileOfMarker("\xe9.c")).toBe("\xe9.c"));

test("line maps name files as the rest of the program does", () =>
  expect(buildLineMap(Buffer.from('# 1 "é.c"\nint a;\n').toString("latin1")).files).toEqual(["é.c"]));

test("Clang spells what is not ASCII in octal", () => {
  expect(fileOfMarker("\\303\\251\\\\303.ah")).toBe("é\\303.ah");
  expect(fileOfMarker('a\\\\9\\"b.c')).toBe('a\\9"b.c');
});
