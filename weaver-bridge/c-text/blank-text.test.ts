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

test("a quote in a character literal opens no string, a mark of a comment no comment", () => {
  const text = `f('"'); // g("a\nf('\\''); /* h('"') */ f(u8'"', L'/*', "*/"); f('//'); f("'"); /* i */`;
  expect(withoutComments(text).replace(/ +/g, " ")).toBe(
    `f('"'); \nf('\\''); f(u8'"', L'/*', "*/"); f('//'); f("'"); `,
  );
  expect(withoutCommentsAndStrings(text).replace(/ +/g, "")).toBe("f();\nf();f(u8,L,);f();f();");
});

test("apostrophes between digits and in messages open nothing; a backslash joins lines of comments and strings", () => {
  const text = `n = 1'000'000 + 0xA'B; /* a */\n#error don't /* b */\n// c \\\n d\n"e\\\n/* f" /* g */`;
  expect(withoutComments(text).replace(/ +/g, " ")).toBe(
    `n = 1'000'000 + 0xA'B; \n#error don't \n \n \n"e\\\n/* f" `,
  );
  expect(withoutComments(text)).toHaveLength(text.length);
});
