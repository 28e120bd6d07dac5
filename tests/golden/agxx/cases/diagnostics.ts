import type { RuleCases } from "./case.js";

const SILENT = "says nothing";

/** What is legal and probably not meant. */
export const DIAGNOSTICS: RuleCases = {
  "a pointcut matches nothing": {
    source: `void f() {} int main() { f(); return 0; }`,
    aspects: `aspect A { advice call("% nonexist(...)") : before() { printf("0\\n"); }\nadvice execution("void f()") && call("void f()") : before() { printf("1\\n"); } };`,
    output: "",
    says: [
      'a.ah:4:19: warning[weft/pointcut/no-match]: this pointcut matches nothing. `call("% nonexist(...)")` selects nothing.',
      'a.ah:5:33: warning[weft/pointcut/no-match]: this pointcut matches nothing. `call("void f()")` leaves nothing over of what the rest selects.',
    ],
    beyond: SILENT,
  },
  "an aspect that nothing completes": {
    source: `int main() { return 0; }`,
    aspects: `aspect A { pointcut virtual where() = 0; advice where() : before() { printf("0\\n"); } };`,
    output: "",
    says: [
      "a.ah:4:49: warning[weft/pointcut/no-match]: this advice is woven nowhere: no aspect defines the pure virtual pointcuts of `A`. Derive one that does: `aspect NAME : public A { ... };`.",
    ],
    beyond: SILENT,
  },
  "a pointcut matches in another unit only": {
    source: `void g(); int main() { g(); return 0; }`,
    more: [`void g() { printf("g\\n"); }`],
    aspects: `aspect A { advice execution("% g()") : before() { printf("in\\n"); } };`,
    output: "in\ng",
  },
  "a pointcut matches everything": {
    source: `void f() {} int main() { f(); return 0; }`,
    aspects: `aspect A { advice !within("% nothing()") : before() { printf("x\\n"); } };`,
    output: "x\nx\nx",
    says: ["a.ah:4:19: warning[weft/pointcut/everything]"],
    beyond: SILENT,
  },
  "a pointcut matches only what the compiler makes": {
    source: `struct C { int a; }; int main() { C c; c.a = 1; return c.a - 1; }`,
    aspects: `aspect A { advice construction("C") : before() { printf("c\\n"); } };`,
    output: "c",
    says: [
      "a.ah:4:19: warning[weft/pointcut/only-generated]: this pointcut matches only constructors and destructors that nobody wrote.",
    ],
  },
  "two aspects meet without an order": {
    source: `void f() {} int main() { f(); return 0; }`,
    aspects: `aspect B { advice execution("void f()") : before() { printf("B\\n"); } }; aspect A { advice execution("void f()") : before() { printf("A\\n"); } };`,
    output: "A\nB",
    says: [
      'warning[weft/pointcut/unordered]: `A` and `B` meet at the same join points and no order is given. At execution of `f`, for example, `A` encloses `B` only because of its name. Write `advice POINTCUT : order("A", "B");` in one of them.',
    ],
  },
  "advice that would run in what it calls": {
    source: `void log() { printf("log\\n"); } void f() {} int main() { f(); return 0; }`,
    aspects: `void log();\naspect A { advice execution("% ...::%(...)") && !execution("% main()") : before() { static int depth; if (depth++ < 3) log(); } };`,
    output: "log\nlog\nlog",
    says: [
      'a.ah:5:12: warning[weft/pointcut/recursion]: this advice of `A` calls `log` and also runs in `log`. It would call itself without end. Add `&& !within("% log(...)")` to its pointcut.',
    ],
    beyond: "writes code that does not compile",
  },
  "ordinary bases of aspects are no mistake": {
    source: `void f() {} int main() { f(); f(); return 0; }`,
    aspects: `struct Log { int n; Log() : n(0) {} void say(const char *s) { printf("%d %s\\n", ++n, s); } };
aspect A : public Log { static int count; advice execution("void f()") : before() { count++; say("f"); } advice execution("% main()") : after() { printf("%d\\n", count); } }; int A::count = 5;`,
    output: "1 f\n2 f\n7",
  },
  "types that do not exist": {
    source: `namespace n { struct Inode { int v; }; struct Table { }; } n::Inode *get(n::Table &) { static n::Inode i; return &i; } int main() { n::Table t; get(t); return 0; }`,
    aspects: `aspect A { advice call("% get(...)") && result(r) : after(n::Inod *r) { }\nadvice call("% get(...)") && args("Table &") : before() { } };`,
    output: "",
    says: [
      "a.ah:4:41: warning[weft/pointcut/no-match]: this pointcut matches nothing. `result(r)` selects nothing. No type `n::Inod` is used. Did you mean `n::Inode`?",
      'a.ah:5:30: warning[weft/pointcut/no-match]: this pointcut matches nothing. `args("Table &")` selects nothing. No type `Table` is used. Did you mean `n::Table`?',
    ],
    beyond: SILENT,
  },
};
