/** What a template reads, as its instance with `int` written out does: nothing may be missing that is not left open. */
import { expect, test } from "vitest";
import { parseInProcess } from "../parse-in-process.js";

const READS = [
  "f(v)",
  "g(v)",
  "v",
  "(v)",
  "v ? 1 : 2",
  "true ? v : T()",
  "v && true",
  "!v",
  "-v",
  "~v",
  "(int)v",
  "static_cast<int>(v)",
  "int(v)",
  "T(v)",
  "T{v}",
  "array[v]",
  "array[v + 1] + v",
  "*q",
  "q[0]",
  "p->x",
  "next->w",
  "next->next->w",
  "v << 1",
  "[this] { return v; }()",
  "[this]() -> int { return v; }()",
  "({ v; })",
  "sizeof(v)",
];
const STATEMENTS = [
  "T x = v;",
  "T x(v);",
  "T x{v};",
  "T &x = v;",
  "switch (v) { default: break; }",
  "for (; v;) break;",
  "while (v) break;",
  "if (v == 1) return 1;",
  "int a[2] = { v, v };",
  "P z = { v };",
  "throw v;",
  "new T(v);",
  "int k = 0; k += v;",
  "v = v;",
  "(void)v;",
];

const HEAD = `struct P { int x; }; int f(int); template<class U> int g(const U &); int array[9];`;
const MEMBERS = `T v; P *p; T *q; B *next; int w;`;
const BODIES = [...READS.map((read) => `return ${read};`), ...STATEMENTS.map((one) => `${one} return 0;`)];
const METHODS = BODIES.map((body, at) => `int m${at}() { ${body} }`).join("\n");

/** How often each method reads each member, and what of that is left open. */
function reads(text: string): ReadonlyMap<string, { read: number; open: number }> {
  const facts = parseInProcess(text, { language: "c++", arguments: ["-std=gnu++20"], fileName: "t.cc" });
  const found = new Map<string, { read: number; open: number }>();
  const add = (within: number, name: string, what: "read" | "open") => {
    const key = `${facts.entities[within]?.name} ${name}`;
    const counts = found.get(key) ?? { read: 0, open: 0 };
    counts[what]++;
    found.set(key, counts);
  };
  for (const { kind, entity, within } of facts.shadows)
    if (kind === "get") add(within, facts.entities[entity]?.name ?? "", "read");
  for (const { within, name, kinds } of facts.openNames ?? [])
    if (kinds.includes("get")) add(within, name, "open");
  return found;
}

test("each read of an instance is one of its template, or left open there", () => {
  const plain = reads(`${HEAD} using T = int;\nstruct B { ${MEMBERS}\n${METHODS} };`);
  const template = reads(`${HEAD}\ntemplate<class T> struct B { ${MEMBERS}\n${METHODS} };`);
  expect(plain.size).toBeGreaterThan(35);
  const missing = [...plain].flatMap(([key, { read }]) => {
    const found = template.get(key) ?? { read: 0, open: 0 };
    return found.read + found.open < read ? [`${BODIES[Number(/\d+/.exec(key)?.[0])]} ${key}`] : [];
  });
  expect(missing).toEqual([]);
  const more = [...template].filter(([key, { read }]) => read > (plain.get(key)?.read ?? 0));
  expect(more).toEqual([]);
});

const BOXES = `template<class T> struct Box { T v; int n; Box *next; static int s; };
template<class T> struct Special { T n; }; template<> struct Special<char> { long n; };
template<class T, class U> struct Pair { Box<U> box; };
template<class T> void reference(Box<T> &o) { o.n = o.n ? 1 : -o.n; }
template<class T> void pointer(Box<T> *o) { o->next->next->n++; }
template<class T> void nested(Pair<T, long> *o) { o->box.n = 1; }
template<class T> void special(Special<T> &o) { o.n = 1; }
template<class T> struct Derived : Box<T> { using Box<T>::n; void both() { this->n = 1; } };
template<class T> void named(Box<T> &thisBox) { thisBox.n = 1; }
template<class T> void unknown(T &o) { o.n = 1; }
`;

test("members of objects whose class template is known are accesses, but not where it is specialized", () => {
  const facts = parseInProcess(BOXES, { language: "c++", arguments: ["-std=gnu++20"], fileName: "t.cc" });
  const name = (id: number) => facts.entities[id]?.name;
  expect(
    facts.shadows.flatMap((one) =>
      "lvalue" in one ? [`${name(one.within)} ${one.kind} ${name(one.entity)}`] : [],
    ),
  ).toEqual([
    "reference set n",
    "reference get n",
    "reference get n",
    "pointer set n",
    "pointer get n",
    "pointer get next",
    "pointer get next",
    "nested set n",
    "both set n",
    "named set n",
  ]);
  const accesses = facts.openNames?.filter(({ kinds }) => !kinds.includes("call")) ?? [];
  expect(accesses.map((one) => `${name(one.within)} ${one.kinds} ${one.name}`)).toEqual([
    "special set n",
    "unknown set n",
  ]);
});
