/** Aspect headers that include the same file: each unit gets what its aspects need, whichever of them it weaves. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { repository } from "../bench/support/kernel-units.js";

const folder = mkdtempSync(join(tmpdir(), "weft-headers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DEADLINE = 60_000;
const WEFT = join(repository, "weaver-bridge/cli/bin/weft");

function run(command: string, words: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(command, words, {
    cwd: folder,
    encoding: "latin1",
    timeout: DEADLINE,
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout;
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

describe("weft ag++", () => {
  test("a header of two aspects is there for the second, where the first is not woven", () => {
    write({
      "log.hxx":
        '#ifndef LOG\n#define LOG\nextern "C" int puts(const char *);\nenum Event { SECOND };\nstatic inline void log(Event) { puts("second"); }\n#endif\n',
      "a.ah": '#include "log.hxx"\naspect A { advice execution("% later()") : before() { log(SECOND); } };\n',
      "b.ah": '#include "log.hxx"\naspect B { advice execution("% f()") : before() { log(SECOND); } };\n',
      "main.cxx": "void f() { }\nint main() { f(); return 0; }\n",
      "later.cxx": "void later() { }\n",
    });
    const words = "ag++ -p . -a a.ah -a b.ah -Wall -Wextra main.cxx later.cxx -o headers".split(" ");
    run(WEFT, words);
    expect(run(join(folder, "headers"), [])).toBe("second\n");
  });

  test("a header of several aspects is there for a slice, whichever of them comes first", () => {
    write({
      "kind.hxx": "#ifndef KIND\n#define KIND\nstruct Kind { int value; };\n#endif\n",
      "a.ah":
        '#include "kind.hxx"\naspect A { advice execution("% absent(...)") : before() { Kind k; k.value = 1; } };\n',
      "b.ah": '#include "kind.hxx"\naspect B { advice "D" : slice class { public: Kind other; }; };\n',
      "c.ah": '#include "kind.hxx"\naspect C { advice "S" : slice class { public: Kind kind; }; };\n',
      "user.cxx": "class S { };\nint main() { S s; s.kind.value = 0; return s.kind.value; }\n",
    });
    // Compiled alone: of a whole program it is told that nothing in it is called absent.
    run(WEFT, "ag++ -p . -a a.ah -a b.ah -a c.ah -c user.cxx -o user.o".split(" "));
    run("g++", ["user.o", "-o", "user"]);
    expect(run(join(folder, "user"), [])).toBe("");
  });

  test("headers of a slice stand before its class, though the unit and the aspects include them behind it", () => {
    write({
      "device.hxx": "#pragma once\nnamespace net { class Device { public: int number; }; }\n",
      "second.hxx": "#pragma once\nnamespace net { class Second { public: int number; }; }\n",
      "address.hxx":
        '#pragma once\n#include "second.hxx"\nnamespace net { struct Address { int n; Second *by; }; }\n',
      "route.hxx": "#pragma once\nnamespace net { struct Route { int n; }; }\n",
      "Address_Slice.ah": '#include "address.hxx"\nslice class AddressSlice { public: net::Address own; };\n',
      "Route_Slice.ah": '#include "route.hxx"\nslice class RouteSlice { public: net::Route own; };\n',
      // Whichever comes first, it brings the class of the other before what that one needs.
      "address.ah":
        '#include "Address_Slice.ah"\n#include "Route_Slice.ah"\naspect Addresses { advice "net::Device" : slice AddressSlice; advice "net::Second" : slice RouteSlice; };\n',
      "unit.cxx":
        '#include "device.hxx"\n#include "second.hxx"\n#include "address.hxx"\n#include "route.hxx"\nint main() { net::Device d; net::Second s; s.own.n = 3; d.own.by = &s; return d.own.by->own.n - 3; }\n',
    });
    run(
      WEFT,
      "ag++ -p . -a address.ah -a Address_Slice.ah -a Route_Slice.ah -Wall -Wextra unit.cxx -o unit".split(
        " ",
      ),
    );
    expect(run(join(folder, "unit"), [])).toBe("");
  });

  test("a function that a slice defines outside itself is not copied to where it is called", () => {
    write({
      "slice.ah":
        'slice class S { public: static int later(int n); };\nslice int S::later(int n) { return n + 1; }\naspect A { advice "C" : slice S; };\n',
      "calls.cxx": "class C { };\nint calls(int n) { return C::later(n); }\n",
    });
    run(WEFT, "ag++ -p . -a slice.ah -Wall -Wextra -O2 -c calls.cxx -o calls.o".split(" "));
    expect(run("objdump", ["-dr", "-C", "calls.o"])).toMatch(/R_\S+\s+C::later\(int\)/);
  });
});
