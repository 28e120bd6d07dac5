/**
 * What a letter costs that is typed into a long slice: the unit is read by clang, what its constants mean is asked, the
 * function is specialized with all that it calls, and marks are made. Processor time of this thread, and clang's own.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseCompilerCommand } from "@weft/weaver-bridge/kernel-build";
import {
  clangUnitOf,
  createUnitReader,
  loadSpecializations,
  residualEffects,
  specializeUnit,
  type UnitReader,
} from "@weft/weaver-bridge/pipeline";
import { CLANG } from "../../support/compilers.js";
import { printTable } from "../support/table.js";

/** 1,000 lines. */
const FUNCTIONS = 83;
const LETTERS = 20;

export async function benchMarks(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weft-marks-"));
  const file = join(folder, "send.c");
  const spec = join(folder, "send.spec");
  try {
    writeFileSync(spec, "specialize send as send_loud { mode == LOUD; limits depth 4; }\n");
    const { specs } = loadSpecializations([spec]);
    const asked = specs.flatMap((one) => one.declarations.map((declaration) => ({ spec: one, declaration })));
    for (const isInBody of [true, false]) {
      const times: number[] = [];
      let lines = 0;
      let reader: UnitReader | undefined;
      for (let letter = 0; letter < LETTERS; letter++) {
        const text = slice(letter, isInBody);
        lines = text.split("\n").length - 1;
        writeFileSync(file, text);
        const command = parseCompilerCommand(["gcc", "-m32", "-c", "send.c"], folder);
        const [input] = command.inputs;
        if (input === undefined) throw new Error("the command names no file");
        const before = process.cpuUsage();
        const unit = clangUnitOf(command, input);
        const readText = (path: string) => readFileSync(path, "latin1");
        reader = reader?.edited(unit, readText) ?? createUnitReader(unit, readText);
        const { made, problems } = await specializeUnit(reader, asked, { isBrief: true });
        const marks = residualEffects(made, folder, (path) => readFileSync(path, "latin1"));
        if (marks.length < FUNCTIONS) throw new Error(problems.map(({ message }) => message).join("; "));
        const { user, system } = process.cpuUsage(before);
        times.push((user + system) / 1000);
      }
      const own = times.slice(5).sort((left, right) => left - right);
      const clang = clangTime(folder, isInBody);
      const row = (name: string, at: number) => {
        const one = own[at] ?? 0;
        return [name, one.toFixed(0), clang.toFixed(0), (one + clang).toFixed(0)];
      };
      const where = isInBody ? "a function's body" : "a declaration";
      console.log(
        `\na letter in ${where}, ${lines} lines, processor time in ms (goal: 300), load ${loadavg()[0]?.toFixed(1)}`,
      );
      printTable(
        ["", "Weft", "clang", "both"],
        [row("least", 0), row("median", own.length >> 1), row("most", own.length - 1)],
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tree of the function; or that of the unit, and the constants. */
function clangTime(folder: string, isInBody: boolean): number {
  const read = `${CLANG} -m32 -w -fsyntax-only -Xclang -ast-dump=json send.c >/dev/null`;
  const constants = `echo 'enum { v = LOUD };' | ${CLANG} -m32 -w -fsyntax-only -include send.c -Xclang -ast-dump=json -Xclang -ast-dump-filter=v -x c - >/dev/null`;
  const all = [0, 1, 2].map(() => {
    const one = `${read.replace("json", "json -Xclang -ast-dump-filter=step_55")}`;
    const said = execFileSync("bash", ["-c", `${isInBody ? one : `${read}; ${constants}`}; times`], {
      cwd: folder,
      encoding: "utf8",
    });
    const [minutes, seconds] = [...(said.trim().split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)].reduce(
      ([m, s], [, more = "", rest = ""]) => [m + Number(more), s + Number(rest)],
      [0, 0],
    );
    return (minutes * 60 + seconds) * 1000;
  });
  return Math.min(...all);
}

/** A function that calls many, each of which does what its mode says. */
function slice(letter: number, isInBody: boolean): string {
  const steps = Array.from(
    { length: FUNCTIONS },
    (_, at) => `static int step_${at}(struct port *p, int mode, int n)
{
	int kept = n${isInBody && at === FUNCTIONS >> 1 ? ` + ${letter}` : ""};
	if (mode == LOUD && p->flags & ${(at % 7) + 1})
		kept += p->list[${at % 8}];
	else if (mode == QUIET)
		kept = put(n);
	for (int i = 0; i < mode; i++)
		p->left -= kept + ${at};
	return kept;
}
`,
  );
  const calls = steps.map((_, at) => `	sum += step_${at}(p, mode, n);\n`);
  return `#define LOUD 2
enum { QUIET, NORMAL };
${isInBody ? "" : `extern int other_${letter};\n`}struct port { int flags, left, mode; int list[8]; struct port *next; };
extern int put(int c);
${steps.join("")}int send(struct port *p, int mode, int n)
{
	int sum = 0;
${calls.join("")}	return sum;
}
`;
}
