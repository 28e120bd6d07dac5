/**
 * `tsx ask-builtins.ts GCC CLANG…`: the built-in functions of GCC that one of the Clangs lacks, with their types, as the rows of
 * `weaver-bridge/pipeline/unit/gcc-builtins.ts`. Both are asked, of every name that GCC's own compiler contains.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [gcc = "gcc", ...clangs] = process.argv.slice(2);
const compiler = execFileSync(gcc, ["-print-prog-name=cc1"], { encoding: "utf8" }).trim();
const words = readFileSync(compiler, "latin1").match(/__builtin_[a-z]\w*/g) ?? [];
const names = [...new Set(words)]
  // Those of one processor stand in headers of GCC's own.
  .filter((name) => !/^__builtin_(?:ia32|goacc|omp|GOMP|nvptx|arm|aarch64|cpu)/i.test(name))
  .sort();

function has(program: string): ReadonlySet<string> {
  const text = names.map((name) => `#if __has_builtin(${name})\n@${name}\n#endif`).join("\n");
  const { stdout } = spawnSync(program, ["-E", "-P", "-x", "c", "-"], { encoding: "utf8", input: text });
  return new Set([...stdout.matchAll(/@\s*(\w+)/g)].map(([, name]) => name ?? ""));
}

/** Undefined for those that are no functions to GCC itself, but words of its own. */
function typeOf(name: string): string | undefined {
  const input = `struct asked;\n__typeof__(${name}) *p = (struct asked *)0;`;
  const options = ["-std=gnu2x", "-fsyntax-only", "-x", "c", "-"];
  const env = { ...process.env, LC_ALL: "C" };
  const { stderr } = spawnSync(gcc, options, { encoding: "utf8", input, env });
  return /initialization of '([^']*)'/.exec(stderr)?.[1];
}

const known = has(gcc);
const lacking = clangs.map(has);
for (const name of names) {
  if (!known.has(name) || lacking.every((clang) => clang.has(name))) continue;
  const type = typeOf(name);
  const isWritable =
    type?.includes("(*)(") &&
    !/asked|\{aka|<|_Decimal|_Float|bf16|__va_list_tag|struct|<?anonymous/.test(type);
  if (isWritable) console.log(`  ${name.slice("__builtin_".length)}: "${type}",`);
}
