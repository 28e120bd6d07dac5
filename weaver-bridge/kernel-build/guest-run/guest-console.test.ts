import { expect, test } from "vitest";
import { guestConsole } from "./guest-console.js";

/** What a terminal gets of the pieces, and in the end. */
function given(...pieces: string[]): [string, string] {
  const own = guestConsole();
  const shown = pieces.map((piece) => own.shown(Buffer.from(piece, "latin1")).toString("latin1"));
  return [shown.join(""), own.end().toString("latin1")];
}

test("what draws passes, and is given back in the end", () => {
  const drawn =
    "\x1b[1;31mred\x1b[0m\x1b[2J\x1b[H\x1b[10;5H\x1b[K\x1b[?1049h\x1b[?25l\x1b(0qq\x1b7\x07\b\t\r\n\xc3\xbc\xe2\x94\x80";
  expect(given(drawn)).toEqual([drawn, "\x1b[m\x1b[?1049l\x1b[?25h\x1b(B"]);
  expect(given("\x1b[?25l\x1b[?25h\x1b[?7l")[1]).toBe("\x1b[?7h");
  expect(given("login: ")).toEqual(["login: ", ""]);
});

test.each([
  ["a title", "\x1b]0;t\x07", "\\x1b]0;t\x07"],
  ["the clipboard", "\x1b]52;c;YQ==\x1b\\", "\\x1b]52;c;YQ==\\x1b\\"],
  ["what is typed, by the cursor's place", "\x1b[6n", "\\x1b[6n"],
  ["what is typed, by the terminal's kind", "\x1b[c\x1b[>c\x1bZ\x05", "\\x1b[c\\x1b[>c\\x1bZ\\x05"],
  ["what is typed, by the title", "\x1b[21t", "\\x1b[21t"],
  ["the mouse", "\x1b[?1003h", "\\x1b[?1003h"],
  ["keys", "\x1b[>4;2m\x1b[=1u", "\\x1b[>4;2m\\x1b[=1u"],
  ["a device", "\x1bP+q544e\x1b\\\x1b_a\x1b\\", "\\x1bP+q544e\\x1b\\\\x1b_a\\x1b\\"],
  ["all, to begin anew", "\x1bc", "\\x1bc"],
  ["in one byte of two", "\xc2\x9b6n\xc2\x9d0;t\x07", "\\x9b6n\\x9d0;t\x07"],
])("no guest orders %s", (_, order, shown) => {
  expect(given(order)[0]).toBe(shown);
  // Nor in pieces.
  expect(given(...order)[0]).toBe(shown);
});

test("what comes in pieces is put together", () => {
  expect(given("a\x1b", "[3", "1mb")[0]).toBe("a\x1b[31mb");
  expect(given("a\x1b[3")).toEqual(["a", "\\x1b[3"]);
  expect(given(`\x1b[${"1;".repeat(100)}`, "6n")[0]).toContain("\\x1b[1;");
});
