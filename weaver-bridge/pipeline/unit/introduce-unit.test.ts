/** Passes of introductions over a unit of C: as many as find something, also in what slices brought along. */
import { expect, test } from "vitest";
import { parseAspectFile } from "../../pointcut/index.js";
import { introduceIntoC } from "./introduce-unit.js";

function introduced(unitText: string, aspects: string) {
  const files = [parseAspectFile("a.ah", aspects)];
  const result = introduceIntoC({ unitText, fileName: "in.c", files, tail: undefined });
  const text = result?.text.replace(/^#.*$|__asm__\(.*\);/gm, "").replace(/\s+/g, " ");
  return { text: text?.trim(), into: result?.effects.map(({ binding }) => binding.joinPoint.signature) };
}

test("a struct that a slice brings along gets slices, too", () => {
  const { text, into } = introduced(
    "struct inode { int i; };\nstruct other { int o; };\n",
    `aspect A { advice "inode" : slice struct { struct part { int p; } in; };
  advice "part" : slice struct { int q; }; };`,
  );
  expect(text).toBe("struct inode { int i; struct part { int p; int q; } in; }; struct other { int o; };");
  expect(into).toEqual(["struct inode", "struct part"]);
});

test("structs are found by patterns of their names, and what names none of them changes nothing", () => {
  const source = "struct inode { int i; };\ntypedef struct { int o; } node_t;\nstruct file { int f; };\n";
  const aspect = (pointcut: string) => `aspect A { advice ${pointcut} : slice struct { int more; }; };`;
  expect(introduced(source, aspect('"%node%"')).into).toEqual(["struct inode", "struct node_t"]);
  expect(introduced(source, aspect('"%" && !"file"')).into).toEqual(["struct inode", "struct node_t"]);
  expect(introduced(source, aspect('"page"')).into).toBeUndefined();
});
