/**
 * The sources of the other cases, mutated, with their declarations: `npm run bench -- specialize-source-fuzz`,
 * `WEFT_FUZZ_SOURCES=10000` for more. Each text has to be specialized, or refused with words, within the deadline.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createRandom } from "../random-cxx/random.js";

const WEFT = resolve(import.meta.dirname, "../../../weaver-bridge/dist/weft.js");
const CASES = ["cases", "more-cases", "subjects", "run-time"];
const DEADLINE_MS = 60_000;
const TOKEN = /[A-Za-z_]\w*|\d\w*|"[^"\n]*"|'[^'\n]*'|<<=|>>=|->|\+\+|--|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||\S/g;
const PIECES = [
  ..."+ - * / % & | ^ ~ ! && || << >> == != < > <= >= = += -= <<= ++ -- -> . , ? : ; { } ( ) [ ]".split(" "),
  ..."0 1 -1 31 32 255 0x7fffffff 0x80000000 0xffffffffu 1ll 'a' 1.5".split(" "),
  ..."volatile const unsigned static char short goto break continue return if for while do switch case".split(
    " ",
  ),
  ..."default: sizeof struct union __asm__ __builtin_expect ({ }) (char) (u8) *& &* alloca((4))".split(" "),
];

export function benchSpecializationSourceFuzz(): void {
  const wanted = Number(process.env.WEFT_FUZZ_SOURCES ?? 200);
  const first = Number(process.env.WEFT_RANDOM_SEED ?? 1);
  const folder = mkdtempSync(join(tmpdir(), "weft-source-fuzz-"));
  const wrong: string[] = [];
  let [made, refused, functions] = [0, 0, 0];
  let slowest = 0;
  try {
    for (let count = 0; count < wanted && wrong.length < 20; count++) {
      const { below } = createRandom(first * 7919 + count * 104729 + 1);
      const name = CASES[count % CASES.length] as string;
      const spec = join(import.meta.dirname, `${name}.spec`);
      const text = mutated(readFileSync(join(import.meta.dirname, `${name}.c`), "utf8"), below);
      writeFileSync(join(folder, "unit.c"), text);
      const started = performance.now();
      const words = [WEFT, "specialize", spec, "--json", "--", "gcc", "-m32", "-std=gnu11", "-c", "unit.c"];
      const run = spawnSync(process.execPath, words, {
        ...{ cwd: folder, encoding: "utf8", timeout: DEADLINE_MS, maxBuffer: 1 << 28 },
      });
      slowest = Math.max(slowest, performance.now() - started);
      const fault = faultOf(run.status, run.signal, run.stdout, run.stderr);
      if (fault === undefined) {
        functions += (JSON.parse(run.stdout) as { residuals?: unknown[] }).residuals?.length ?? 0;
        if (run.status === 0) made++;
        else refused++;
        continue;
      }
      wrong.push(`text ${count} (${name}): ${fault}`);
      console.log(wrong.at(-1));
      if (process.env.WEFT_KEEP !== undefined)
        writeFileSync(join(process.env.WEFT_KEEP, `${count}-${name}.c`), text);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `${made} texts specialized whole, ${refused} with something refused, ${functions} functions in all, ${wrong.length} wrong; the slowest took ${Math.round(slowest)} ms`,
  );
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
}

/** An answer is JSON, and ends with 0, or with 1 and words. */
function faultOf(
  status: number | null,
  signal: NodeJS.Signals | null,
  out: string,
  err: string,
): string | undefined {
  if (status !== 0 && status !== 1) return `it ended with ${signal ?? status}: ${err.slice(0, 600)}`;
  if (status === 1 && err === "") return "nothing is told";
  try {
    const { problems } = JSON.parse(out) as { problems: { code: string; message: string }[] };
    return problems.find(({ code }) => code === "cli/failed")?.message;
  } catch {
    return `no JSON: ${err.slice(0, 600)}`;
  }
}

function mutated(original: string, below: (most: number) => number): string {
  let text = original;
  for (let times = 1 + below(4); times > 0; times--) {
    const tokens = [...text.matchAll(TOKEN)];
    const chosen = tokens[below(tokens.length)];
    if (chosen === undefined) return text;
    const { index } = chosen;
    const [token] = chosen;
    const other = tokens[below(tokens.length)]?.[0] ?? "";
    const piece = [other, PIECES[below(PIECES.length)] as string, "", `${token} ${other}`][
      below(4)
    ] as string;
    text = `${text.slice(0, index)} ${piece} ${text.slice(index + token.length)}`;
  }
  return text;
}
