import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, folderWith, type Run } from "../../cli/test/weft-process.js";

const bridge = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

const FILES: Readonly<Record<string, string>> = {
  "a.c": "int answer(int a)\n{\n\tint unused;\n\treturn 40 + a;\n}\n",
  "bad.c": "int answer(int a)\n{\n\treturn b;\n}\n",
  "main.cc":
    '#include <cstdio>\nint answer(int a) { return a; }\nint main() { std::printf("%d\\n", answer(2)); }\n',
  "more.cc": "int more(int a) { return a + 1; }\n",
  "trace.ah":
    '#include <stdio.h>\naspect T { advice execution("% answer(...)") : before() { puts(tjp->signature()); } };\n',
  "count.ah": 'aspect C { int n; advice execution("% answer(...)") : before() { n++; } };\n',
  "nothing.ah": 'aspect N { advice execution("% nowhere(...)") : before() {} };\n',
  "slow-gcc": '#!/bin/sh\ncase $* in *-E*) exec gcc "$@" ;; esac\necho $$ > started\nsleep 60\n',
  "nasty-gcc": '#!/bin/sh\n[ -e killed ] || { : > killed; kill -9 $(cat residents); }\nexec gcc "$@"\n',
};

/** The files, of which the compilers can be run. */
function folderOfFiles(): string {
  const folder = folderWith(FILES);
  for (const name of ["slow-gcc", "nasty-gcc"]) chmodSync(join(folder, name), 0o755);
  return folder;
}

let home: string;
let launcher: string;
let room: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "weft home-"));
  launcher = join(home, "cli/bin/weft");
  cpSync(join(bridge, "cli/bin"), join(home, "cli/bin"), { recursive: true });
  cpSync(bundle(), join(home, "dist"), { recursive: true });
  symlinkSync(join(bridge, "clang-ast"), join(home, "clang-ast"));
  room = join(home, "room");
  mkdirSync(room, { mode: 0o700 });
});

afterAll(async () => {
  await endResidents();
  rmSync(home, { recursive: true, force: true });
});

const environment = (more: NodeJS.ProcessEnv = {}) => ({ ...process.env, XDG_RUNTIME_DIR: room, ...more });

function weft(folder: string, words: string, more: NodeJS.ProcessEnv = {}): Run {
  const { status, signal, stdout, stderr } = spawnSync(launcher, words.split(" "), {
    cwd: folder,
    encoding: "utf8",
    env: environment(more),
    timeout: 60_000,
  });
  return { code: status, signal, out: stdout, err: stderr };
}

function residents(): number[] {
  const found = spawnSync("pgrep", ["-f", `^node .* resident ${room}`], { encoding: "utf8" }).stdout;
  return found.split("\n").filter(Boolean).map(Number);
}

/** Until they are gone; one that ends by itself meanwhile is no failure. */
async function endResidents(): Promise<void> {
  await until(() => {
    const pids = residents();
    if (pids.length > 0) spawnSync("kill", pids.map(String));
    return pids.length === 0;
  });
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error("it did not come about");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const left = (folder: string) => readdirSync(folder).filter((name) => name.startsWith(".weft-"));

describe("with a resident everything is as without", () => {
  test.each([
    ["cc --aspects nothing.ah -- gcc -O2 -g -Wall -c a.c -MMD -o a.o", "a.o"],
    ["cc --aspects count.ah -- gcc -O2 -g -Wall -Wextra -c a.c -MMD", "a.o"],
    ["cc --aspects count.ah -- gcc -Wall -c bad.c", "bad.o"],
    ["cc --aspects missing.ah -- gcc -c a.c", "a.o"],
    ["cc --aspects count.ah -- no-such-gcc -c a.c", "a.o"],
    ["cc --aspects nothing.ah -- no-such-gcc -c a.c", "a.o"],
    ["cc --aspects nothing.ah -- gcc -Wall -c a.c", "a.o"],
    ["cc --aspects nothing.ah -- gcc -Wall -c bad.c", "bad.o"],
    ["ag++ -a nothing.ah --Xcompiler -Wall -c main.cc", "main.o"],
    ["cc --wrong", "a.o"],
    ["ag++ -O1 main.cc -o program", "program"],
    ["ag++ -a nothing.ah --Xcompiler -O1 main.cc more.cc -o program", "program"],
    ["ag++ -O1 -c main.cc -r model.xml -o main.o", "model.xml"],
    ["ag++ --version", "main.o"],
  ])("%s", (words, output) => {
    const folder = folderOfFiles();
    const result = (more?: NodeJS.ProcessEnv) => {
      const run = weft(folder, words, more);
      const file = join(folder, output);
      const bytes = existsSync(file) ? readFileSync(file, "hex") : undefined;
      rmSync(file, { force: true });
      return { run, bytes, files: readdirSync(folder) };
    };
    const alone = result({ WEFT_RESIDENT: "off" });
    expect(result()).toEqual(alone);
    expect(result()).toEqual(alone);
    rmSync(folder, { recursive: true });
  });

  test("in a folder that is a link, with odd words, and with another umask", () => {
    const folder = folderOfFiles();
    symlinkSync(folder, `${folder}-link`);
    const script = `umask 077; cd "$1" && PWD=$1 && shift && "$@"`;
    const words = [
      "cc",
      "--aspects",
      "count.ah",
      "--map",
      "it's\nodd.json",
      "--",
      "gcc",
      '-DX="a $b"',
      "-c",
      "a.c",
    ];
    const run = spawnSync("sh", ["-c", script, "sh", `${folder}-link`, launcher, ...words], {
      env: environment(),
      encoding: "utf8",
      timeout: 60_000,
    });
    expect([run.status, run.stderr]).toEqual([0, ""]);
    expect(JSON.parse(readFileSync(join(folder, "it's\nodd.json"), "utf8"))).toMatchObject({
      status: "woven",
    });
    const modes = execFileSync("stat", ["-c", "%a", "a.o", "it's\nodd.json"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(modes).toBe("600\n600\n");
  });
});

test.each(["cc", "ag++"])(
  "%s: units in which nothing can match are asked again after every change of theirs",
  (command) => {
    const folder = folderWith({
      "u.cc": '#include "h.h"\nint x = NAME(1);\n',
      "h.h": "#define NAME(a) plain(a)\ninline int plain(int a) { return a; }\n",
      "t.ah":
        'aspect T { advice execution("% name_pasted(...)") : before() { ++count; } static int count; };\nint T::count;\n',
    });
    const words =
      command === "cc"
        ? "cc --aspects t.ah -- g++ -O2 -g -c u.cc -o"
        : "ag++ -a t.ah --Xcompiler -O2 -g -c u.cc -o";
    const isWoven = () => {
      expect(weft(folder, `${words} u.o`)).toMatchObject({ code: 0, err: "" });
      execFileSync("g++", ["-O2", "-g", "-c", "u.cc", "-o", "plain.o"], { cwd: folder });
      return readFileSync(join(folder, "u.o"), "hex") !== readFileSync(join(folder, "plain.o"), "hex");
    };
    expect(isWoven()).toBe(false);
    const pasting = "#define NAME(a) PASTE(name_, sted)(a)\n#define PASTE(a, b) a##pa##b\n";
    writeFileSync(join(folder, "h.h"), `${pasting}inline int PASTE(name_, sted)(int a) { return a; }\n`);
    expect(isWoven()).toBe(true);
    writeFileSync(join(folder, "h.h"), "#define NAME(a) a\n");
    expect(isWoven()).toBe(false);
    writeFileSync(join(folder, "u.cc"), "int broken = ;\n");
    expect(weft(folder, `${words} u.o`).code).toBe(1);
  },
);

test("calls one after the other are answered by the same process, parallel ones by no more than there are processors", async () => {
  const folder = folderOfFiles();
  weft(folder, "cc --aspects count.ah -- gcc -c a.c");
  const before = residents();
  expect(before.length).toBeGreaterThan(0);
  weft(folder, "cc --aspects count.ah -- gcc -c a.c");
  await until(() => residents().join() === before.join());
  const calls = Array.from({ length: 8 }, (_, at) => {
    const words = ["cc", "--aspects", "count.ah", "--", "gcc", "-c", "a.c", "-o", `${at}.o`];
    const child = spawn(launcher, words, { cwd: folder, env: environment(), stdio: "ignore" });
    return new Promise((resolve) => child.on("exit", resolve));
  });
  expect(await Promise.all(calls)).toEqual(Array(8).fill(0));
  const objects = new Set(Array.from({ length: 8 }, (_, at) => readFileSync(join(folder, `${at}.o`), "hex")));
  expect(objects.size).toBe(1);
  // A child of a resident has its name until it becomes another program.
  await until(() => residents().length <= Number(execFileSync("nproc")));
});

test("a resident that is killed in the middle of a call costs nothing", () => {
  const folder = folderOfFiles();
  weft(folder, "cc --aspects count.ah -- gcc -c a.c");
  const expected = readFileSync(join(folder, "a.o"), "hex");
  rmSync(join(folder, "a.o"));
  const before = residents();
  writeFileSync(join(folder, "residents"), before.join(" "));
  expect(weft(folder, "cc --aspects count.ah -- ./nasty-gcc -c a.c")).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, "killed"))).toBe(true);
  expect(readFileSync(join(folder, "a.o"), "hex")).toBe(expected);
  expect(residents().filter((pid) => before.includes(pid))).toEqual([]);
  expect(weft(folder, "cc --aspects count.ah -- gcc -c a.c")).toMatchObject({ code: 0 });
  expect(residents().length).toBeGreaterThan(0);
});

test("a signal ends the compiler and the call; nothing half-written stays, and the next call works", async () => {
  const folder = folderOfFiles();
  const child = spawn(launcher, ["cc", "--aspects", "count.ah", "--", "./slow-gcc", "-c", "a.c"], {
    cwd: folder,
    env: environment(),
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.on("exit", (_, signal) => resolve(signal)));
  await until(
    () => existsSync(join(folder, "started")) && readFileSync(join(folder, "started"), "utf8") !== "",
  );
  child.kill("SIGTERM");
  expect(await ended).toBe("SIGTERM");
  const compiler = readFileSync(join(folder, "started"), "utf8").trim();
  await until(() => !existsSync(`/proc/${compiler}`) && left(folder).length === 0);
  expect(existsSync(join(folder, "a.o"))).toBe(false);
  expect(weft(folder, "cc --aspects count.ah -- gcc -c a.c")).toMatchObject({ code: 0 });
});

test("slots that nobody looks after any more are cleared away", async () => {
  const folder = folderOfFiles();
  await endResidents();
  const [rooms = ""] = readdirSync(room);
  const slot = join(room, rooms, "1");
  // Their hosts clear up behind them.
  await until(() => readdirSync(join(room, rooms)).length === 0);
  rmSync(slot, { recursive: true, force: true });
  mkdirSync(slot, { recursive: true });
  execFileSync("mkfifo", [join(slot, "ask"), join(slot, "answer")]);
  for (const name of ["host", "claim"]) writeFileSync(join(slot, name), "4194304\n");
  expect(weft(folder, "cc --aspects count.ah -- gcc -c a.c")).toMatchObject({ code: 0, err: "" });
  expect(weft(folder, "cc --aspects count.ah -- gcc -c a.c")).toMatchObject({ code: 0, err: "" });
  expect(existsSync(slot) && readFileSync(join(slot, "host"), "utf8")).not.toBe("4194304\n");
});

test("a link in place of the slots, or of a slot, is not followed", async () => {
  const folder = folderOfFiles();
  const id = readFileSync(join(home, "dist/resident.id"), "utf8").trim();
  const planted = mkdtempSync(join(home, "planted-"));
  execFileSync("mkfifo", [join(planted, "ask"), join(planted, "answer")]);
  // As who waits there for a caller to give steps to.
  const steps = 'exec 9<>answer; read _ <ask; echo "touch ran; weft_refused" >step; echo >&9; sleep 20';
  for (const asLink of ["weft-ID", "weft-ID/1"]) {
    const own = mkdtempSync(join(home, "room-"));
    if (asLink === "weft-ID") {
      symlinkSync(home, join(own, `weft-${id}`));
      symlinkSync(planted, join(home, "1"));
    } else {
      mkdirSync(join(own, `weft-${id}`), { mode: 0o700 });
      symlinkSync(planted, join(own, `weft-${id}`, "1"));
    }
    rmSync(join(planted, "claim"), { force: true });
    const waits = spawn("sh", ["-c", steps], { cwd: planted, stdio: "ignore" });
    try {
      const words = "cc --aspects count.ah -- gcc -c a.c";
      expect(weft(folder, words, { XDG_RUNTIME_DIR: own })).toMatchObject({ code: 0, err: "" });
      expect(existsSync(join(planted, "claim"))).toBe(false);
    } finally {
      waits.kill();
      rmSync(join(home, "1"), { force: true });
    }
  }
});

test("WEFT_RESIDENT=off and text on standard input start none", () => {
  const folder = folderOfFiles();
  const elsewhere = mkdtempSync(join(realpathSync(tmpdir()), "weft-room-"));
  const apart = { XDG_RUNTIME_DIR: elsewhere };
  weft(folder, "cc --aspects count.ah -- gcc -c a.c", { ...apart, WEFT_RESIDENT: "off" });
  weft(folder, "cc --aspects count.ah -- gcc -x c -c - -o b.o", apart);
  expect(readdirSync(elsewhere)).toEqual([]);
});
