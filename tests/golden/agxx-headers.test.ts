/** Aspect headers that include the same file: each unit gets what its aspects need, whichever of them it weaves. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

  test("slices of classes that only aspects' headers bring, headers that include each other, a base with a flexible array", () => {
    mkdirSync(join(folder, "stack"));
    write({
      "stack/demux.hxx": `#pragma once
namespace net { class Demux { static Demux one; public: static Demux &inst() { return one; } }; }
`,
      "stack/packet.hxx": `#pragma once
#include "demux.hxx"
namespace net {
class Packet {
public:
  int size;
  char data[];
};
class Request : public Packet {
public:
  int first() { return size; }
};
}
`,
      "stack/Demux_Slice.ah": `#include "packet.hxx"
slice class DemuxSlice {
  net::Request *last;
  int mode;
public:
  void direct(int on) { mode = on; last = 0; }
  int isDirect() { return last == 0 ? mode : last->first(); }
};
`,
      "stack/direct.ah": `#include "demux.hxx"
#include "Demux_Slice.ah"
aspect Direct {
  advice "net::Demux" : slice DemuxSlice;
  advice execution("% net::send()") : after() { net::Demux::inst().direct(1); }
};
`,
      "stack/device.hxx": `#pragma once
namespace net { class Device { public: int number; }; }
`,
      "stack/clock.hxx": `#pragma once
#include "device.hxx"
namespace net { class Clock { public: static int now() { return 4; } }; }
`,
      "stack/table.hxx": `#pragma once
namespace net { class Table { public: int size; }; }
`,
      "stack/Table_Slice.ah": `#include "device.hxx"
#include "clock.hxx"
slice class TableSlice { public: net::Device *by; int time() { return net::Clock::now() - by->since(); } };
`,
      "stack/Device_Slice.ah": `#include "clock.hxx"
slice class DeviceSlice { public: int since() { return net::Clock::now(); } };
`,
      "stack/tables.ah": `#include "Table_Slice.ah"
#include "Device_Slice.ah"
aspect Tables { advice "net::Table" : slice TableSlice; advice "net::Device" : slice DeviceSlice; };
`,
      "stack/a_note.ah": `namespace net { class Demux; }
aspect Note {
  int mode(net::Demux &demux) { return demux.isDirect(); }
  advice execution("% net::send()") : after() { if (mode(net::Demux::inst()) != 3) *tjp->result() = 7; }
  advice execution("% Note::mode(...)") : after() { *tjp->result() += 2; }
  advice execution("% net::send()") : order("Note", "Direct");
};
`,
      "stack/send.cxx": `namespace net { int send() { return 0; } }
`,
      "stack/table.cxx": `#include "table.hxx"
namespace net { int table(Table &t) { return t.time(); } }
`,
      "stack/stack.cxx": `#include "demux.hxx"
#include "table.hxx"
#include "device.hxx"
namespace net { Demux Demux::one; int send(); int table(Table &); }
int main() { net::Table t; net::Device d; t.by = &d; return net::send() * 10 + net::table(t); }
`,
    });
    // Each unit sees other classes; `Note` names a class that only another aspect's header defines.
    run(
      WEFT,
      "ag++ -p stack -Wall -Wextra stack/stack.cxx stack/table.cxx stack/send.cxx -o stack/stack".split(" "),
    );
    expect(run(join(folder, "stack/stack"), [])).toBe("");
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
