/** Texts as editors and other systems leave them. */
import { expect, test } from "vitest";
import { parseAspectFile } from "../parse-aspect-file.js";

const ASPECT = 'aspect Ok {\n  int n;\n  advice execution("% f(...)") : before() { n++; }\n};\n';
const parse = (text: string) => parseAspectFile("t.ah", text);

test("a byte order mark and CRLF change nothing", () => {
  for (const text of [`\xef\xbb\xbf${ASPECT}`, ASPECT.replaceAll("\n", "\r\n")]) {
    const { aspects, prelude, problems } = parse(text);
    expect(problems).toEqual([]);
    expect(prelude).toEqual([]);
    expect(aspects[0]).toMatchObject({ name: "Ok", advice: [{ kind: "before" }], members: [{ name: "n" }] });
  }
});

test("UTF-16 and other NUL bytes are told, whatever else is found", () => {
  for (const text of [Buffer.from(ASPECT, "utf16le").toString("latin1"), ASPECT.replace("n;", "\0n;")])
    expect(parse(text).problems.map(({ code }) => code)).toContain("aspect/not-text");
});

test("a keyword can't name a member", () => {
  const named = (member: string) => parse(`aspect Ok { ${member} };\n`).problems.map(({ code }) => code);
  for (const member of ["int while;", "void if(void) { }", "int a, return;"])
    expect(named(member)).toEqual(["aspect/member-keyword"]);
  for (const member of [
    "unsigned int a;",
    "static const char *names[3];",
    "struct inode *(*find)(int);",
    "long long b;",
  ])
    expect(named(member)).toEqual([]);
});
