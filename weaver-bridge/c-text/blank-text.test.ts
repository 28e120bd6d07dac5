import { expect, test } from "vitest";
import { withoutComments, withoutCommentsAndStrings } from "./index.js";

const TEXT = 'a /* b\nc */ "/* d */" // e "f\ng "h \\" // i" /* open';

test("comments become blank and keep lines and length; what a string says is no comment", () => {
  expect(withoutComments(TEXT)).toBe('a     \n     "/* d */"        \ng "h \\" // i"        ');
  expect(withoutComments(TEXT)).toHaveLength(TEXT.length);
});

test("strings become blank as well where they may look like code", () => {
  expect(withoutCommentsAndStrings(TEXT).replace(/ +/g, " ")).toBe("a \n \ng ");
});
