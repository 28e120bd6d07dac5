/** What a rename leaves behind: hidden uses by where they stand, and which of them follow. */
import { expect, test } from "vitest";
import { testSnapshot } from "../../contributors/test-snapshot.js";
import { wordsOfHidden } from "./hidden-in-words.js";
import { hiddenUses, type KnownUse } from "./hidden-uses.js";

type Declared = Parameters<typeof hiddenUses>[1];

/** `[name]` in the files is what the compiler's view changes already. */
function told(files: Record<string, string>, declared: Declared): string {
  const known: KnownUse[] = [];
  const plain = Object.entries(files).map(([path, marked]) => {
    const lines = marked.split("\n").map((line, at) => {
      let text = line;
      for (;;) {
        const character = text.indexOf(`[${declared.name}]`);
        if (character < 0) return text;
        known.push({ path, start: { line: at, character } });
        text = text.replace(`[${declared.name}]`, declared.name);
      }
    });
    return [path, lines.join("\n")] as const;
  });
  const uses = hiddenUses(testSnapshot(Object.fromEntries(plain)), declared, known);
  return wordsOfHidden(uses, declared.name, (path) => path.slice(1));
}

const put: Declared = { kind: "function", name: "put", scope: [] };
const owner: Declared = { kind: "variable", name: "owner", scope: ["inode"] };
const task: Declared = { kind: "type", name: "task", scope: [] };

test("a macro follows where the name means nothing else; its parameters are names of their own", () => {
  const header = `#ifndef A_H
#define A_H
void [put](int);
#define PUT(x) \\
  put(x)
#define EACH(put) (put + 1)
#endif
`;
  expect(told({ "/a.h": header, "/b.c": "void f(void) { [put](1); }\n" }, put)).toBe(
    "Renaming put: macros that name it change too (a.h:5)",
  );
  expect(told({ "/a.h": header, "/b.c": "void f(int put) { PUT(put); }\n" }, put)).toBe(
    "Renaming put: code that means another put, or that clangd has not read yet, stays (b.c:1); macros may mean it or another put, change them by hand (a.h:5)",
  );
});

test("what is pasted or made a string, and a macro of the name itself, is told and stays", () => {
  expect(told({ "/a.c": "void [put](int);\n#define NAME(t) t ## put\n" }, put)).toMatch(/by hand \(a.c:2\)/);
  expect(told({ "/a.c": "void [put](int);\n#define put(x) (put)(x, 1)\n" }, put)).toMatch(
    /by hand \(a.c:2\)/,
  );
});

test("members are what stands behind a point, an arrow or in offsetof; a variable of the name is another", () => {
  const source = `struct inode { int [owner]; };
#define OWNER(i) ((i)->owner)
#define AT offsetof(struct inode, owner)
#define MINE owner
int get(struct inode *i, int owner) { return i->[owner] + owner; }
`;
  expect(told({ "/a.c": source }, owner)).toBe(
    "Renaming owner: macros that name it change too (a.c:2, a.c:3)",
  );
  expect(told({ "/a.c": `${source}int f(struct other *o) { return o->owner; }` }, owner)).toBe(
    "Renaming owner: macros may mean it or another owner, change them by hand (a.c:2, a.c:3)",
  );
});

test("a struct of C is told from variables of its name", () => {
  const source =
    "struct [task] { int a; };\nint f(struct [task] *task);\n#define T(task_) ((struct task *)task)\n";
  expect(told({ "/a.c": source }, task)).toBe("Renaming task: macros that name it change too (a.c:3)");
});

test("branches of conditional code, comments and strings are told; guards, includes and match expressions are not", () => {
  const source = `#include "put.h"
void [put](int); /* put: gives back */
#ifdef CONFIG_SMP
void g(void) { put(2); }
#else
void g(void) { [put](2); }
#endif
const char *name = "put", *other = "input";
`;
  expect(
    told({ "/a.c": source, "/t.ah": 'aspect T { advice call("% put(...)") : before() { } };\n' }, put),
  ).toBe(
    "Renaming put: code under #if that this configuration may leave out still says put, change it by hand (a.c:4); comments and strings stay (a.c:2, a.c:8)",
  );
  expect(told({ "/a.c": "void [put](int);\n" }, put)).toBe("");
});
