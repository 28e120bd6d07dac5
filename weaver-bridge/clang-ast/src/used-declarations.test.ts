/** C units of which only what some function means is looked at. */
import { expect, test } from "vitest";
import { type ParseOptions, parseInProcess } from "./parse-in-process.js";

const UNIT = `
typedef unsigned word;
struct queue { struct queue *next; word length; };
struct strange { not_a_type field; };
static struct queue all;
extern word length_of(const struct queue *);
static inline not_a_type other(void) { return 0; }
word f(struct queue *q) { all.next = q; return length_of(q) + q->next->length; }
`;

function facts(text: string, more: Partial<ParseOptions>) {
  return parseInProcess(text, {
    language: "c",
    arguments: ["-std=gnu11"],
    fileName: "u.c",
    identifiers: ["length_of"],
    ...more,
  });
}

test("what no function that is looked at can mean is not looked at, and the join points stay the same", () => {
  const whole = facts(UNIT, {});
  expect(whole.diagnostics.length).toBeGreaterThan(0);
  const used = facts(UNIT, { onlyUsed: true });
  expect(used.diagnostics).toEqual([]);
  expect(used.shadows.map(({ kind, range }) => [kind, range])).toEqual(
    whole.shadows.map(({ kind, range }) => [kind, range]),
  );
  expect(used.shadows.map(({ kind }) => kind)).toContain("call");
});

test("everything is looked at where classes, calls or all functions are asked for, and when something is missing", () => {
  for (const more of [
    { wanted: { classes: true } },
    { wanted: { callGraph: true } },
    { identifiers: undefined },
  ])
    expect(facts(UNIT, { onlyUsed: true, ...(more as Partial<ParseOptions>) }).diagnostics).not.toEqual([]);
  const undeclared = UNIT.replace("extern word length_of", "extern word another");
  expect(facts(undeclared, { onlyUsed: true }).diagnostics).toEqual(facts(undeclared, {}).diagnostics);
});

/** Each with what is wrong in all of the text, so that no diagnostics mean that the rest was not looked at. */
test.each([
  [
    "a struct that is copied or indexed without a word of its members",
    `struct item { int number; }; struct strange { not_a_type field; };
     struct list { struct item *items; };
     void length_of(struct list *list, struct item *to, unsigned at) { *to = *list->items; to = &list->items[at]; }`,
  ],
  [
    "an enumeration that is declared before it is defined",
    `enum kind; int strange(not_a_type); int send(enum kind kind);
     enum kind { FIRST };
     int length_of(void) { return send(FIRST); }`,
  ],
  [
    "a builtin of gcc alone",
    `int strange(not_a_type); struct list { int length; };
     int length_of(struct list *list) { return __builtin_isdigit(list->length); }`,
  ],
])("%s is no reason to look at everything", (_, text) => {
  const [used, whole] = [facts(text, { onlyUsed: true }), facts(text, {})];
  expect(whole.diagnostics.length).toBeGreaterThan(0);
  expect(used.diagnostics).toEqual([]);
  expect(used.shadows.map(({ kind, range }) => [kind, range])).toEqual(
    whole.shadows.map(({ kind, range }) => [kind, range]),
  );
});
