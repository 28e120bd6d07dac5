import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { kbuildCommand } from "./kbuild-command.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-kbuild-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const commandOf = (text: string) => {
  writeFileSync(join(folder, ".shelf.o.cmd"), text);
  return kbuildCommand("/src/shelf.c", "/linux", ["/nowhere", folder]);
};

test("the command that Kbuild left beside the object", () => {
  const left = `cmd_/src/shelf.o := gcc -Wp,-MMD,/src/.shelf.o.d -DKBUILD_BASENAME='"shelf"' -c -o /src/shelf.o /src/shelf.c  ; ./tools/objtool/objtool /src/shelf.o\n\nsource_/src/shelf.o := /src/shelf.c\n`;
  expect(commandOf(left)).toEqual({
    directory: "/linux",
    file: "/src/shelf.c",
    arguments: [
      ...["gcc", "-Wp,-MMD,/src/.shelf.o.d", '-DKBUILD_BASENAME="shelf"', "-c", "-o", "/src/shelf.o"],
      "/src/shelf.c",
    ],
  });
  expect(commandOf("savedcmd_shelf.o := gcc -c shelf.c\n")?.arguments).toEqual(["gcc", "-c", "shelf.c"]);
});

test("none where there is none, or something else", () => {
  expect(commandOf("rubbish")).toBeUndefined();
  expect(kbuildCommand("/src/other.c", "/linux", [folder])).toBeUndefined();
});
