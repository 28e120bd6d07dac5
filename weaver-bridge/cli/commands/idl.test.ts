import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { schemaErrors } from "../test/schemas.js";
import { bundle, folderWith, run, weft } from "../test/weft-process.js";

const FILES = {
  "disk.idl":
    'import "geometry.h";\nmodule disk {\n  [uuid(3)] interface drive { void seek(in struct place p, in sector_t s, out long status); };\n};\n',
  "geometry.h":
    "#include <stdint.h>\ntypedef uint64_t sector_t;\nstruct place { char head; double angle; };\nstatic inline int twice(int x) { return 2 * x; }\n",
};

beforeAll(() => void bundle());

describe("one file", () => {
  test("--count says what calls execute for a stated length, and without a compiler that nothing ran", () => {
    const folder = folderWith({ "s.idl": "interface s { void put(in string<40> t); };\n" });
    const counted = (...words: string[]) => {
      const { out, code } = weft(folder, ["idl", "s.idl", "--count", "--json", ...words]);
      expect(code, out).toBe(0);
      const value = JSON.parse(out);
      expect(schemaErrors("idl", value)).toBe("");
      return value.interfaces[0].operations[0].executed;
    };
    const [few, many] = [counted("--length", "4"), counted("--length", "40")];
    expect([few.length, many.length]).toEqual([4, 40]);
    expect(many.client).toBeGreaterThan(few.client + 36);
    expect(weft(folder, ["idl", "s.idl", "--count"]).out).toMatch(/s_put: \d+ \(client \d+, server \d+\)/);
    writeFileSync(join(folder, "gcc"), "#!/bin/sh\necho 'error: -m32 is not there' >&2; exit 1\n", {
      mode: 0o755,
    });
    const without = weft(folder, ["idl", "s.idl", "--count"], {
      environment: { PATH: `${folder}:${process.env.PATH}` },
    });
    expect(without).toMatchObject({ code: 0, err: expect.stringContaining("error: -m32 is not there") });
    expect(without.out).toContain("s_put: not run; its client has");
    expect(weft(folder, ["idl", "s.idl", "--count", "--length", "x"]).code).toBe(2);
  });

  test("outputs compile with the header that they import, sizes are the compiler's", () => {
    const folder = folderWith(FILES);
    for (const kernel of ["x0", "v2", "v4"]) {
      expect(weft(folder, ["idl", "disk.idl", "--kernel", kernel, "--out", kernel])).toMatchObject({
        code: 0,
        out: "",
        err: "",
      });
      expect(readdirSync(join(folder, kernel)).sort()).toEqual([
        "disk_client.h",
        "disk_server.h",
        "disk_template.c",
        "idl4",
      ]);
      const compile = [
        "gcc",
        "-m32",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-I.",
        `-I${kernel}`,
        "-x",
        "c",
        "-c",
        "-o",
        "x.o",
      ];
      expect(run(folder, [...compile, `${kernel}/disk_client.h`]).err).toBe("");
    }
    const { out } = weft(folder, ["idl", "disk.idl", "--explain"]);
    expect(out).toContain("p, 12 bytes");
    expect(out).toContain("s, 8 bytes");
    expect(existsSync(join(folder, "disk_client.h"))).toBe(false);
  });

  test("as JSON, which its schema describes", () => {
    const folder = folderWith(FILES);
    const { code, out } = weft(folder, ["idl", "disk.idl", "--kernel", "v4", "--json", "--out", "o"]);
    const value = JSON.parse(out);
    expect(schemaErrors("idl", value)).toBe("");
    expect(code).toBe(0);
    expect(value.interfaces[0].operations[0].symbols.client).toBe("disk_drive_seek");
    expect(value.outputs).toContain(join(folder, "o", "disk_server.h"));
  });

  test("an error writes nothing, names the place, and is JSON too", () => {
    const folder = folderWith({ "a.idl": "interface i {\n  void f(in nothing x);\n};\n" });
    const text = weft(folder, ["idl", "a.idl", "--out", "o"]);
    expect(text).toMatchObject({ code: 1, out: "" });
    expect(text.err).toContain("a.idl:2:13: error[weft/idl/unknown-name]: no type is called nothing");
    expect(existsSync(join(folder, "o"))).toBe(false);
    const json = weft(folder, ["idl", "a.idl", "--json"]);
    expect(schemaErrors("idl", JSON.parse(json.out))).toBe("");
    expect(weft(folder, ["idl", "gone.idl"])).toMatchObject({ code: 1 });
    expect(weft(folder, ["idl", "--fast"])).toMatchObject({ code: 2 });
    expect(weft(folder, ["idl"])).toMatchObject({ code: 2 });
  });

  test("a header that is missing or broken is an error where it is imported", () => {
    const folder = folderWith({ "a.idl": 'import "gone.h";\ninterface i { void f(in gone_t x); };\n' });
    const { code, err } = weft(folder, ["idl", "a.idl"]);
    expect(code).toBe(1);
    expect(err).toContain("gone.h, which a.idl imports, does not compile: gone.h: No such file or directory");
    expect(err).toContain("a.idl:1:8: error[weft/idl/import]");
  });

  test("a configuration beside the file applies; its mistakes are its own", () => {
    const folder = folderWith({
      "a.idl": "interface i { void f(in string<500> name); };\n",
      "a.acf": "interface i { f([typ_size(16), max_size(100)] name); };\n",
    });
    expect(weft(folder, ["idl", "a.idl", "--explain"]).out).toContain("name, up to 101 x 1 bytes");
    writeFileSync(join(folder, "b.acf"), "interface i { g(); f([in] nam); };\n");
    const { err } = weft(folder, ["idl", "a.idl", "--acf", "b.acf"]);
    expect(err).toContain("b.acf:1:15: error[weft/idl/acf]: no operation or type of i is called g");
    expect(err).toContain(
      "b.acf:1:27: error[weft/idl/acf]: no parameter of f is called nam. Did you mean name?",
    );
  });
});

describe("an interface of Mach", () => {
  const DEFS = {
    "echo.defs":
      'subsystem echo 500;\n#include "types.defs"\nroutine say(to : mach_port_t; text : text_t; out length : int);\nsimpleroutine give(to : mach_port_t; what : mach_port_t);\n',
    "types.defs": "type mach_port_t = MACH_MSG_TYPE_COPY_SEND;\ntype text_t = c_string[*:64];\n",
  };

  test("is checked, its messages are laid out; L4 stubs only where a kernel is named", () => {
    const folder = folderWith(DEFS);
    const plain = weft(folder, ["idl", "check", "echo.defs"]);
    expect(plain).toMatchObject({ code: 0, err: "" });
    expect(plain.out).toContain("subsystem echo: 2 routines for Mach on i686, 2 types");
    const { out } = weft(folder, ["idl", "echo.defs", "--json"]);
    const value = JSON.parse(out);
    expect(schemaErrors("idl", value)).toBe("");
    expect(value.mach.routines[0].request.fields).toMatchObject([{ name: "text", offset: 28, bytes: 64 }]);
    expect(weft(folder, ["idl", "echo.defs", "--explain"]).out).toContain(
      "+24 +28        text: text_t, string x 64",
    );
    const stubs = weft(folder, ["idl", "echo.defs", "--kernel", "v4"]);
    expect(stubs.code).toBe(1);
    expect(stubs.err).toContain("echo.defs:4:45: error");
    expect(readdirSync(folder).sort()).toEqual(["echo.defs", "types.defs"]);
    expect(weft(folder, ["idl", "check", "none.defs"]).err).toContain("none.defs does not exist");
  });
});

describe("a project", () => {
  const PROJECT = {
    "weft.json":
      '{ "name": "p", "commands": { "files": ["*.c"] }, "build": { "make": ["make"] },\n  "idl": [{ "files": ["*.idl"], "kernel": "v4", "out": "gen" }] }\n',
    "a.idl": "interface i { void f(in long x); };\n",
    "main.c": '#include "gen/a_client.h"\n',
    Makefile: "main.o: main.c gen/a_client.h\n\tgcc -m32 -Igen -c main.c -o main.o && echo compiled >> log\n",
  };

  /** The bundle under test has no launcher of its own. */
  const launchers = (folder: string) => ({ environment: { WEFT_LAUNCHERS: folder } });

  test("stubs are made before make, and again only when the interface changes", () => {
    const folder = folderWith(PROJECT);
    expect(weft(folder, ["build", "--without-aspects"], launchers(folder))).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "gen/a_client.h"), "latin1")).toContain("i_f(");
    expect(weft(folder, ["build", "--without-aspects"], launchers(folder)).code).toBe(0);
    expect(readFileSync(join(folder, "log"), "utf8")).toBe("compiled\n");
    writeFileSync(join(folder, "a.idl"), "interface i { void f(in long x); void g(); };\n");
    const again = weft(folder, ["build", "--without-aspects"], launchers(folder));
    expect(again.err).toContain("stub files regenerated");
    expect(readFileSync(join(folder, "log"), "utf8")).toBe("compiled\ncompiled\n");
  });

  test("check reports the interface, build stops at it", () => {
    const folder = folderWith({ ...PROJECT, "a.idl": "interface i { void f(in lng x); };\n" });
    const check = weft(folder, ["check"]);
    expect(check.code).toBe(1);
    expect(check.err).toContain("a.idl:1:25: error[weft/idl/unknown-name]");
    expect(weft(folder, ["build", "--without-aspects"], launchers(folder)).code).toBe(1);
    expect(existsSync(join(folder, "log"))).toBe(false);
  });

  test("without a file the whole project is generated", () => {
    const folder = folderWith(PROJECT);
    expect(weft(folder, ["idl"])).toMatchObject({ code: 0, out: "1 IDL file, 5 files written\n" });
  });
});

describe("a folder of somebody else's", () => {
  test("gcc, for headers that an interface imports, is none that PATH finds by the working directory", () => {
    const folder = folderWith(FILES);
    writeFileSync(join(folder, "gcc"), "#!/bin/sh\n: > ran\nexit 1\n", { mode: 0o755 });
    const environment = { PATH: `.:${process.env.PATH}` };
    expect(weft(folder, ["idl", "disk.idl"], { environment })).toMatchObject({ code: 0, err: "" });
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("a pipe or a device in place of an imported header, or of what it includes, keeps nobody waiting", () => {
    const folder = folderWith({ ...FILES, "geometry.h": '#include "pipe.h"\n#include "zero.h"\n' });
    execFileSync("mkfifo", [join(folder, "pipe.h")]);
    symlinkSync("/dev/zero", join(folder, "zero.h"));
    for (const name of ["pipe.h", "zero.h"]) {
      const { code, err } = weft(folder, ["idl", "disk.idl"]);
      expect(code).toBe(1);
      expect(err).toContain(`${name} is a pipe, a device or a socket, or leads to one`);
      writeFileSync(join(folder, "geometry.h"), '#include "zero.h"\n');
    }
  });

  test("stubs of a project stay in it: a folder elsewhere, named or behind a link, is refused", () => {
    for (const out of ["../outside", "link"]) {
      const folder = folderWith({
        "weft.json": JSON.stringify({ name: "p", idl: [{ files: ["s.idl"], out }] }),
        "s.idl": "interface s { void put(in long n); };\n",
      });
      const outside = mkdtempSync(join(tmpdir(), "weft-outside-"));
      symlinkSync(outside, join(folder, "link"));
      const { code, err } = weft(folder, ["idl"]);
      expect([code === 0, err]).toEqual([false, expect.stringContaining("leads out of")]);
      expect(readdirSync(outside)).toEqual([]);
    }
  });
});
