/**
 * What is wrong with advice at the join points of one unit: what the weaver can't serve, then what the compiler says
 * about the woven text (a front-end run, no code). This is what `weft cc` would say, without an object.
 */
import { compileArguments, runProcess } from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import { headerConflicts, isRewritten, weaveUnit } from "../pipeline/index.js";
import type { AnalysedUnit } from "../project/analyse-units.js";
import { withoutRejected } from "./cc/without-rejected.js";

/** The unit was analysed `withTail`. Rejects with ProcessError when the compiler can't be run. */
export async function wovenProblems({ unit, analysis }: AnalysedUnit): Promise<readonly Problem[]> {
  if (analysis.failure !== undefined || !isRewritten(analysis)) return [];
  const woven = weaveUnit(analysis);
  if (woven.problems.some(({ severity }) => severity === "error")) return woven.problems;
  const { command, input } = unit;
  const args = compileArguments(command, input, { text: "-", output: "/dev/null", mode: "object" });
  const run = await runProcess(
    [...command.compiler, "-fsyntax-only", ...args.filter((word) => word !== "-c")],
    {
      directory: command.directory,
      input: woven.text,
      environment: { ...process.env, LC_ALL: "C" },
    },
  );
  const conflicts = run.code === 0 ? [] : headerConflicts(analysis, run.errors.toString(), command.directory);
  if (conflicts.length > 0) return [...woven.problems, ...conflicts];
  const settled = run.code === 0 ? undefined : await withoutRejected(command, input, analysis, woven);
  if (settled?.unit !== undefined) return settled.unit.problems;
  const broken = settled?.broken ?? [];
  const said = compilerProblems(run.errors.toString(), run.code !== 0);
  // Errors in generated code and those that are said again at other join points have the same cause.
  const others = broken.length === 0 ? said : said.filter((problem) => !isOfAspect(problem));
  return [...woven.problems, ...broken, ...others];
}

const isOfAspect = ({ severity, range }: Problem) =>
  severity === "error" && (range === undefined || /\.ah$|^<weft>$/.test(range.file));

/** Of what the compiler printed: all about aspect files, and about the kernel's own only what stops the compile. */
function compilerProblems(text: string, failed: boolean): Problem[] {
  const lines = /^(.+?):(\d+):(?:(\d+):)? (?:fatal )?(error|warning): (.*)$/gm;
  const found = [...text.matchAll(lines)].flatMap(
    ([, file = "", line, column = "1", severity, message = ""]) => {
      if (!file.endsWith(".ah") && (severity !== "error" || !failed)) return [];
      const [startLine, startColumn] = [Number(line), Number(column)];
      const range = { file, startLine, startColumn, endLine: startLine, endColumn: startColumn + 1 };
      const hint = "The compiler says so about the woven unit.";
      return [{ code: "weave/compiler", severity: severity as "error" | "warning", range, message, hint }];
    },
  );
  if (!failed || found.some(({ severity }) => severity === "error")) return found;
  const said = text.trim().split("\n").at(-1) ?? "";
  return [
    ...found,
    { code: "weave/compiler", severity: "error", message: `the compiler rejects the woven unit: ${said}` },
  ];
}
