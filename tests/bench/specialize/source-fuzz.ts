/**
 * The sources of the other cases, mutated, with their declarations: `npm run bench -- specialize-source-fuzz`,
 * `WEFT_FUZZ_SOURCES=10000` for more. Each text has to be specialized, or refused with words, within the deadline.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "../random-cxx/random.js";
import type { Answered, Asked } from "./specialize-in-process.js";

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

export async function benchSpecializationSourceFuzz(): Promise<void> {
  const wanted = Number(process.env.WEFT_FUZZ_SOURCES ?? 200);
  const first = Number(process.env.WEFT_RANDOM_SEED ?? 1);
  const specializer = createSpecializer();
  const wrong: string[] = [];
  let [made, refused, functions, slowest] = [0, 0, 0, 0];
  try {
    for (let count = 0; count < wanted && wrong.length < 20; count++) {
      const { below } = createRandom(first * 7919 + count * 104729 + 1);
      const name = CASES[count % CASES.length] as string;
      const spec = join(import.meta.dirname, `${name}.spec`);
      const original = sourceOf(name);
      const text = mutated(original, below);
      const started = performance.now();
      const answer = await specializer.ask({ spec, text, functions: concerned(original, text, below) });
      slowest = Math.max(slowest, performance.now() - started);
      functions += answer.made;
      if (answer.told.length === 0) made++;
      else refused++;
      if (count % 100 === 99) console.log(`${count + 1} texts, ${wrong.length} wrong`);
      const fault = faultOf(answer);
      if (fault === undefined) continue;
      wrong.push(`text ${count} (${name}): ${fault}`);
      console.log(wrong.at(-1));
      if (process.env.WEFT_KEEP !== undefined)
        writeFileSync(join(process.env.WEFT_KEEP, `${count}-${name}.c`), text);
    }
  } finally {
    specializer.dispose();
  }
  console.log(
    `${made} texts specialized whole, ${refused} with something refused, ${functions} functions in all, ${wrong.length} wrong; the slowest took ${Math.round(slowest)} ms`,
  );
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
}

/** Without what another program makes and is not here. */
function sourceOf(name: string): string {
  const text = readFileSync(join(import.meta.dirname, `${name}.c`), "utf8");
  if (name === "run-time")
    return text.replace(/^#include "(subjects|run-time-residual)\.c"$/gm, (_, file) =>
      file === "subjects" ? sourceOf(file) : "",
    );
  return text;
}

/** Functions whose text is another one now, and two others. */
function concerned(original: string, text: string, below: (most: number) => number): string[] {
  const bodies = new Map(bodiesIn(original));
  const found = bodiesIn(text).filter(([name, body]) => bodies.get(name) !== body);
  const names = [...bodies.keys()];
  return [...found.map(([name]) => name), ...[0, 1].map(() => names[below(names.length)] as string)];
}

function bodiesIn(text: string): [string, string][] {
  return [...text.matchAll(/^\w[^;{}()]*?\b(\w+)\([^;{}]*\)\s*\{[\s\S]*?^\}/gm)].map(([body, name = ""]) => [
    name,
    body,
  ]);
}

/** One process for all texts, and another one after it did not answer. */
function createSpecializer() {
  const folder = mkdtempSync(join(tmpdir(), "weft-source-fuzz-"));
  let child: ChildProcess | undefined;
  const ask = (asked: Asked): Promise<Answered> => {
    child ??= fork(join(import.meta.dirname, "specialize-in-process.ts"), { cwd: folder });
    const asking = child;
    return new Promise((resolve) => {
      const end = (answer: Answered) => {
        clearTimeout(deadline);
        asking.off("message", end).off("exit", onExit);
        resolve(answer);
      };
      const lose = (fault: string) => {
        child = undefined;
        asking.kill("SIGKILL");
        end({ made: 0, told: [], fault });
      };
      const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
        lose(`it ended with ${signal ?? code}`);
      const deadline = setTimeout(() => lose(`no answer in ${DEADLINE_MS} ms`), DEADLINE_MS);
      asking.on("message", end).on("exit", onExit);
      asking.send(asked);
    });
  };
  return {
    ask,
    dispose() {
      child?.removeAllListeners("exit");
      child?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An answer is residual functions, or words, and no fault of ours. */
function faultOf({ made, told, fault }: Answered): string | undefined {
  if (fault !== undefined) return fault.slice(0, 600);
  if (made === 0 && told.length === 0) return "nothing is told";
  return told.find((message) => message.trim() === "");
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
