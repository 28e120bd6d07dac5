/** Units of random programs; each program is a function that checks its counts after each statement. */
import { createRandom } from "../random-cxx/random.js";
import { C_EXPRESSIONS, C_HEAD, C_START, C_STATEMENTS } from "./c-code.js";
import type { CodeMaker, Form } from "./counted-code.js";
import { CXX_EXPRESSIONS, CXX_HEAD, CXX_SHAPES, CXX_START, CXX_STATEMENTS } from "./cxx-code.js";

const STATEMENTS_OF_A_PROGRAM = 6;

/** Around the statements of a program, `run1`: its function. */
type Shape = (name: string, body: string) => string;
const PLAIN: readonly Shape[] = [
  (name, body) => `int ${name}_go(void) {\n${body}\nreturn 0; }\nint ${name}(void) { return ${name}_go(); }`,
];

export function randomUnit(language: "c" | "c++", seed: number, programs: number): string {
  const random = createRandom(seed);
  const isC = language === "c";
  const [expressions, statements] = isC ? [C_EXPRESSIONS, C_STATEMENTS] : [CXX_EXPRESSIONS, CXX_STATEMENTS];
  const lines = (isC ? C_HEAD : CXX_HEAD).split("\n");
  const names: string[] = [];
  for (let number = 0; number < programs; number++) {
    const shape = random.pick(isC ? PLAIN : CXX_SHAPES);
    const body = ["ex++; int local[4] = { 0 }; check(__LINE__);"];
    const make = codeMaker(random, expressions, statements);
    for (let at = 0; at < STATEMENTS_OF_A_PROGRAM; at++) body.push(`${make.statement()} check(__LINE__);`);
    names.push(`run${number}`);
    lines.push(...shape(`run${number}`, body.join("\n")).split("\n"));
  }
  const calls = names.map((name) => `${name}();`).join(" ");
  return `${lines.join("\n")}\nint main() { ${isC ? C_START : CXX_START} check(__LINE__); ${calls} return wrong; }\n`;
}

function codeMaker(
  random: CodeMaker["random"],
  expressions: readonly Form[],
  statements: readonly Form[],
): CodeMaker & { statement(): string } {
  let depth = 0;
  let deepest = 1;
  let names = 0;
  const made = (forms: readonly Form[], simple: number): string => {
    depth++;
    const form = depth > deepest ? forms[random.below(simple)] : random.pick(forms);
    const text = form?.(make) ?? "0";
    depth--;
    return text;
  };
  const make: CodeMaker & { statement(): string } = {
    random,
    statement: () => {
      deepest = 1 + random.below(3);
      return make.s();
    },
    e: () => made(expressions, depth > deepest + 2 ? 2 : 11),
    s: () => made(statements, 1),
    name: () => `v${names++}`,
  };
  return make;
}
