// Bundles the command into dist/: weft.js (all commands, loaded lazily), cc.cjs (the compiler wrappers alone, for a quick
// start), clang-worker.js (hosts the native addon, which stays where it was built). Another folder may be named.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { instructionDecoder } from "../../ide/release/instruction-decoder.mjs";
import { NOTES, notePackages } from "../../ide/release/note-packages.mjs";
import { precompiledSchema } from "./bundle-schema.mjs";

const here = join(dirname(fileURLToPath(import.meta.url)), "..");
const final = process.argv[2] ?? join(here, "dist");
// Made beside its place and swapped in: a build that runs meanwhile finds either bundle whole.
const dist = `${final}.new-${process.pid}`;
// Source that can't be bundled leaves nothing behind.
process.once("exit", () => rmSync(dist, { recursive: true, force: true }));
const { version, engines } = JSON.parse(readFileSync(join(here, "../package.json"), "utf8"));
const WARM_UP = {
  "u.c": "struct s { int f; };\nint g(struct s *p) { return p->f++; }\nint h(void) { return g(0); }\n",
  "a.aspects": `aspect A {
  int n;
  advice execution("% g(...)") : before() { n++; }
  advice call("% g(...)") && within("% h(...)") : around() { tjp->proceed(); }
  advice get("% s::f") : after() { n--; }
};
`,
  "weft.json": '{"name": "warm-up", "aspects": ["a.aspects"]}',
  "v.cc":
    "class S { int f; public: S(); ~S(); int g(int a) { return f + a; } void k(); static S *first; };\n" +
    "S::S() { f = g(1); }\nS::~S() { f = 0; }\nvoid S::k() { f++; }\n" +
    "int h(S &s) { s.k(); return s.g(2); }\nint i(S *s) { if (!s) return h(*S::first); return s->g(3); }\n",
  "b.ah": `aspect B {
  int n;
  B() : n(0) {}
  pointcut objects() = "S";
  advice "S" : slice class { int more; void count() { more++; } };
  advice execution("% S::g(...)") : before() { n++; tjp->that()->count(); }
  advice call("% S::g(...)") && within("% h(...)") : around() { tjp->proceed(); *tjp->result() += 1; }
  advice construction(objects()) : after() { n--; }
  advice destruction(objects()) : before() { n++; }
  advice objects() : slice T;
  advice execution("% S::k()") && that(s) : after(S *s) { s->t(); }
  advice call("% S::g(...)") && within("% i(...)") && args(a) && target(s) : before(int a, S &s) { n += a; s.t(); }
  advice execution("% i(...)") : after() { if (*tjp->result() > 1) n = *tjp->arg<0>() != 0; tjp->signature(); }
  advice execution("% S::%(...)" || "% i(...)") : order("C", "B");
};
aspect C {
  advice execution("% S::k()" || "% i(...)") : before() { }
};
slice class T { int more_t; public: void t(); int unused(); };
slice void T::t() { more_t++; }
slice int T::unused() { return more_t; }
`,
};
const common = {
  absWorkingDir: here,
  bundle: true,
  platform: "node",
  mainFields: ["module", "main"],
  target: "node20",
  conditions: ["source"],
  minify: true,
  keepNames: false,
  legalComments: "none",
  logLevel: "warning",
  plugins: [precompiledSchema, instructionDecoder(dist), notePackages(join(dist, NOTES))],
};

await build({
  ...common,
  entryPoints: { weft: "cli/main.ts" },
  define: { WEFT_PACKAGE: JSON.stringify({ version, engines }) },
  outdir: dist,
  format: "esm",
  splitting: true,
  chunkNames: "[name]-[hash]",
  banner: {
    js: 'import { createRequire as __weftRequire } from "node:module"; import { fileURLToPath as __weftPath } from "node:url"; const require = __weftRequire(import.meta.url); const __dirname = __weftPath(new URL(".", import.meta.url));',
  },
});
// SQLite looks for its WebAssembly beside the code that has it, too.
const sqlite = createRequire(join(here, "package.json")).resolve("node-sqlite3-wasm");
copyFileSync(join(dirname(sqlite), "node-sqlite3-wasm.wasm"), join(dist, "node-sqlite3-wasm.wasm"));
await build({
  ...common,
  entryPoints: ["compile/cc-main.ts"],
  outfile: join(dist, "cc-body.js"),
  format: "cjs",
  define: { "import.meta.url": "__weftUrl" },
  banner: {
    js: '(function (exports, require, module, __filename, __dirname) { const __weftUrl = require("node:url").pathToFileURL(__filename).href;',
  },
  footer: { js: "})" },
});
copyFileSync(join(here, "compile/cc-loader.cjs"), join(dist, "cc.cjs"));
// Processes that answer the calls of this very code (its place included) are found by this.
const body = readFileSync(join(dist, "cc-body.js"));
const id = createHash("sha256").update(body).update(final).update(process.version).digest("hex").slice(0, 16);
writeFileSync(join(dist, "resident.id"), `${id}\n`);
warmUp();
const worker = join(here, "clang-ast/src/worker/worker-main.ts");
if (existsSync(worker))
  await build({
    ...common,
    entryPoints: { "clang-worker": worker },
    outdir: dist,
    format: "esm",
    banner: {
      js: 'import { createRequire as __weftRequire } from "node:module"; const require = __weftRequire(import.meta.url);',
    },
  });

/** Compiles small units once, so that V8's compiled code for what that takes can be kept beside the source. */
function warmUp() {
  const folder = mkdtempSync(join(tmpdir(), "weft-warm-"));
  for (const [name, text] of Object.entries(WARM_UP)) writeFileSync(join(folder, name), text);
  const environment = {
    ...process.env,
    WEFT_CLANG_ADDON: join(here, "clang-ast/native/build/Release/weft_clang.node"),
  };
  const run = (more, ...words) =>
    spawnSync(process.execPath, [join(dist, "cc.cjs"), ...words], {
      cwd: folder,
      env: { ...environment, ...more },
    });
  // The last run keeps what the first one compiled as well.
  run({ WEFT_CODE_CACHE: join(dist, "cc.cache") }, "cc", "--", "gcc", "-c", "u.c", "-MMD");
  run({ WEFT_CODE_CACHE: join(dist, "cc.cache") }, "ag++", "-c", "v.cc", "-MMD");
  rmSync(folder, { recursive: true, force: true });
}

const old = `${final}.old-${process.pid}`;
if (existsSync(final)) renameSync(final, old);
renameSync(dist, final);
rmSync(old, { recursive: true, force: true });
