import { expect, test } from "vitest";
import { parseInProcess } from "../../../clang-ast/src/index.js";
import { parseAspectFile } from "../../parse-aspect-file.js";
import { matchAspects } from "../match-aspects.js";

function told(text: string, pointcut: string): string[] {
  const facts = parseInProcess(text, { language: "c++", arguments: ["-std=c++20"], fileName: "t.cc" });
  const files = [parseAspectFile("a.ah", `aspect A { advice ${pointcut} : before() {} };`)];
  return matchAspects(facts, files).problems.flatMap(({ code, message, range }) =>
    code.startsWith("weave/unread-")
      ? [
          `${range?.startLine}:${range?.startColumn} ${message.split("is left out at ")[1]?.split(": only")[0]}`,
        ]
      : [],
  );
}

const TEXT = `struct Node { int n; Node *next; static int s; int use(); static int st(int); };
struct Made { int n; Made operator+(const Made &) const; Made &operator++(); int operator[](int) const; };
namespace q { struct Z {}; int adl(Z); }
template<class T> int members(T &o, T *p) { o.n = 12; p->n++; return o.next->n + (p)->use(); }
template<class T> int statics() { return T::s + T::st(1); }
template<class T> int argument(T o) { return adl(o); }
template<class T> T operators(T a, T b) { ++a; b[2]; return a + b; }
template<class T> struct Derived : T { int go() { return this->n + T::n; } };
template<class... T> void packs(T... all) { ((all.n = 3), ...); }
void generic() { auto f = [](auto &o) { o.n = 13; }; Node n; f(n); }
template<class T> int asked(T t) { return sizeof(t.n) + noexcept(t.use()); }
template<class T> concept Has = requires(T t) { t.n = 1; };
template<class T> int *taken(T &t) { int T::*member = &T::n; return &t.n + (t.*member); }
`;

test("accesses to members of classes that are parameters are told where advice may mean them", () => {
  expect(told(TEXT, 'set("% Node::n")')).toEqual(["4:47 `n`", "4:58 `n`", "9:51 `n`", "10:43 `n`"]);
  expect(told(TEXT, 'get("% Node::n")')).toEqual(["4:58 `n`", "4:78 `n`", "8:64 `n`", "8:71 `n`"]);
  expect(told(TEXT, 'get("% Node::next")')).toEqual(["4:72 `next`"]);
  expect(told(TEXT, 'get("% Node::s")')).toEqual(["5:45 `s`"]);
  expect(told(TEXT, 'ref("% Made::n") && within("% taken(...)")')).toEqual(["13:59 `n`", "13:72 `n`"]);
});

test("so are calls that arguments choose, and of operators", () => {
  expect(told(TEXT, 'call("% Node::use()")')).toEqual(["4:87 `use`"]);
  expect(told(TEXT, 'call("% Node::st(int)")')).toEqual(["5:52 `st`"]);
  expect(told(TEXT, 'call("% q::adl(...)")')).toEqual(["6:46 `adl`"]);
  expect(told(TEXT, 'call("% Made::operator%(...)") && within("% operators(...)")')).toEqual([
    "7:43 `operator++`",
    "7:49 `operator[]`",
    "7:63 `operator+`",
  ]);
});

test("what nothing of that name can be, and what is not evaluated, says nothing", () => {
  expect(told(TEXT, 'get("% Node::other") || call("% other(...)")')).toEqual([]);
  expect(told(TEXT, 'execution("% ...::%(...)")')).toEqual([]);
  expect(told(TEXT, 'get("% Node::n") && within("% asked(...)")')).toEqual([]);
});

test("several meanings are named", () => {
  const text = `struct A { int n; }; struct B { int n; }; template<class T> void f(T &t) { t.n = 1; }`;
  const facts = parseInProcess(text, { language: "c++", arguments: ["-std=c++20"], fileName: "t.cc" });
  const files = [parseAspectFile("a.ah", 'aspect A { advice set("% ...::n") : before() {} };')];
  const { problems } = matchAspects(facts, files);
  expect(problems[0]?.message).toContain(
    "only the instances of this template say whether it is `A::n` or `B::n`",
  );
});
