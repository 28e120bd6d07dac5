/** The four aspects of the KLASY paper verbatim, and what is wrong in others, at its characters. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../model/index.js";
import { parseAspectFile } from "../parse-aspect-file.js";
import { printPointcut } from "../syntax/print-pointcut.js";
import { ahToKlasy } from "./ah-to-klasy.js";
import { klasyToAh } from "./klasy-to-ah.js";
import { unescapeBody } from "./unescape-body.js";

const figure = (number: number) =>
  readFileSync(join(import.meta.dirname, `figures/figure-${number}.klay`), "latin1");

const AROUND = (pointcut: string) =>
  `<aspect><advice><pointcut>${pointcut}</pointcut><before>n++;</before></advice></aspect>`;

/** `code "the marked text": message. hint` of each problem. */
function problemsOf(text: string): string[] {
  const { problems } = parseAspectFile("t.klay", text);
  return problems.map(
    (problem) => `${problem.code} "${marked(text, problem)}": ${problem.message}. ${problem.hint}`,
  );
}

function marked(text: string, { range }: Problem): string {
  const lines = text.split("\n").slice((range?.startLine ?? 1) - 1, range?.endLine);
  const last = lines.length - 1;
  lines[last] = lines[last]?.slice(0, (range?.endColumn ?? 1) - 1) ?? "";
  lines[0] = lines[0]?.slice((range?.startColumn ?? 1) - 1) ?? "";
  return lines.join("\n");
}

describe("the figures of the paper", () => {
  test.each([1, 3, 4, 5])("figure %i is an aspect, and the same one as an .ah file", (number) => {
    const klasy = parseAspectFile(`figure-${number}.klay`, figure(number));
    expect(klasy.problems).toEqual([]);
    const { value, problems } = klasyToAh(`figure-${number}.klay`, figure(number));
    expect(problems).toEqual([]);
    const ah = parseAspectFile("figure.ah", value);
    expect(ah.problems).toEqual([]);
    const said = ({ aspects }: typeof ah) =>
      aspects.flatMap(({ advice }) =>
        advice.map(({ kind, pointcut }) => `${kind} ${printPointcut(pointcut)}`),
      );
    expect(said(klasy)).toEqual(said(ah));
    const back = ahToKlasy(ah);
    expect(back.problems).toEqual([]);
    expect(said(parseAspectFile("back.klay", back.value ?? ""))).toEqual(said(ah));
  });

  test("figure 1 as an .ah file", () =>
    expect(klasyToAh("inode_trace.klay", figure(1)).value).toMatchInlineSnapshot(`
      "#include "linux/time.h"

      aspect inode_trace {
        advice access("% inode::i_uid") && within("% inode_change_ok(...)") : before() {
          void *inode_value = (void *)tjp->target;
          struct inode *i = (struct inode *)inode_value;
          struct timeval tv;
          do_gettimeofday(&tv);
          printk("inode.i_uid: %d at %d.%ld\\n",
                i->uid, tv.tv_sec, tv.tv_usec);
        }
      };
      "
    `));

  test("figure 5: what the compiler sees stands under markers of its lines, and $pc$ is a variable", () => {
    const { text, aspects } = parseAspectFile("switching.klay", figure(5));
    const [advice] = aspects[0]?.advice ?? [];
    const body = text.slice(advice?.body.start, advice?.body.end);
    expect(body).toMatch(
      /unsigned long pc = tjp->pc; .*void \*arg0 = \(void \*\)tjp->target;\n#line 9 "switching.klay"\n/,
    );
    expect(body).toContain("  STORE_DATA(pc  );\n  STORE_DATA(p->   pid);\n");
  });
});

describe("problems stand at their characters", () => {
  test("in pointcuts", () => {
    expect(problemsOf(AROUND("acces(inode.i_uid)"))).toEqual([
      'klasy/pointcut "acces": `acces` is no designator of KLASY. Did you mean `access`?',
    ]);
    expect(problemsOf(AROUND("access(inode) AND target(p)"))).toEqual([
      'klasy/pointcut "inode": `inode` is not what `access` takes. Write a struct and its member, for example `access(inode.i_uid)` or `access(sk_buff.%)`.',
    ]);
    expect(problemsOf(AROUND("execution(f()) access(a.b)"))).toEqual([
      'klasy/pointcut "access(a.b)": this is not joined to what stands before it. Join them with AND or OR.',
    ]);
    expect(problemsOf(AROUND("target(p)"))[0]).toMatch(
      /^klasy\/pointcut "target\(p\)": the pointcut binds variables/,
    );
    expect(problemsOf(AROUND("execution(f()) AND argument(x)"))[0]).toMatch(
      /^klasy\/argument "argument\(x\)"/,
    );
    expect(problemsOf(AROUND("execution(f()"))[0]).toMatch(/^klasy\/pointcut "execution": the parentheses/);
  });
  test("in tags", () => {
    const text = "<aspect>\n<advise>\n</advise>\n<import></import>\n</aspect>\n</advice>";
    expect(problemsOf(text)).toEqual([
      'klasy/text "<advise>": this text stands directly in `<aspect>`. Did you mean `advice`?',
      'klasy/tag "</advice>": `</advice>` closes nothing. Remove it, or open it with `<advice>`.',
      'klasy/import "<import>": `<import>` names no header. Write one name, for example `<import>linux/time.h</import>`.',
    ]);
    const attributes = '<aspect name="locks"><advice when="always">';
    expect(
      problemsOf(`${attributes}<pointcut>execution(f())</pointcut><before>g();</before></advice></aspect>`),
    ).toEqual([
      'klasy/attribute "when="always"": `<advice>` has no such attribute. Remove it; `<aspect name="trace">` alone has one, which is a name of C.',
    ]);
    expect(problemsOf("<aspect><advice><around></around></advice></aspect>")[0]).toMatch(
      /^klasy\/around "<around>"/,
    );
  });
});

test("what an .ah file says beyond KLASY is told, not lost", () => {
  const ah = 'aspect A { int n; advice call("% f(...)") : around() { tjp->proceed(); } };';
  const { value, problems } = ahToKlasy(parseAspectFile("a.ah", ah));
  expect(value).toBeUndefined();
  expect(problems.map(({ message }) => message)).toEqual([
    "a KLASY aspect holds advice alone",
    "KLASY has no around advice",
  ]);
});

test("escapes keep columns, operators and strings whole", () => {
  expect(unescapeBody('a &gt;&gt;= 1 &amp;&amp; f("&lt;%d&gt;");')).toBe(
    'a >>=       1 &&         f("<%d>"      );',
  );
});

test("any text is read, and no problem stands outside of it", () => {
  const piece = fc.constantFrom(
    ..."<aspect> </aspect> <advice> </advice> <pointcut> </pointcut> <before> </before> <after> <import> a.h </import> access(a.b) execution(f()) AND OR ( ) ; target(x) local_var(y) argument(0,z) within_file(s.c) &gt; $pc$ <!-- --> <![CDATA[ ]]> \n é \0 {".split(
      " ",
    ),
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(" ")),
  );
  fc.assert(
    fc.property(text, (written) => {
      const lines = written.split("\n");
      const { problems } = parseAspectFile("t.klay", written);
      for (const { range } of problems) {
        expect(range?.startLine).toBeLessThanOrEqual(lines.length);
        expect(range?.startColumn).toBeLessThanOrEqual((lines[(range?.startLine ?? 1) - 1]?.length ?? 0) + 1);
      }
      const ah = klasyToAh("t.klay", written).value;
      ahToKlasy(parseAspectFile("t.ah", ah));
    }),
    { numRuns: 3000 },
  );
});
