// Which version gives way to which: the chain is run as a program.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSpecFile } from "../specialize/spec-file.js";
import type { MadeResidual } from "../specialize/specialize-unit.js";
import { plugsOf } from "./plug-unit.js";

/** The one declaration of a text, made of a function with this head. */
function plugged(text: string, head: string, parameters: readonly string[]) {
  const spec = parseSpecFile("/kernel.spec", text);
  const made = spec.declarations.map((declaration): MadeResidual => {
    const residual = { head, parameters, isVoid: false } as unknown as MadeResidual["residual"];
    return { declaration, spec, source: "/search.c", text: "", residual, origins: [] };
  });
  return plugsOf(made, [spec]);
}

const SPEC = `
specialize send as root_usr1 { cred.euid == 0; signal == 10; }
specialize send as root { cred.euid == 0; }
specialize send as zombie { cred.uid == 7; }
optimistic guard struct cred { euid, uid } protects root_usr1, root, zombie again after 1 to 1 calls;
`;

test("of several versions the most specific one that holds runs", () => {
  const spec = parseSpecFile("/kernel.spec", SPEC);
  const made = spec.declarations.map((declaration): MadeResidual => {
    const head = `static int ${declaration.residual}(int signal)`;
    const residual = { head, parameters: ["signal"], isVoid: false } as unknown as MadeResidual["residual"];
    return { declaration, spec, source: "/send.c", text: "", residual, origins: [] };
  });
  const { text, problems } = plugsOf(made, [spec]);
  expect(problems).toEqual([]);
  const program = `#include <stdint.h>
#include <stdio.h>
#define WEFT_WRITE_TEXT
#include <sys/mman.h>
static void weft_write_text(int *at, int value)
{ mprotect((void *)((uintptr_t)at & ~4095ul), 8192, PROT_READ | PROT_WRITE | PROT_EXEC); *(volatile int *)at = value; }
struct cred { int euid, uid; } cred;
static int send(int signal) { return 100 + signal; }
static int root(int signal) { return 200 + signal; }
static int root_usr1(int signal) { return 300 + signal; }
static int zombie(int signal) { return 400 + signal; }
${text}
static void hit(void) { weft_hit_root(); weft_hit_root_usr1(); weft_hit_zombie(); }
int main(void)
{
	for (int n = 0; n < 4; n++) printf("%d ", root_usr1_plugged(10));
	printf("%d ", root_usr1_plugged(11));
	hit(); cred.euid = 5;
	for (int n = 0; n < 4; n++) printf("%d ", root_usr1_plugged(10));
	printf("%d ", zombie_plugged(10));
	hit(); cred.euid = 0;
	for (int n = 0; n < 4; n++) printf("%d ", root_usr1_plugged(10));
	return 0;
}
`;
  const folder = mkdtempSync(join(tmpdir(), "weft-plugs-"));
  try {
    writeFileSync(join(folder, "chain.c"), program);
    execFileSync("gcc", ["-m32", "-O2", "-w", "-fno-pie", "-no-pie", "chain.c", "-o", "chain"], {
      cwd: folder,
    });
    const said = execFileSync(join(folder, "chain"), { encoding: "utf8", timeout: 10_000 });
    expect(said.trim().split(" ").map(Number)).toMatchInlineSnapshot(`
      [
        110,
        310,
        310,
        310,
        211,
        110,
        110,
        110,
        110,
        110,
        110,
        310,
        310,
        310,
      ]
    `);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("what a parameter points to is kept by the guard of its type, whatever object comes", () => {
  const plugs = (guard: string) =>
    plugged(
      `specialize search as open { inode->mode == 0755; mask == 1; }\noptimistic guard ${guard} protects open;`,
      "static int open(const struct inode *inode, int mask)",
      ["inode", "mask"],
    );
  const { text, problems } = plugs("struct inode { mode }");
  expect(problems).toEqual([]);
  expect(text).toContain("__open_way_try(const struct inode *inode, int mask)");
  expect(text).toContain("(void *)(inode) == __open_way_ready_inode");
  // The mode is known while the object is plugged; the mask is what each caller says.
  const way = text.slice(text.lastIndexOf("__open_way_residual("));
  expect(way).toContain("mask == (1)");
  expect(way).not.toContain("mode");
  expect(plugs("struct other { mode }").problems.map(({ message }) => message)).toEqual([
    "open_plugged can't be made: no guard keeps one of its facts",
  ]);
});

test("a part of a member is kept by a guard of the member, and by one of the structure that it is", () => {
  const plugs = (guard: string) =>
    plugged(
      `specialize draw as on_screen { g->clip.x == 0; }\noptimistic guard ${guard} protects on_screen;`,
      "static int on_screen(struct graphics *g)",
      ["g"],
    );
  const whole = plugs("struct graphics { clip }");
  expect(whole.problems).toEqual([]);
  expect(whole.text).toContain("(void *)(g) == __on_screen_way_ready_graphics");
  const part = plugs("struct clip { x }");
  expect(part.problems).toEqual([]);
  expect(part.text).toContain("(void *)(&(g->clip)) == __on_screen_way_ready_clip");
  // Whether it is such a structure, the compiler knows.
  expect(part.text).toContain("__builtin_types_compatible_p(__typeof__(*(&(g->clip))), struct clip)");
});

test("what is assumed is asked at each call, as a whole", () => {
  const spec =
    "specialize send as root { cred.euid == 0; assume signal > 3 | 4; } optimistic guard struct cred { euid } protects root;";
  const { text, problems } = plugged(spec, "static int root(int signal)", ["signal"]);
  expect(problems).toEqual([]);
  expect(text).toContain("signal > (3 | 4)");
});
