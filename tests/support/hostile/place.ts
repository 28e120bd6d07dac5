/** A project that may be looked at, in a folder of its own, and what somebody puts into it so that something runs. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { putRealRun } from "./real-run.js";

export interface Place {
  /** The project's folder. */
  readonly root: string;
  /** A folder outside of it, in which nothing may be made. */
  readonly marks: string;
  write(name: string, content: object | string | Uint8Array): void;
  /** A script that leaves a mark; its path in the folder. */
  script(name: string): string;
  /** A library whose constructor leaves a mark, as compilers' plugins are; its path in the folder. */
  library(name: string): string;
  /** The commands by which `a.c` and `s.c` are said to be compiled: the words around the unit's name. */
  compile(...words: (string | typeof UNIT)[]): void;
  git(...words: string[]): string;
  /** The names of what ran. */
  ran(): string[];
  remove(): void;
}

/** Where the unit's name stands in a command. */
export const UNIT = Symbol("unit");

const PROJECT = {
  name: "hostile",
  aspects: ["*.ah"],
  specializations: ["*.spec"],
  idl: [{ files: ["i.idl"], out: "stubs" }],
  commands: { database: "compile_commands.json" },
  configurations: { one: { flags: ["-DONE"] }, two: { flags: ["-DTWO"] } },
  build: { make: ["make"], image: "k.o", symbols: "k.o" },
  run: { kernel: "k.o" },
};

const FILES: Readonly<Record<string, object | string>> = {
  "weft.json": PROJECT,
  "a.h": "struct box { int n; };\n",
  "a.c": '#include "a.h"\nint f(int n) { return n; }\nint g(struct box *b) { b->n = 3; return f(2); }\n',
  "s.c": "int power(int n, int to) { int all = 1; while (to-- > 0) all *= n; return all; }\n",
  "t.ah": 'aspect T { advice execution("% f(...)") : before() { } advice set("% box::n") : after() { } };\n',
  "s.spec": "specialize power as square { to == 2; }\n",
  "i.idl": 'import "i.h";\ninterface files { long open(in string name, in word_t how); };\n',
  "i.h": "typedef unsigned word_t;\n",
  "k.klay": "",
};

/** With a revision in Git, one change since, and a kernel's file. */
export function makePlace(): Place {
  const all = mkdtempSync(join(tmpdir(), "weft hostile é "));
  const [root, marks] = [join(all, "folder"), join(all, "marks")];
  mkdirSync(root);
  mkdirSync(marks);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...words], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    });
  const write = (name: string, content: object | string | Uint8Array) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    const isText = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(join(root, name), isText ? content : JSON.stringify(content));
  };
  const place: Place = {
    ...{ root, marks, git, write },
    script(name) {
      write(name, `#!/bin/sh\n: > '${join(marks, name.replaceAll("/", "-"))}'\nexit 1\n`);
      chmodSync(join(root, name), 0o755);
      return `./${name}`;
    },
    library(name) {
      const mark = JSON.stringify(join(marks, name.replaceAll("/", "-")));
      const text = `#include <fcntl.h>\nint plugin_is_GPL_compatible;\n__attribute__((constructor)) static void mark(void) { open(${mark}, O_CREAT | O_WRONLY, 0600); }\n`;
      execFileSync("gcc", ["-shared", "-fPIC", "-o", join(root, name), "-x", "c", "-"], { input: text });
      return `./${name}`;
    },
    compile(...words) {
      const units = ["a.c", "s.c"].map((file) => ({
        ...{ directory: root, file },
        arguments: words.map((word) => (word === UNIT ? file : word)),
      }));
      write("compile_commands.json", units);
    },
    ran: () => readdirSync(marks),
    remove: () => rmSync(all, { recursive: true, force: true }),
  };
  for (const [name, content] of Object.entries(FILES)) write(name, content);
  place.compile("gcc", "-c", UNIT);
  execFileSync("gcc", ["-g", "-c", "-o", "k.o", "a.c"], { cwd: root });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  putRealRun(root);
  write("a.c", `${FILES["a.c"]}int h(struct box *b) { b->n = 4; return f(3); }\n`);
  return place;
}

/** Changes the project's description. */
export function describe(place: Place, more: object): void {
  place.write("weft.json", { ...PROJECT, ...more });
}
