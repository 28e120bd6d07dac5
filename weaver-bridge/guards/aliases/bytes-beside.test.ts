// Bytes written into an array beside a term: possible and guarded where nobody shows that they end inside.
import { expect, test } from "vitest";
import { judged } from "../test/judged-unit.js";

const HEAD = `typedef unsigned size_t;
char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *);
long strscpy(char *, const char *, size_t); size_t strlcat(char *, const char *, size_t);
int vsnprintf(char *, size_t, const char *, __builtin_va_list); int vsprintf(char *, const char *, __builtin_va_list);
int sprintf(char *, const char *, ...); int snprintf(char *, size_t, const char *, ...);
void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);
struct task { int id; char name[16]; int uid; int args[4]; struct task *next; };
`;
const judgedIn = (body: string, term = "uid") =>
  judged(
    `${HEAD}void f(struct task *t, const char *s, int n, unsigned u, __builtin_va_list l) { ${body} }`,
    `optimistic guard struct task { ${term} } protects fast;`,
  );

test.each([
  ["strcpy(t->name, s);", "name"],
  ["strcpy((char *)t->name, s);", "name"],
  ['strcpy(t->name, "sixteen letters!");', "name"],
  ['strcat(t->name, "a");', "name"],
  ['sprintf(t->name, "%d", n);', "name"],
  ['snprintf(t->name, n, "%s", s);', "name"],
  ["strncpy(t->name, s, u);", "name"],
  ["strscpy(t->name, s, u);", "name"],
  ["vsprintf(t->name, s, l);", "name"],
  ["memcpy(t->name, s, n);", "name"],
  ["memcpy(t->name + 2, s, 16);", "name"],
  ["memset(t->args, 0, n * sizeof(int));", "args"],
  ["__builtin_memcpy(t->name, s, n);", "name"],
  ["if (n > 16) return; memcpy(t->name, s, n);", "name"],
])("possible and guarded: %s", (body, name) => {
  const { sites, aliases } = judgedIn(body);
  expect(sites).toMatchObject([{ certainty: "possible", guarded: "woven" }]);
  expect(sites[0]?.how).toContain(`written past ${name}`);
  expect(aliases).toEqual([]);
});

/** With whole elements beside the term. */
const rowsIn = (body: string) =>
  judged(
    `${HEAD}struct point { int x, y; };
struct rows { char names[4][16]; struct point list[4]; int uid; };
void f(struct rows *t, const char *s, int i) { ${body} }`,
    "optimistic guard struct rows { uid } protects fast;",
  );

test.each([["strncpy(t->names[i], s, 16);", "names"]])(
  "possible by an element that may lie outside: %s",
  (body, name) => {
    const { sites, aliases } = rowsIn(body);
    expect(sites).toMatchObject([{ certainty: "possible", guarded: "woven" }]);
    expect(sites[0]?.reason).toContain(`its element i may lie outside of ${name}`);
    expect(aliases).toEqual([]);
    const bounded = rowsIn(`if (i < 0 || i >= 4) return; ${body}`);
    expect(bounded.sites).toEqual([]);
  },
);

test("of a text that is put together nobody knows how long it is, whatever number is in it", () => {
  const { sites, aliases } = judgedIn('sprintf(t->name, "%d", 300);');
  expect(sites).toMatchObject([{ certainty: "possible", guarded: "woven" }]);
  expect(aliases).toEqual([]);
});

test.each(['snprintf(t->name, 16, "%d", 300);', "__builtin___memcpy_chk(t->name, s, 4, 32);"])(
  "the last argument is not always how many: %s",
  (body) => {
    expect(judgedIn(body).aliases).toEqual([]);
  },
);

test.each([
  'strcpy(t->name, "init");',
  'strcpy(t->name, "fifteen letters");',
  'sprintf(t->name, "none");',
  "strncpy(t->name, s, sizeof t->name);",
  "strscpy(t->name, s, sizeof(t->name));",
  'strlcat(t->name, "a", sizeof(t->name));',
  "vsnprintf(t->name, sizeof(t->name), s, l);",
  "strncpy(t->name, s, sizeof(t->name) - 1);",
  'snprintf(t->name, sizeof(t->name), "%s", s);',
  "memcpy(t->name, s, 16); memset(t->args, 0, 0x10);",
  "if (u > 16) return; memcpy(t->name, s, u);",
  "if (n >= 0 && n <= 16) memcpy(t->name, s, n);",
  "memcpy((char *)s, t->name, n);",
])("ends inside: %s", (body) => {
  expect(judgedIn(body)).toEqual({ sites: [], aliases: [] });
});

test.each(["strscpy(t->name, s, 16);", "vsnprintf(t->name, 16, s, l);", "strlcat(t->name, s, n);"])(
  "of a term they are certain and guarded: %s",
  (body) => {
    const { sites, aliases } = judgedIn(body, "name");
    expect(sites).toMatchObject([{ certainty: "certain", guarded: "woven", terms: ["name"] }]);
    expect(aliases).toEqual([]);
  },
);

test("what is surely longer is told with its chain", () => {
  expect(judgedIn("memcpy(t->name, s, 20);").aliases.map(({ chain }) => chain.join(" > "))).toEqual([
    "name stands beside it > memcpy writes 20 bytes from there on",
  ]);
});
