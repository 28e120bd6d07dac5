import { expect, test } from "vitest";
import { factsOf } from "../../../tests/support/index.js";
import { printProblem } from "../../model/index.js";
import { parseAspectFile } from "../parse-aspect-file.js";
import { explainEmpty, noMatchProblem } from "./explain-empty.js";
import { matchAspects } from "./match-aspects.js";

const OPEN = `
struct inode { int i_uid; };
struct inode *iget(int);
int jiffies;
int sys_open(const char *path) { iget(1); return jiffies; }
`;
const CLOSE = `
struct inode { int i_uid; };
void __attribute__((no_instrument_function)) hidden_fast(void) {}
void sys_close(struct inode *i) { i->i_uid = 0; hidden_fast(); }
`;

/** What the units together say of each advice that matches in none. */
function explain(...pointcuts: string[]): string {
  const advice = pointcuts.map((text) => `advice ${text} : before() {}`).join("\n");
  const files = [
    parseAspectFile(
      "t.ah",
      `pointcut calls() = execution("% sys_%(...)") && within("% nobody(...)");\naspect T {\n${advice}\n};`,
    ),
  ];
  expect(files.flatMap((file) => file.problems).filter((item) => item.severity === "error")).toEqual([]);
  const units = [factsOf("/fs/open.c", OPEN), factsOf("/fs/close.c", CLOSE)];
  const results = units.map((facts) => matchAspects(facts, files).coverage);
  return (results[0] ?? [])
    .map((one, index) => {
      const matched = results.some((coverage) => (coverage[index]?.matched ?? 0) > 0);
      const said = units.flatMap((facts) => explainEmpty(one, facts, files) ?? []);
      return `${pointcuts[index]}  =>  ${matched ? "matches" : printProblem(noMatchProblem(one, said))}`;
    })
    .join("\n");
}

test("the conjunct that leaves nothing over is named, with what may be meant", () => {
  expect(
    explain(
      'execution("% sys_open(...)")',
      'execution("% sys_opne(...)")',
      'execution("sys_open")',
      'execution("int sys_close(...)")',
      'execution("% iget(...)")',
      'call("% sys_open(...)")',
      'set("% i_uid")',
      'get("% inode::i_uid")',
      'set("int jiffies")',
      'set("% ...::i_uids")',
      'set("% inode::i_uid") && within("% sys_open(...)")',
      'set("% inode::i_uid") && within("% sys_cloze(...)")',
      'set("% inode::i_uid") && !within(file("fs/%.c"))',
      'execution("% hidden_%(...)")',
      'execution("% %(...)") && args("int", "int")',
      'execution("% %(...)") && args("struct inod *")',
      'call("% iget(...)") && result("struct nide *")',
      "calls()",
    ),
  ).toMatchInlineSnapshot(`
    "execution("% sys_open(...)")  =>  matches
    execution("% sys_opne(...)")  =>  t.ah:4:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`execution("% sys_opne(...)")\` selects nothing. Did you mean \`sys_open\`?
    execution("sys_open")  =>  t.ah:5:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`execution("sys_open")\` selects nothing. "sys_open" names a scope or type; for the function \`int sys_open(const char *)\` write "% sys_open(...)".
    execution("int sys_close(...)")  =>  t.ah:6:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`execution("int sys_close(...)")\` selects nothing. The name occurs, but as \`void sys_close(struct inode *)\`.
    execution("% iget(...)")  =>  t.ah:7:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`execution("% iget(...)")\` selects nothing. \`iget\` is declared but not defined.
    call("% sys_open(...)")  =>  t.ah:8:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`call("% sys_open(...)")\` selects nothing. \`sys_open\` is never called by name.
    set("% i_uid")  =>  t.ah:9:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`set("% i_uid")\` selects nothing. \`i_uid\` is in \`inode\`: write "% inode::i_uid".
    get("% inode::i_uid")  =>  t.ah:10:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`get("% inode::i_uid")\` selects nothing. \`inode::i_uid\` is never read by its name (what a pointer reads is no join point of it).
    set("int jiffies")  =>  t.ah:11:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`set("int jiffies")\` selects nothing. \`jiffies\` is never written by its name (what a pointer writes is no join point of it).
    set("% ...::i_uids")  =>  t.ah:12:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`set("% ...::i_uids")\` selects nothing. Did you mean \`i_uid\`?
    set("% inode::i_uid") && within("% sys_open(...)")  =>  t.ah:13:33: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`within("% sys_open(...)")\` leaves nothing over of what the rest selects.
    set("% inode::i_uid") && within("% sys_cloze(...)")  =>  t.ah:14:33: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`within("% sys_cloze(...)")\` selects nothing. Did you mean \`sys_close\`?
    set("% inode::i_uid") && !within(file("fs/%.c"))  =>  t.ah:15:33: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`!within(file("fs/%.c"))\` selects nothing.
    execution("% hidden_%(...)")  =>  t.ah:16:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. Only code marked notrace or noinstr is left, as in \`hidden_fast\`; it is woven only when a match expression names it without a wildcard.
    execution("% %(...)") && args("int", "int")  =>  t.ah:17:33: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`args("int", "int")\` selects nothing. The rest selects \`int sys_open(const char *)\`.
    execution("% %(...)") && args("struct inod *")  =>  t.ah:18:33: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`args("struct inod *")\` selects nothing. No type \`inod\` is used. Did you mean \`inode\`?
    call("% iget(...)") && result("struct nide *")  =>  t.ah:19:31: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`result("struct nide *")\` selects nothing. The rest selects \`struct inode *iget(int)\`.
    calls()  =>  t.ah:20:8: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`within("% nobody(...)")\` selects nothing."
  `);
});

test("an advice that no unit mentions says so", () => {
  const file = parseAspectFile("t.ah", 'aspect T { advice call("% f(...)") : before() {} };');
  const [aspect] = file.aspects;
  const [advice] = aspect?.advice ?? [];
  expect(advice && printProblem(noMatchProblem({ file, advice }, []))).toMatchInlineSnapshot(
    `"t.ah:1:19: warning[weft/pointcut/no-match]: this pointcut matches nothing. No unit mentions its names. Check the spelling."`,
  );
});

test("lambdas are called, but their bodies are no join points of their own", () => {
  const file = parseAspectFile(
    "t.ah",
    'aspect T { advice execution("% ...::operator()(...)") : before() {} };',
  );
  const facts = factsOf("t.cc", "int f() { auto twice = [](int a) { return 2 * a; }; return twice(2); }");
  const [one] = matchAspects(facts, [file]).coverage;
  expect(one && noMatchProblem(one, [explainEmpty(one, facts, [file])!]).hint).toContain(
    "The body of a lambda is no join point of its own",
  );
});

test("a function whose place a macro took, or that a convention renamed, is offered by its longer name", () => {
  const text = `void *kmalloc_noprof(unsigned long n); void *d_alloc(int n); long __x64_sys_open(const long *r) { return d_alloc(1) == kmalloc_noprof(2); }`;
  const facts = factsOf("/u.c", text);
  const said = ['call("% kmalloc(...)")', 'execution("% sys_%(...)")'].map((pointcut) => {
    const files = [parseAspectFile("t.ah", `aspect T { advice ${pointcut} : before() {} };`)];
    const [one] = matchAspects(facts, files).coverage;
    if (one === undefined) throw new Error("no advice");
    return noMatchProblem(one, [explainEmpty(one, facts, files) ?? []].flat()).hint;
  });
  expect(said).toEqual([
    '`call("% kmalloc(...)")` selects nothing. Did you mean `kmalloc_noprof`?',
    '`execution("% sys_%(...)")` selects nothing. Did you mean `__x64_sys_%`?',
  ]);
});

test("a name that only a macro has is told with what the macro stands for", () => {
  const facts = factsOf("/fs/open.c", OPEN);
  const macros = (name: string) => (name === "get_inode" ? ["iget(x)"] : name === "ticks" ? ["jiffies"] : []);
  const hint = (pointcut: string) => {
    const file = parseAspectFile("t.ah", `aspect T { advice ${pointcut} : before() {} };`);
    const [one] = matchAspects(facts, [file]).coverage;
    return one && noMatchProblem(one, [explainEmpty(one, facts, [file], { macros })!]).hint;
  };
  expect(hint('call("% get_inode(...)")')).toContain('`get_inode` is a macro here: write "% iget(...)".');
  expect(hint('get("int ticks")')).toContain('`ticks` is a macro here: write "int jiffies".');
  expect(hint('call("% ticks(...)")')).toMatch(/`ticks` is a macro here\.$/);
  expect(hint('call("% igot(...)")')).toContain("Did you mean `iget`?");
});
