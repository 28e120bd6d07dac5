/**
 * Folders that try to have something run when they are only looked at, for tests. What they bring is harmless: a script, or
 * a library whose constructor makes a file; each kind has a marker of its own, so that a test says which one came through.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { folderWith } from "./weft-process.js";

export interface HostileFolder {
  readonly root: string;
  /** Kinds of which something ran. */
  ran(): string[];
}

/** What a unit's command tries, by kind; `script` and `plugin` are names of files of the folder. */
type Trick = (script: string, plugin: string, unit: string) => readonly string[];

const deep = 40;

/** Words of compile commands. Each unit has its own script and plugin. */
export const TRICKS: Readonly<Record<string, Trick>> = {
  "a program of the folder": (script, _, unit) => [`./${script}`, "-c", unit],
  "a launcher and a program": (script, _, unit) => ["env", `./${script}`, "-c", unit],
  "two launchers": (script, _, unit) => ["nice", "ccache", `./${script}`, "-c", unit],
  "a wrapper": (script, _, unit) => ["gcc", "-wrapper", `./${script}`, "-c", unit],
  "a prefix of programs": (_s, _, unit) => ["gcc", "-Btools/", "-c", unit],
  "a prefix, apart": (_s, _, unit) => ["gcc", "-B", "tools/", "-c", unit],
  "a long prefix": (_s, _, unit) => ["gcc", "--prefix=tools/", "-c", unit],
  "a plugin": (_, plugin, unit) => ["gcc", `-fplugin=./${plugin}`, "-c", unit],
  "a plugin as an input": (_, plugin, unit) => ["gcc", "-c", unit, "--", `-fplugin=./${plugin}`],
  "a plugin as a C unit": (_, plugin, unit) => ["gcc", "-c", "-x", "c", "--", `-fplugin=./${plugin}`, unit],
  "a plugin as another's value": (_, plugin, unit) => ["gcc", "-I", `-fplugin=./${plugin}`, "-c", unit],
  "a response file": (_s, plugin, unit) => ["gcc", `@${plugin}.rsp`, "-c", unit],
  "a response file as a folder": (_s, plugin, unit) => ["gcc", "-I", `@${plugin}.rsp`, "-c", unit],
  "a response file as a macro": (_s, plugin, unit) => ["gcc", "-D", `@${plugin}.rsp`, "-c", unit],
  "a response file as an include": (_s, plugin, unit) => ["gcc", "-include", `@${plugin}.rsp`, "-c", unit],
  "a response file as a unit": (_s, plugin, unit) => ["gcc", "-c", "-x", "c", `@${plugin}.rsp`, unit],
  "a response file behind --": (_s, plugin, unit) => ["gcc", "-c", "-x", "c", unit, "--", `@${plugin}.rsp`],
  "nested response files": (_s, plugin, unit) => ["gcc", `@${plugin}.0`, "-c", unit],
  "a plugin of clang": (_, plugin, unit) => [
    "clang",
    "-Xclang",
    "-load",
    "-Xclang",
    `./${plugin}`,
    "-c",
    unit,
  ],
  "a pass of clang": (_, plugin, unit) => ["clang", `-fpass-plugin=./${plugin}`, "-c", unit],
  "specifications of the driver": (_s, plugin, unit) => ["gcc", `-specs=${plugin}.specs`, "-c", unit],
  "specifications, apart": (_s, plugin, unit) => ["gcc", "--specs", `${plugin}.specs`, "-c", unit],
  "another compiler's folder": (_s, _, unit) => ["gcc", "-c", unit, "-no-canonical-prefixes", "-Btools"],
  "words for the preprocessor": (_s, plugin, unit) => ["gcc", `-Wp,-fplugin=./${plugin}`, "-c", unit],
  "words for the preprocessor, apart": (_s, plugin, unit) => [
    "gcc",
    "-Xpreprocessor",
    `@${plugin}.rsp`,
    "-c",
    unit,
  ],
  "words for the assembler": (_s, plugin, unit) => ["gcc", `-Wa,@${plugin}.rsp`, "-c", unit],
  "a program in the working directory": (_s, _, unit) => ["gcc", "-c", unit],
};

/** One project, in whose `compile_commands.json` each unit tries one kind. */
export function hostileProject(): HostileFolder {
  const tricks = Object.entries(TRICKS);
  const kinds = tricks.map(([kind]) => kind);
  const root = folderWith({
    "weft.json": JSON.stringify({
      name: "hostile",
      aspects: ["*.ah"],
      commands: { database: "compile_commands.json" },
      build: { make: ["./evil-make"], compiler: "./evil-build -m32" },
    }),
    "t.ah": 'aspect T { advice execution("% f%(...)") : before() { } };\n',
    "a.c": "int a(void) { return 1; }\n",
  });
  const library = pluginIn(root);
  const units = tricks.map(([, trick], at) => {
    const [script, plugin, unit] = [`s${at}`, `p${at}.so`, `u${at}.c`];
    writeScript(root, script, `${at}`);
    library(plugin, `${at}`);
    writeFileSync(join(root, unit), `int f${at}(void) { return ${at}; }\n`);
    writeFileSync(join(root, `${plugin}.rsp`), `-fplugin=./${plugin}\n`);
    writeFileSync(join(root, `${plugin}.specs`), `%rename cpp old\n*cpp:\n-fplugin=./${plugin} %(old)\n`);
    for (let depth = 0; depth < deep; depth++)
      writeFileSync(
        join(root, `${plugin}.${depth}`),
        depth + 1 < deep ? `@${plugin}.${depth + 1}\n` : `-fplugin=./${plugin}\n`,
      );
    const command = trick(script, plugin, unit);
    return { directory: root, file: unit, arguments: command };
  });
  mkdirSync(join(root, "tools"));
  for (const name of [
    "tools/cc1",
    "tools/as",
    "gcc",
    "cc",
    "g++",
    "clang",
    "evil-make",
    "evil-build",
    "clangd",
  ])
    writeScript(root, name, name.replaceAll("/", "-"));
  writeFileSync(join(root, "compile_commands.json"), JSON.stringify(units));
  return { root, ran: () => ranIn(root, kinds) };
}

/** A repository whose own settings name programs. */
export function hostileRepository(): HostileFolder {
  const root = folderWith({
    "weft.json": JSON.stringify({ name: "r", aspects: ["*.ah"], commands: { files: ["*.c"] } }),
    "t.ah": 'aspect T { advice execution("% f%(...)") : before() { } };\n',
    "a.c": "int f(void) { return 1; }\n",
    "signed.c": "/* $Format:%GG$ */ int signed_by(void) { return 1; }\n",
    "left-out.c": "int left_out(void) { return 1; }\n",
    "filtered.c": "int filtered(void) { return 1; }\n",
    ".gitattributes":
      "filtered.c filter=one\nother.c filter=a=b\nthird.c filter=required diff=shown\nsigned.c export-subst\nleft-out.c export-ignore\n",
    "other.c": "int other(void) { return 1; }\n",
    "third.c": "int third(void) { return 1; }\n",
  });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      cwd: root,
      stdio: "pipe",
    });
  git("init", "-q");
  const part = repositoryWithin(root);
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  const kinds = [
    "smudge",
    "clean",
    "process",
    "with=",
    "required",
    "fsmonitor",
    "hook",
    "ssh",
    "textconv",
    "extdiff",
    "signature",
    "submodule",
  ];
  const settings: Record<string, string> = {
    "filter.one.smudge": "smudge",
    "filter.one.clean": "clean",
    "filter.required.process": "process",
    "filter.a=b.clean": "with=",
    "filter.required.clean": "required",
    "core.fsmonitor": "fsmonitor",
    "core.sshCommand": "ssh",
    "diff.shown.textconv": "textconv",
    "diff.external": "extdiff",
    "gpg.program": "signature",
  };
  for (const at of kinds.keys()) writeScript(root, `.git/s${at}`, `${at}`);
  const program = (kind: string) => join(root, ".git", `s${kinds.indexOf(kind)}`);
  for (const [key, kind] of Object.entries(settings))
    git("config", key, program(kind).replaceAll(" ", "\\ "));
  git("config", "filter.required.required", "true");
  // Says more than settings that are told by words: of this one also changes within are looked for.
  git("config", "submodule.part.ignore", "none");
  part.change(program("submodule").replaceAll(" ", "\\ "));
  const hooks = join(root, ".git/hooks");
  for (const name of ["post-checkout", "post-index-change", "pre-auto-gc", "reference-transaction"]) {
    writeFileSync(join(hooks, name), `#!/bin/sh\nexec '${program("hook")}'\n`);
    chmodSync(join(hooks, name), 0o755);
  }
  signHead(root);
  // Where Git does not ask for the setting, and `PATH` has the working directory.
  writeFileSync(join(root, "gpg"), `#!/bin/sh\nexec '${program("signature")}'\n`, { mode: 0o755 });
  for (const name of ["filtered.c", "other.c", "third.c"])
    writeFileSync(join(root, name), "int changed(void) { return 2; }\n");
  return { root, ran: () => ranIn(join(root, ".git"), kinds) };
}

/** A submodule, whose own settings name a filter once something in it is changed. */
function repositoryWithin(root: string): { readonly change: (filter: string) => void } {
  const part = join(root, "part");
  mkdirSync(part);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      cwd: part,
      stdio: "pipe",
    });
  git("init", "-q");
  writeFileSync(join(part, ".gitattributes"), "*.c filter=of-part\n");
  writeFileSync(join(part, "p.c"), "int p(void) { return 1; }\n");
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  writeFileSync(join(root, ".gitmodules"), '[submodule "part"]\n\tpath = part\n\turl = ./part\n');
  return {
    change: (filter) => {
      git("config", "filter.of-part.clean", filter);
      writeFileSync(join(part, "p.c"), "int p(void) { return 2; }\n");
    },
  };
}

/** Something that looks like a signature, in place of one. */
function signHead(root: string): void {
  const git = (words: string[], input?: string) =>
    execFileSync("git", words, { cwd: root, input, encoding: "utf8" });
  const [head, ...message] = git(["cat-file", "commit", "HEAD"]).split("\n\n");
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----";
  const signed = `${head}\n${signature}\n\n${message.join("\n\n")}`;
  const commit = git(["hash-object", "-t", "commit", "-w", "--stdin"], signed).trim();
  git(["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "update-ref", "HEAD", commit]);
}

function ranIn(folder: string, kinds: readonly string[]): string[] {
  const marks = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith("ran-")) : [];
  return marks.map((mark) => kinds[Number(mark.slice(4))] ?? mark.slice(4));
}

function writeScript(root: string, name: string, mark: string): void {
  const marker = join(dirname(join(root, name)), `ran-${mark}`).replace("/tools/", "/");
  writeFileSync(join(root, name), `#!/bin/sh\n: > '${marker}'\nexit 1\n`);
  chmodSync(join(root, name), 0o755);
}

/** Libraries whose constructor makes their marker; the name of it is put into one that was linked once. */
function pluginIn(root: string): (name: string, mark: string) => void {
  return (name, mark) => {
    const marker = join(root, `ran-${mark}`);
    execFileSync("gcc", ["-shared", "-fPIC", "-O0", "-o", join(root, name), "-x", "c", "-"], {
      input: `#include <fcntl.h>\n#include <unistd.h>\n__attribute__((constructor)) static void mark(void) { close(open(${JSON.stringify(marker)}, O_CREAT | O_WRONLY, 0600)); }\n`,
    });
  };
}
