/** What a user of aspects in C is told: `weft check` and `weft cc` on one small project with every mistake. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inFolder } from "./support/weave-source.js";

const WEFT = join(dirname(fileURLToPath(import.meta.url)), "../../weaver-bridge/cli/bin/weft");

const SOURCE = `int printf(const char *, ...);
struct inode { int i_uid; unsigned mode : 3; };
int g;
int helper(int x) { int local = x; local++; return local + g; }
int text(const char *name) { return name[0]; }
int change(struct inode *i) { i->i_uid = 1; register int r = 2; i->mode = r; r = 3; *(&g) = r; __asm__(""); return text("a"); }
int main(void) { struct inode i = { 0, 0 }; return change(&i) + helper(2); }
`;
const PROJECT = {
  name: "mistakes",
  language: "c",
  aspects: ["a.ah"],
  commands: { compiler: "gcc", flags: ["-m32", "-std=gnu11", "-O2"], files: ["*.c"] },
};

/** What `weft WORDS` says on standard error, line by line, without the folder. */
function said(aspects: string, words: readonly string[] = ["check", "."]): string[] {
  return inFolder((folder) => {
    writeFileSync(join(folder, "k.c"), SOURCE);
    writeFileSync(join(folder, "a.ah"), aspects);
    writeFileSync(join(folder, "weft.json"), JSON.stringify(PROJECT));
    const run = spawnSync(WEFT, words, {
      cwd: folder,
      encoding: "utf8",
      timeout: 60_000,
      env: { ...process.env, LC_ALL: "C", WEFT_RESIDENT: "off" },
    });
    if (run.error !== undefined) throw run.error;
    return run.stderr.replaceAll(`${folder}/`, "").trim().split("\n");
  });
}

test("a pointcut that matches nothing says what emptied it", () =>
  expect(
    said(`aspect A {
  advice execution("% halper(...)") : before() { }
  advice set("% inode::i_uld") : before() { }
  advice call("% helper(...)") && within("% text(...)") : before() { }
};`),
  ).toMatchInlineSnapshot(`
    [
      "a.ah:2:10: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`execution("% halper(...)")\` selects nothing. Did you mean \`helper\`?",
      "a.ah:3:10: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`set("% inode::i_uld")\` selects nothing. Did you mean \`i_uid\`?",
      "a.ah:4:35: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`within("% text(...)")\` leaves nothing over of what the rest selects.",
    ]
  `));

test("locals, statements and asm are no join points, and that is said", () =>
  expect(said(`aspect A { advice get("int local") : before() { } };`)).toMatchInlineSnapshot(`
    [
      "a.ah:1:19: warning[weft/pointcut/no-match]: this pointcut matches nothing. \`get("int local")\` selects nothing. No global variable and no field has such a name. Locals, parameters and what a plain pointer leads to are no join points; operators on them are: \`builtin("% operator =(...)")\`.",
    ]
  `));

test("a pointcut that is everything", () =>
  expect(
    said(`aspect A { int n; advice !within("% helper(...)") : before() { n++; } };`),
  ).toMatchInlineSnapshot(`
    [
      "a.ah:1:26: warning[weft/pointcut/everything]: this pointcut selects executions, calls and accesses alike, everywhere. Join it with what is meant: \`execution("% %(...)") && ...\`, \`call(...)\` or \`within(...)\`.",
    ]
  `));

test("unordered aspects at a shared join point", () =>
  expect(
    said(`aspect A { int n; advice execution("% text(...)") : before() { n++; } };
aspect B { int n; advice execution("% text(...)") : after() { n++; } };`),
  ).toMatchInlineSnapshot(`
    [
      "a.ah:2:19: warning[weft/pointcut/unordered]: \`A\` and \`B\` meet at the same join points and no order is given. At execution of \`text\`, for example, \`A\` encloses \`B\` only because of its name. Write \`advice POINTCUT : order("A", "B");\` in one of them.",
    ]
  `));

test("advice that can call itself", () =>
  expect(
    said(
      `aspect A { advice execution("% helper(...)") || call("% helper(...)") : before() { helper(1); } };`,
    ),
  ).toMatchInlineSnapshot(`
    [
      "a.ah:1:12: warning[weft/pointcut/recursion]: this advice of \`A\` calls \`helper\` and also runs in \`helper\`. It would call itself without end. Add \`&& !within("% helper(...)")\` to its pointcut.",
    ]
  `));

test("a body that breaks at some of its join points", () => {
  const aspects = `aspect A {
  advice execution("% helper(...)") || execution("% text(...)") || execution("% change(...)") : before() {
    tjp->arg0 = tjp->arg0 * 2;
  }
  advice execution("% %(...)") : after() { tjp->arg0 = 0; tjp->result++; }
};`;
  expect(said(aspects)).toMatchInlineSnapshot(`
    [
      "a.ah:5:44: error[weft/weave/no-such-context]: execution of 'main' has no 'arg0'. It has: signature, filename, line, pc, args, that, target, entity. Narrow the pointcut or the body.",
    ]
  `);
  const compiled = said(aspects.replace(/.*after.*\n/, ""), ["cc", "gcc", "-m32", "-c", "k.c"]);
  expect(compiled.filter((line) => /error|note/.test(line))).toMatchInlineSnapshot(`
    [
      "a.ah:3:27: error: invalid operands to binary * (have 'const char *' and 'int')",
      "a.ah:3:27: error: invalid operands to binary * (have 'struct inode *' and 'int')",
      "a.ah:3: note: this advice breaks at 2 of 3 join points of the unit: k.c:5 (execution of 'int text(const char *)'), k.c:6 (execution of 'int change(struct inode *)')",
    ]
  `);
});

test("context variables in cflow", () =>
  expect(
    said(
      `aspect A { advice execution("% text(...)") && cflow(execution("% change(...)") && args(x)) : before(struct inode *x) { } };`,
    ),
  ).toMatchInlineSnapshot(`
    [
      "a.ah:1:83: error[weft/pointcut/cflow-context]: \`cflow\` can't bind context variables. Use types in quotes inside it, args("int").",
    ]
  `));

test("operators that change what has no address", () =>
  expect(
    said(`aspect A { int n; advice builtin("% operator =(...)") : before() { n++; } };`),
  ).toMatchInlineSnapshot(`
    [
      "k.c:6:65: error[weft/weave/no-address]: the operand of the built-in operator = is a bit-field or a register variable, which has no address. Advise the access with \`get\` or \`set\`, or exclude the function with \`!within(...)\`.",
      "k.c:6:78: error[weft/weave/no-address]: the operand of the built-in operator = is a bit-field or a register variable, which has no address. Advise the access with \`get\` or \`set\`, or exclude the function with \`!within(...)\`.",
    ]
  `));

test("context that a join point does not have", () =>
  expect(
    said(`aspect A {
  advice execution("% text(...)") : before() { printf("%d", tjp->arg1); }
  advice execution("% text(...)") : before() { tjp->proceed(); }
  advice execution("% text(...)") : after() { printf("%d", tjp->target->mode); }
  advice execution("% text(...)") : before() { return 1; }
  advice execution("% text(...)") : before() { printf("%s", tjp->name); }
};`),
  ).toMatchInlineSnapshot(`
    [
      "a.ah:2:61: error[weft/weave/no-such-context]: execution of 'text' has no 'arg1'. It has: arg0, signature, filename, line, pc, args, that, target, entity. Narrow the pointcut or the body.",
      "a.ah:3:48: error[weft/weave/proceed-outside-around]: proceed() in before advice. Only around advice decides whether the join point runs. Remove the call, or make it around advice.",
      "a.ah:5:48: error[weft/weave/return-value]: advice returns a value. A return leaves the advice alone. Set 'tjp->result' in around or after advice to change the result.",
      "a.ah:6:61: error[weft/weave/unknown-context]: 'tjp->name' is no field of a join point. In C, 'tjp' has arg0, arg1 and so on, result, target, that, entity, signature, filename, line, pc, args and proceed().",
    ]
  `));

test("fields written as AspectC++ writes them", () =>
  expect(
    said(`aspect A {
  advice execution("% text(...)") : after() { if (*tjp->result() != 0) tjp->result = 0; }
  advice execution("% text(...)") : before() { (void)tjp->arg0(); }
};`),
  ).toMatchInlineSnapshot(`
    [
      "a.ah:2:52: error[weft/weave/unknown-context]: 'tjp->result' is a value in C, no function. It is 'int': write 'tjp->result' without parentheses, and without the '*' that AspectC++ has before them.",
      "a.ah:3:54: error[weft/weave/unknown-context]: 'tjp->arg0' is a value in C, no function. It is 'const char *': write 'tjp->arg0' without parentheses, and without the '*' that AspectC++ has before them.",
    ]
  `));

const SPECIAL = `static int add(int a, int b) { return a + b; }
int apply(int a, int b) { void *args = __builtin_apply_args(); __builtin_return(__builtin_apply((void (*)())add, args, 64)); }
__attribute__((target("general-regs-only"))) int bare(int n) { return n ^ 5; }
`;
const compileSpecial = (aspects: string) =>
  inFolder((folder) => {
    writeFileSync(join(folder, "k.c"), SPECIAL);
    writeFileSync(join(folder, "a.ah"), aspects);
    const words = "cc --aspects a.ah -- gcc -O2 -c k.c -o k.o".split(" ");
    const { stderr, status } = spawnSync(WEFT, words, { cwd: folder, encoding: "utf8", timeout: 60_000 });
    return [status, ...stderr.replaceAll(`${folder}/`, "").trim().split("\n")];
  });

test("what the compiler can't inline is left out where wildcards hold it", () =>
  expect(
    compileSpecial(`int n; aspect A { advice execution("% %(...)") : around() { n++; tjp->proceed(); } };`),
  ).toMatchInlineSnapshot(`
    [
      0,
      "k.c:2:5: warning[weft/weave/rejected]: advice of 'A' is left out: the body of 'int apply(int,int)' can't stand inside around advice, as the compiler never inlines it: it uses '__builtin_return' or '__builtin_apply_args'; so it is at 2 join points: k.c:2, k.c:3. Use before or after advice, or leave it out: && !execution("int apply(int,int)").",
    ]
  `));

test("what the compiler can't inline of a function that the pointcut names is an error", () =>
  expect(
    compileSpecial(
      `int n; aspect A { advice execution("% apply(...)") : around() { n++; tjp->proceed(); } };`,
    ),
  ).toMatchInlineSnapshot(`
    [
      1,
      "k.c:2:5: error[weft/weave/rejected]: the body of 'int apply(int,int)' can't stand inside around advice, as the compiler never inlines it: it uses '__builtin_return' or '__builtin_apply_args'. Use before or after advice, or leave it out: && !execution("int apply(int,int)").",
    ]
  `));
