/** The text filter hides what need not be parsed; it may change cost, never facts. */
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { UnitFacts } from "../../model/index.js";
import { loadAddon } from "./addon.js";
import { parseInProcess } from "./parse-in-process.js";

function hide(text: string, identifiers: readonly string[], cplusplus = false): string {
  return loadAddon().hide(Buffer.from(text, "latin1"), { identifiers, cplusplus })!.toString("latin1");
}

/** Pieces of C that are dangerous next to each other. */
const piece = fc.oneof(
  fc.constantFrom(
    "int f(void) { return 1; }\n",
    "struct s {",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    ";",
    "=",
    '"',
    "'",
    "/*",
    "*/",
    "//",
    "\\\n",
    '\n# 1 "a.c"\n',
    "\n#include <x>\n",
    "\n#pragma pack(1)\n",
    "__attribute__((x))",
    "sizeof",
    "typeof(",
    "_Generic(",
    ",",
    "name",
    " ",
    "\n",
    "\r\n",
    "1e+5",
    "'\\''",
    "__builtin_choose_expr(1, f(), 2)",
  ),
  fc.string({ maxLength: 4 }),
);
const anyText = fc
  .array(piece, { maxLength: 60 })
  .map((pieces) => Buffer.from(pieces.join(""), "utf8").toString("latin1"));

test("hiding keeps length and newlines, and every identifier that was asked for", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const hidden = hide(text, ["name"]);
      const newlines = (value: string) => [...value.matchAll(/\n/g)].map((match) => match.index);
      expect(hidden.length).toBe(text.length);
      expect(newlines(hidden)).toEqual(newlines(text));
      const kept = hide("int f(void) { return name; }", ["name"]);
      expect(kept).toBe("int f(void) { return name; }");
    }),
    { numRuns: 1000 },
  );
});

test("no text makes parsing throw", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom("c", "c++"), fc.boolean(), (text, language, filter) => {
      const facts = parseInProcess(text, {
        language: language as "c" | "c++",
        arguments: ["-m32"],
        fileName: "unit.c",
        ...(filter ? { identifiers: ["name", "f"] } : {}),
      });
      for (const shadow of facts.shadows) {
        expect(shadow.range.start).toBeGreaterThanOrEqual(0);
        expect(shadow.range.end).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 200 },
  );
});

describe("on real text", () => {
  const SOURCE = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <ctype.h>
#include <pthread.h>
struct node { struct node *next; int value; union { int left; char bytes[4]; }; unsigned flag : 3; };
static struct node *head; static int count; static jmp_buf where;
#define each(it) for (struct node *it = head; it; it = it->next)
static inline __attribute__((always_inline)) int total(void) { int sum = 0; each(n) sum += n->value; return sum; }
__attribute__((noinline)) static void push(int value) {
  struct node *n = malloc(sizeof *n); memset(n, 0, sizeof(*n)); *n = (struct node){ .next = head, .value = value };
  head = n; count++; n->flag |= 1; n->left = isdigit(value) ? '0' : "}{"[0];
}
int old(a, b) int a; int b; { return a + b + count; }
int main(int argc, char **argv) {
  if (setjmp(where)) return 1;
  for (int i = 0; i < argc; i++) push(atoi(argv[i]));
  printf("%d %d\\n", total(), ({ int c = count; c + old(1, 2); }));
  return head ? head->value : 0;
}
`;
  const preprocess = (...flags: string[]) =>
    execFileSync("gcc", ["-E", ...flags, "-x", "c", "-"], { input: SOURCE, maxBuffer: 1 << 26 }).toString(
      "latin1",
    );

  /** Shadows in words, those of functions that mention none of the identifiers left out. */
  function mentioning(text: string, facts: UnitFacts, identifiers: readonly string[]): string[] {
    const pattern = new RegExp(`\\b(?:${identifiers.join("|")})\\b`);
    const isKept = new Map<number, boolean>();
    for (const shadow of facts.shadows)
      if (shadow.kind === "execution")
        isKept.set(
          shadow.entity,
          pattern.test(text.slice(shadow.topLevel, shadow.range.end).replace(/^#.*$/gm, "")),
        );
    return facts.shadows
      .filter((shadow) => isKept.get(shadow.within))
      .map((shadow) => {
        const { usr, name, nameRange } = facts.entities[shadow.entity]!;
        const { within: _within, entity: _entity, ...rest } = shadow;
        const spelled = JSON.stringify(rest, (key, value) =>
          (key === "type" || key === "result") && typeof value === "number"
            ? facts.types[value]!.spelling
            : value,
        );
        return `${usr} ${name} ${JSON.stringify(nameRange)} ${spelled}`;
      });
  }

  test.each([
    ["-m32"],
    ["-m64", "-O2", "-D_GNU_SOURCE"],
    ["-m32", "-std=gnu89", "-D_FORTIFY_SOURCE=2", "-O1"],
  ])("gcc %s: the same facts with and without", (...flags) => {
    const text = preprocess(...flags.filter((flag) => flag !== "-std=gnu89"));
    const options = {
      language: "c" as const,
      arguments: flags
        .filter((flag) => !/^-[OD]/.test(flag))
        .map((flag) => (flag === "-std=gnu89" ? "-std=gnu11" : flag)),
      fileName: "main.c",
    };
    const all = parseInProcess(text, options);
    expect(all.diagnostics).toEqual([]);
    for (const identifiers of [["head"], ["value", "printf"], ["push"], ["old"], ["isdigit"], ["nothing"]]) {
      const filtered = parseInProcess(text, { ...options, identifiers });
      expect(filtered.diagnostics).toEqual([]);
      const expected = mentioning(text, all, identifiers);
      expect(mentioning(text, filtered, identifiers)).toEqual(expected);
      expect(filtered.shadows).toHaveLength(expected.length);
    }
  });
});
