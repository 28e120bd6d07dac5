/** Files of a folder that name programs, libraries or scripts for tools that look at it. */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, type Place } from "./place.js";

type Make = (place: Place) => void;

/** Programs that Weft, or what it starts, looks for by their names. */
const NAMES =
  "gcc cc g++ clang clangd cpp cc1 as ld ar nm objdump objcopy readelf size strip git tar gdb make sh env nice node qemu-system-i386 qemu-system-x86_64 qemu-img bwrap setpriv mkdir ps gpg ssh less sqlite3 python3 mig addr2line c++filt bash sed ninja cmake ccache distcc rg file".split(
    " ",
  );

/** Programs of the machine that Weft starts, and which load libraries. */
const LOADERS = "gdb objdump addr2line nm readelf git gcc tar bash"
  .split(" ")
  .map((name) => `/usr/bin/${name}`);

/** Names of libraries that the loader looks for. */
function librariesOf(program: string): string[] {
  const told = execFileSync("ldd", [program], { encoding: "utf8" });
  return Array.from(told.matchAll(/^\s*(\S+) =>/gm), ([, name = ""]) => name).filter(
    (name) => !name.includes("/"),
  );
}

/** Python that leaves a mark. */
const module = ({ marks }: Place) =>
  `import posix\nposix.open(${JSON.stringify(join(marks, "module"))}, posix.O_CREAT)\n`;

function asMachine(place: Place, change: (assembler: string) => string): void {
  const text = execFileSync("gcc", ["-g", "-S", "-o", "-", "a.c"], { cwd: place.root, encoding: "utf8" });
  execFileSync("gcc", ["-c", "-x", "assembler", "-o", "k.o", "-"], { cwd: place.root, input: change(text) });
}

export const BY_FILES: Readonly<Record<string, Make>> = {
  "programs by the names of tools": (place) => {
    for (const name of NAMES) place.script(name);
  },
  "libraries and modules by the names of tools' own": (place) => {
    const all = (names: readonly string[]) => new Set(names.flatMap(librariesOf));
    const needed = all([process.execPath, "/usr/bin/strace"]);
    for (const name of all(LOADERS)) if (!needed.has(name)) place.library(name);
    for (const name of ["re", "os", "gdb", "encodings", "sitecustomize", "weft"])
      place.write(`${name}.py`, module(place));
  },
  "programs of the description": (place) => {
    const [program, make] = [place.script("evil"), [place.script("make")]];
    describe(place, {
      commands: { compiler: program, files: ["*.c"] },
      build: {
        ...{ make, prepare: make, finish: make, clean: make, image: "k.o", symbols: "k.o" },
        ...{ compiler: `${program} -m32`, programs: { gcc: program, ld: program } },
      },
      run: { kernel: "k.o", firmware: program, arguments: ["-chardev", `pipe,path=${program}`] },
    });
  },
  "launchers in the description": (place) => {
    describe(place, {
      commands: { compiler: `ccache ${place.script("evil")}`, flags: ["-wrapper", "./evil"], files: ["*.c"] },
    });
  },
  "flags of the configurations": (place) => {
    const flags = [`-fplugin=${place.library("p.so")}`];
    describe(place, {
      commands: { compiler: "gcc", flags, files: ["*.c"] },
      configurations: { one: { flags }, two: { flags: ["-B."] } },
    });
  },
  "words of interfaces": (place) => {
    const options = [`-Wp,-fplugin=${place.library("p.so")}`, "-fplugin=./p.so", "@words", "-B."];
    describe(place, { idl: [{ files: ["i.idl"], out: "../marks", options, defines: ["-fplugin=./p.so"] }] });
  },
  "outputs of interfaces elsewhere": (place) => {
    describe(place, { idl: [{ files: ["i.idl"], out: "../marks/stubs" }] });
  },
  "links in the place of folders that are written to": (place) => {
    for (const name of ["stubs", "aspects", "idl4"]) symlinkSync(place.marks, join(place.root, name));
  },
  "commands beside the units, as a kernel's build leaves them": (place) => {
    for (const name of ["a", "s"])
      place.write(`.${name}.o.cmd`, `savedcmd_${name}.o := ${place.script("evil")} -c ${name}.c\n`);
  },
  "plugins beside the units, as a kernel's build leaves them": (place) => {
    const words = `gcc -fplugin=${place.library("p.so")} -c`;
    for (const name of ["a", "s"]) place.write(`.${name}.o.cmd`, `cmd_${name}.o := ${words} ${name}.c\n`);
  },
  "records of an earlier build": (place) => {
    const words = [place.script("evil"), "-c", "a.c"];
    const command = { directory: place.root, file: "a.c", arguments: words };
    place.write(".weft/units/a.json", { version: 2, root: place.root, command, output: "../marks/a.o" });
  },
  "programs of an earlier build": (place) => {
    for (const name of ["gcc", "clang", "ld"]) place.script(`.weft/programs/${name}`);
    place.script(".weft/live/agent-1");
    place.script(".weft/build/tool");
  },
  "a guest that runs": (place) => {
    const guest = { pid: process.pid, kernel: "k.o", folder: place.marks, socket: join(place.marks, "s") };
    place.write(".weft/live/guest.json", { id: "1", version: 1, started: 1, ...guest, qmp: "/dev/null" });
    place.write(".weft/live/debugger", String(process.pid));
    place.write(".weft/live/journal.json", { id: "1", changes: [] });
  },
  "an index that loads extensions": (place) => {
    const library = place.library("p.so");
    const sql = `create table meta(schema integer); insert into meta values(5); create view files as select load_extension('${library}'), writefile('../marks/sql', 'x'); create trigger t after insert on meta begin select load_extension('${library}'); end;`;
    execFileSync(
      "python3",
      [
        "-c",
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])",
        ...["index.sqlite", sql],
      ],
      { cwd: place.root },
    );
    place.write(".weft/index.sqlite", readFileSync(join(place.root, "index.sqlite")));
  },
  "settings of clangd": (place) => {
    const program = place.script("evil");
    place.write(
      ".clangd",
      `CompileFlags:\n  Compiler: ${program}\n  Add: [-fplugin=${place.library("p.so")}]\n  CompilationDatabase: evil\n`,
    );
    place.write("compile_flags.txt", `-fplugin=./p.so\n-B.\n`);
    place.write(".clang-tidy", "Checks: '*'\n");
  },
  "scripts for GDB": (place) => {
    place.script("evil");
    const python = `open(${JSON.stringify(join(place.marks, "python"))}, "w")\n`;
    for (const name of [".gdbinit", ".gdbearlyinit", "k.o-gdb.gdb", "run.weftrun-gdb.gdb"])
      place.write(name, "shell ./evil\n");
    for (const name of ["k.o-gdb.py", "vmlinux-gdb.py", "evil.py", "sitecustomize.py", "gdb.py"])
      place.write(name, python);
    asMachine(
      place,
      (text) =>
        `${text}\n.section ".debug_gdb_scripts","MS",@progbits,1\n.byte 1\n.asciz "evil.py"\n.byte 4\n.ascii "inline\\nshell ./evil\\n"\n.byte 0\n`,
    );
  },
  "a kernel's file that names a plugin as its compiler's word": (place) => {
    const words = `-fplugin=${place.library("p.so")} -B. -wrapper ${place.script("evil")} -fpass-plugin=p.so`;
    asMachine(place, (text) => text.replaceAll(/"GNU C[^"]*"/g, `"GNU C17 ./evil ${words} -specs=words"`));
  },
  "a kernel's file of another compiler": (place) => {
    place.script("gcc-99");
    asMachine(place, (text) => text.replaceAll(/"GNU C\d* [\d.]+/g, '"GNU C17 99.1.0'));
  },
  "scripts for the linker": (place) => {
    place.script("evil");
    place.write("k.ld", `INPUT(${place.library("p.so")})\nSTARTUP(./evil)\nOUTPUT(../marks/linked)\n`);
    describe(place, {
      commands: { compiler: "gcc", flags: ["-T", "k.ld", "k.ld", "-Wl,-T,k.ld"], files: ["*.c"] },
    });
  },
  makefiles: (place) => {
    const program = place.script("evil");
    const text = `X := $(shell ${program})\nSHELL := ${program}\nMAKE := ${program}\nCC := ${program}\n-include made\nmade:\n\t${program}\nall:\n\t${program}\n`;
    for (const name of ["GNUmakefile", "Makefile", "kernel/Makefile", "Kbuild"]) place.write(name, text);
    place.write("CMakeLists.txt", `execute_process(COMMAND ${program})\n`);
    place.write("meson.build", `project('p')\nrun_command('${program}')\n`);
    place.write("configure", readFileSync(join(place.root, "evil"), "utf8"));
  },
  "files for Node": (place) => {
    const text = `require("fs").writeFileSync(${JSON.stringify(join(place.marks, "node"))}, "");\n`;
    for (const name of [
      "index.js",
      "node_modules/commander/index.js",
      "node_modules/@weft/weaver-bridge/index.js",
      ".pnp.cjs",
      "weft.config.js",
    ])
      place.write(name, text);
    place.write("package.json", { name: "p", main: "index.js", type: "commonjs" });
    place.write(".npmrc", "node-options=--require ./index.js\nscript-shell=./evil\n");
    place.write(".env", "NODE_OPTIONS=--require ./index.js\n");
    place.library("weft_clang.node");
  },
  "files for shells and editors": (place) => {
    const program = place.script("evil");
    for (const name of [
      ".envrc",
      ".bashrc",
      ".profile",
      ".zshenv",
      ".exrc",
      ".nvimrc",
      ".lesskey",
      ".inputrc",
      ".tool-versions",
    ])
      place.write(name, `${program}\n`);
    for (const folder of [".vscode", ".theia"]) {
      place.write(`${folder}/settings.json`, {
        git: { path: program },
        "weft.nodePath": program,
        "clangd.path": program,
        "task.allowAutomaticTasks": "on",
        "security.workspace.trust.enabled": false,
      });
      place.write(`${folder}/tasks.json`, {
        version: "2.0.0",
        tasks: [{ label: "e", type: "shell", command: program, runOptions: { runOn: "folderOpen" } }],
      });
      place.write(`${folder}/launch.json`, {
        configurations: [{ type: "weft", request: "launch", name: "e", preLaunchTask: "e" }],
      });
    }
    place.write(".devcontainer/devcontainer.json", { initializeCommand: program });
    place.write("e.code-workspace", { folders: [{ path: "." }], settings: { "git.path": program } });
  },
  "settings of a repository": (place) => {
    const program = join(place.root, place.script("evil"));
    place.write(
      ".gitattributes",
      "*.c filter=one diff=one merge=one export-subst\n*.h filter=two ident working-tree-encoding=UTF-16\n",
    );
    // Of a.h, which has no mark of UTF-16, Git would refuse to write anything: whether it looks is a matter of times.
    place.git("add", ".gitattributes", "a.c");
    place.git("commit", "-q", "-m", "two");
    const settings =
      "core.fsmonitor core.sshCommand core.pager core.editor core.askPass core.gitProxy diff.external diff.one.textconv diff.one.command merge.one.driver gpg.program gpg.ssh.program credential.helper filter.one.smudge filter.one.clean filter.two.process sequence.editor interactive.diffFilter pager.log uploadpack.packObjectsHook core.alternateRefsCommand trailer.x.command alias.status alias.rev-parse alias.cat-file";
    for (const key of settings.split(" "))
      place.git("config", key, key.startsWith("alias") ? `!${program}` : program.replaceAll(" ", "\\ "));
    place.git("config", "core.hooksPath", "hooks");
    for (const hook of [
      "post-checkout",
      "post-index-change",
      "reference-transaction",
      "pre-auto-gc",
      "fsmonitor-watchman",
    ])
      place.script(`hooks/${hook}`);
    place.write("a.c", "int f(int n) { return n; }\nint filtered(void) { return f(1); }\n");
  },
  "a repository without a working tree where the folder is": (place) => {
    const program = join(place.root, place.script("evil"));
    place.git("config", "core.fsmonitor", program.replaceAll(" ", "\\ "));
    place.git("config", "core.bare", "false");
    place.git("config", "core.worktree", place.root);
    for (const name of ["HEAD", "config", "objects", "refs", "index"])
      cpSync(join(place.root, ".git", name), join(place.root, name), { recursive: true });
    renameSync(join(place.root, ".git"), join(place.root, "was-git"));
  },
  "a repository that leads elsewhere": (place) => {
    const program = join(place.root, place.script("evil"));
    renameSync(join(place.root, ".git"), join(place.root, "real"));
    place.write(".git", "gitdir: tree\n");
    place.write("tree/commondir", "../real\n");
    place.write("tree/gitdir", "../.git\n");
    cpSync(join(place.root, "real/HEAD"), join(place.root, "tree/HEAD"));
    cpSync(join(place.root, "real/index"), join(place.root, "tree/index"));
    const settings = `[core]\n\tfsmonitor = ${JSON.stringify(program)}\n`;
    place.write("tree/config.worktree", settings);
    place.write("more", settings);
    place.git("config", "extensions.worktreeConfig", "true");
    place.git("config", "include.path", join(place.root, "more"));
  },
  "repositories within": (place) => {
    const program = place.script("evil");
    place.write(
      ".gitmodules",
      `[submodule "part"]\n\tpath = part\n\turl = ext::${program}\n\tupdate = !${program}\n`,
    );
    const git = (...words: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...words], {
        cwd: join(place.root, "part"),
        stdio: "pipe",
      });
    place.write("part/.gitattributes", "*.c filter=one\n");
    place.write("part/p.c", "int p(void) { return 1; }\n");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "one");
    git("config", "filter.one.clean", join(place.root, program).replaceAll(" ", "\\ "));
    git("config", "core.fsmonitor", join(place.root, program));
    place.git("add", "-A");
    place.git("commit", "-q", "-m", "with a part");
    place.git("config", "submodule.part.ignore", "none");
    place.git("config", "submodule.recurse", "true");
    place.write("part/p.c", "int p(void) { return 2; }\n");
  },
  "a repository that fetches": (place) => {
    const program = join(place.root, place.script("evil"));
    for (const [key, value] of [
      ["remote.origin.url", `ext::'${program}'`],
      ["remote.origin.promisor", "true"],
      ["remote.origin.partialclonefilter", "blob:none"],
      ["extensions.partialClone", "origin"],
      ["remote.origin.uploadpack", program],
      ["protocol.ext.allow", "always"],
      ["core.repositoryFormatVersion", "1"],
      ["url.ext::evil.insteadOf", "https:"],
    ] as const)
      place.git("config", key, value);
    const blob = place.git("rev-parse", "HEAD:a.c").trim();
    renameSync(join(place.root, ".git/objects", blob.slice(0, 2), blob.slice(2)), join(place.root, "gone"));
  },
  "code that wants to be run as it is read": (place) => {
    place.library("p.so");
    place.write(
      "a.h",
      `#pragma GCC plugin "./p.so"\n#pragma clang load "./p.so"\n#pragma GCC pch_preprocess "./p.so"\n#pragma comment(lib, "./p.so")\n__asm__(".incbin \\"./p.so\\"");\nstruct box { int n; };\n`,
    );
    place.write(
      "t.ah",
      `#pragma GCC pch_preprocess "./p.so"\n#include "./p.so"\naspect T { advice execution("% f(...)") : before() { __asm__(".include \\"./p.so\\""); } };\n`,
    );
  },
  "headers that were compiled before": (place) => {
    const library = readFileSync(join(place.root, place.library("p.so")));
    for (const name of ["a.h.gch", "a.h.pch", "a.gch", "module.modulemap", "a.pcm", "t.ah.gch"])
      place.write(name, library);
    place.write("gcm.cache/a.gcm", library);
    place.write("compile_commands.json", [
      {
        directory: place.root,
        file: "a.c",
        arguments: [
          "gcc",
          "-include",
          "a.h",
          "-fpch-preprocess",
          "-fmodules",
          "-fmodule-mapper=|./evil",
          "-include-pch",
          "a.h.pch",
          "-c",
          "a.c",
        ],
      },
    ]);
    place.script("evil");
  },
  "links in the place of files": (place) => {
    place.script("evil");
    for (const name of ["stubs", ".weft", "residual", "o", "r.html", "weft-agent"])
      symlinkSync(join(place.marks, `by-${name}`), join(place.root, name));
    for (const name of ["stubs2", "build"]) symlinkSync(place.marks, join(place.root, name));
  },
  "names that are words of programs": (place) => {
    place.library("p.so");
    place.script("evil");
    for (const name of ["-fplugin=p.so.c", "@words.c", "-B..c", "--upload-pack=evil.c", "-o ..c"])
      place.write(name, "int f(int n) { return n; }\n");
    place.write("words.c", "-fplugin=./p.so\n");
    describe(place, { commands: { compiler: "gcc", files: ["*.c"] }, specializations: ["*.spec"] });
    place.write("s.spec", 'specialize f as f2 in "-fplugin=p.so.c" { n == 2; }\n');
  },
  "a pipe in place of GDB's history": (place) => {
    execFileSync("mkfifo", [join(place.root, ".gdb_history")]);
  },
  "tutorials of the folder": (place) => {
    const program = place.script("evil");
    place.write("tutorials/evil/tutorial.md", `# Evil\n\n\`\`\`check\nrun: ${program}\n\`\`\`\n`);
    place.write("tutorial.json", { steps: [{ run: program, command: program }] });
  },
};
