import { expect, test } from "vitest";
import { clangdArguments, retarget } from "./compile-commands.js";

test("options that clang refuses are dropped, meaning stays", () => {
  const argv =
    "gcc -m32 -std=gnu11 -mpreferred-stack-boundary=2 -fconserve-stack -fno-allow-store-data-races -Iinclude -DX=1 -Wp,-MMD,.a.d -MF a.d -c -o a.o a.c";
  expect(clangdArguments(argv.split(" ")).join(" ")).toBe("gcc -m32 -std=gnu11 -Iinclude -DX=1 -c a.c");
});

test("a command serves another file", () => {
  expect(
    retarget(["gcc", "-m32", "-c", "a.c"], (argument) => argument === "a.c", "/x/a.h", ["-xc-header"]),
  ).toEqual(["gcc", "-m32", "-xc-header", "/x/a.h"]);
});
