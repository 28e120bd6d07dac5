import { joinPointOf } from "@weft/weaver-bridge/model";
import { expect, test } from "vitest";
import { testEffect, testSnapshot } from "../contributors/test-snapshot.js";
import { rangeOfJoinPoint } from "./locate.js";

/** The text that is marked for a join point on line 1, with the preprocessed column where it is said to be. */
function marked(
  line: string,
  kind: "execution" | "call" | "get" | "set",
  signature: string,
  column: number,
): string {
  const source = testSnapshot({ "/k.c": line }).text("/k.c");
  if (source === undefined) throw new Error("no text");
  const { start, end } = rangeOfJoinPoint(
    joinPointOf(testEffect(kind, signature, { line: 1, column })),
    source,
  );
  expect(start.line).toBe(end.line);
  return `${start.character}:${source.lines.lineAt(start.line).slice(start.character, end.character)}`;
}

test("the name is found where the columns say, and near it where a macro shifted them", () => {
  expect(marked("int f(void) { return g() + g(); }", "call", "int g(void)", 28)).toBe("27:g");
  expect(marked("int f(void) { return g() + g(); }", "call", "int g(void)", 90)).toBe("27:g");
  expect(marked("\tnode->i_uid = other->i_uid;", "set", "unsigned int inode::i_uid", 2)).toBe("7:i_uid");
  expect(marked("\tnode->i_uid = other->i_uid;", "get", "unsigned int inode::i_uid", 16)).toBe("22:i_uid");
});

test("text beyond ASCII counts in UTF-16 units", () => {
  expect(marked('say("ä𝄞"); g(); g();', "call", "int g(void)", 16)).toBe("12:g");
});

test("a definition is marked at its name, not at a word that contains it", () => {
  expect(
    marked("static int reopen(int open); int open(int reopen) {", "execution", "int open(int)", 35),
  ).toBe("33:open");
});

test("inside a macro its use is marked, else the line", () => {
  expect(marked("  INODE_SET_OWNER(node, uid);", "set", "unsigned int inode::i_uid", 3)).toBe(
    "2:INODE_SET_OWNER",
  );
  expect(marked("  set_owner(node, uid);", "set", "unsigned int inode::i_uid", 3)).toBe("2:set_owner");
  expect(marked("  ;  ", "call", "int g(void)", 3)).toBe("2:;");
});

test("a line that is no longer there gives an empty range, not an error", () => {
  const source = testSnapshot({ "/k.c": "int x;" }).text("/k.c");
  expect(
    source &&
      rangeOfJoinPoint(joinPointOf(testEffect("call", "int g(void)", { line: 90, column: 3 })), source),
  ).toEqual({
    start: { line: 89, character: 0 },
    end: { line: 89, character: 0 },
  });
});
