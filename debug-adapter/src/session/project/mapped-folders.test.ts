import { expect, test } from "vitest";
import { foldersOf } from "./mapped-folders.js";

const told = (...maps: string[]) => foldersOf(maps.map((map) => ["gcc", `-f${map}`, "-c", "a.c"]));

test("folders in debug information, and where they are", () => {
  expect(told("debug-prefix-map=/home/a/k=/src", "debug-prefix-map=/home/a/k=/src")).toEqual([
    { from: "/src", to: "/home/a/k" },
  ]);
  expect(told("file-prefix-map=/home/a b/=/k/", "debug-prefix-map=/x/lib=/k/lib")).toEqual([
    { from: "/k/lib", to: "/x/lib" },
    { from: "/k", to: "/home/a b" },
  ]);
  expect(told("file-prefix-map=/home/a=.")).toEqual([{ from: ".", to: "/home/a" }]);
});

test("macros alone, nothing and what stands for two folders map none", () => {
  expect(told("macro-prefix-map=/a=/src", "file-prefix-map=/a/=", "debug-prefix-map=/a=/a")).toEqual([]);
  expect(told("file-prefix-map=/a=.", "file-prefix-map=/b=.")).toEqual([]);
});
